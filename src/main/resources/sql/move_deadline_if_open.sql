-- Moves the deadline of an order that is unpaid and not yet expired, to a time that is still to come.
-- The caller holds the row's lock. In: order, new deadline. Out: no row (no such order), or how the order stood and whether the deadline was moved.
WITH locked AS MATERIALIZED (
  SELECT id, status, expires_at FROM orders WHERE id = ?),
judged AS MATERIALIZED (
  SELECT *, ?::timestamptz(3) AS wanted, date_trunc('milliseconds', clock_timestamp()) AS now FROM locked),
moved AS (
  UPDATE orders o SET expires_at = j.wanted, cancel_at = j.wanted
  FROM judged j
  WHERE o.id = j.id AND j.status = 'PENDING_PAYMENT' AND j.now < j.expires_at AND j.now < j.wanted
  RETURNING o.id, o.cancel_at, j.now),
logged AS (
  INSERT INTO order_event (order_id, type, at, source, data)
  SELECT id, 'DEADLINE_MOVED', now, 'REQUEST', jsonb_build_object('cancelAtMs', (extract(epoch FROM cancel_at) * 1000)::bigint)
  FROM moved),
settled AS (
  DELETE FROM task_failure f USING moved m WHERE f.kind = 'CANCEL_UNPAID' AND f.order_id = m.id)
SELECT j.status, j.now < j.expires_at AS open, j.now < j.wanted AS ahead, EXISTS (SELECT FROM moved) AS moved
FROM judged j
