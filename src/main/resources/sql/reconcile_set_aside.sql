-- The tasks of these orders that gave up, or wait for another try. In: kind, orders.
SELECT order_id, tier FROM task_failure
WHERE kind = ? AND order_id = ANY (?) AND (dead_at IS NOT NULL OR next_try > clock_timestamp())
