-- One page of the tasks that rows imply, by the time of their row, without those that gave up or wait for another try.
-- %s is the kind's view. In: from, to (ms; the row's time, half open); last row's time (ms), order and tier of the page
-- before; to again (the task's own time); kind; most rows.
SELECT t.order_id, t.tier, (extract(epoch FROM t.due_at) * 1000)::bigint AS due_at_ms,
       (extract(epoch FROM t.row_due_at) * 1000)::bigint AS row_due_at_ms,
       (extract(epoch FROM t.placed_at) * 1000)::bigint AS placed_at_ms
FROM %s t
WHERE t.row_due_at >= to_timestamp(?::bigint / 1000.0) AND t.row_due_at < to_timestamp(?::bigint / 1000.0)
  AND (t.row_due_at, t.order_id, t.tier) > (to_timestamp(?::bigint / 1000.0), ?::uuid, ?::int)
  AND t.due_at < to_timestamp(?::bigint / 1000.0)
  AND NOT EXISTS (
    SELECT FROM task_failure f
    WHERE f.kind = ? AND f.order_id = t.order_id AND f.tier = t.tier
      AND (f.dead_at IS NOT NULL OR f.next_try > clock_timestamp()))
ORDER BY t.row_due_at, t.order_id, t.tier LIMIT ?
