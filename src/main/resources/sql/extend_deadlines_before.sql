-- Gives those of the orders that are unpaid, and would be cancelled before a time, that time as their new deadline.
-- Meant for the end of a pause, while cancelling still rests: an order past its deadline can be paid again.
-- The caller holds the rows' locks. In: the time, orders. Out: the orders moved, and their new deadline in ms.
WITH asked AS MATERIALIZED (SELECT ?::timestamptz(3) AS until, ?::uuid[] AS ids),
moved AS (
  UPDATE orders o SET expires_at = a.until, cancel_at = a.until
  FROM asked a
  WHERE o.id = ANY (a.ids) AND o.status = 'PENDING_PAYMENT' AND o.cancel_at < a.until
  RETURNING o.id, o.cancel_at),
logged AS (
  INSERT INTO order_event (order_id, type, at, source, data)
  SELECT id, 'DEADLINE_MOVED', clock_timestamp(), 'REQUEST', jsonb_build_object('cancelAtMs', (extract(epoch FROM cancel_at) * 1000)::bigint)
  FROM moved),
settled AS (
  DELETE FROM task_failure f USING moved m WHERE f.kind = 'CANCEL_UNPAID' AND f.order_id = m.id)
SELECT id, (extract(epoch FROM cancel_at) * 1000)::bigint AS cancel_at_ms FROM moved
