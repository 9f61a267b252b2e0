-- Gives one page of unpaid orders, those that would be cancelled before a time, that time as their new deadline.
-- Meant for the end of a pause, while cancelling still rests: an order past its deadline can be paid again.
-- In: the time, only orders placed before, most rows. Out: the orders looked at, and the new deadline in ms of those moved.
WITH asked AS MATERIALIZED (SELECT ?::timestamptz(3) AS until, ?::timestamptz(3) AS placed_before, ?::int AS most),
locked AS MATERIALIZED (
  SELECT id FROM orders WHERE id IN (
    SELECT id FROM orders WHERE status = 'PENDING_PAYMENT' AND cancel_at < (SELECT until FROM asked)
      AND placed_at < (SELECT placed_before FROM asked)
    ORDER BY cancel_at, id LIMIT (SELECT most FROM asked))
  ORDER BY id FOR UPDATE),
moved AS (
  UPDATE orders o SET expires_at = a.until, cancel_at = a.until
  FROM locked l, asked a
  WHERE o.id = l.id AND o.status = 'PENDING_PAYMENT' AND o.cancel_at < a.until
  RETURNING o.id, o.cancel_at),
logged AS (
  INSERT INTO order_event (order_id, type, at, source, data)
  SELECT id, 'DEADLINE_MOVED', clock_timestamp(), 'REQUEST', jsonb_build_object('cancelAtMs', (extract(epoch FROM cancel_at) * 1000)::bigint)
  FROM moved),
settled AS (
  DELETE FROM task_failure f USING moved m WHERE f.kind = 'CANCEL_UNPAID' AND f.order_id = m.id)
SELECT l.id, (extract(epoch FROM m.cancel_at) * 1000)::bigint AS cancel_at_ms FROM locked l LEFT JOIN moved m USING (id)
