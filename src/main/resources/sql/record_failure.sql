-- Counts a failure of a task, and makes it dead when that was the last try.
-- In: kind, order, tier, due in ms, error, delay in ms before the next try, most attempts. Out: attempts so far, whether it is dead.
INSERT INTO task_failure AS f (kind, order_id, tier, due_at, attempts, error, next_try, dead_at)
SELECT kind, order_id, tier, due_at, 1, error, now + delay, CASE WHEN most <= 1 THEN now END
FROM (SELECT ?::text AS kind, ?::uuid AS order_id, ?::int AS tier, to_timestamp(?::bigint / 1000.0) AS due_at, ?::text AS error,
             ?::bigint * interval '1 ms' AS delay, ?::int AS most, clock_timestamp() AS now) asked
ON CONFLICT (kind, order_id, tier) DO UPDATE
SET attempts = f.attempts + 1, error = excluded.error, next_try = excluded.next_try,
    dead_at = CASE WHEN f.attempts + 1 >= ? THEN clock_timestamp() END
RETURNING attempts, dead_at IS NOT NULL AS dead
