-- The tasks that these orders' rows imply, without those that gave up. %s is the kind's view. In: orders, kind.
SELECT t.order_id, t.tier, (extract(epoch FROM t.due_at) * 1000)::bigint AS due_at_ms,
       (extract(epoch FROM t.row_due_at) * 1000)::bigint AS row_due_at_ms,
       (extract(epoch FROM t.placed_at) * 1000)::bigint AS placed_at_ms
FROM %s t
WHERE t.order_id = ANY (?)
  AND NOT EXISTS (
    SELECT FROM task_failure f
    WHERE f.kind = ? AND f.order_id = t.order_id AND f.tier = t.tier AND f.dead_at IS NOT NULL)
