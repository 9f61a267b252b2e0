-- Pays an order if it is pending, in time and matched by the capture. The caller holds the row's lock, so the clock is
-- read after it: a payment that waited for the lock past the deadline is late.
-- In: order, amount, currency, reference. Out: no row (no such order), or how the order stood and whether it is now paid.
WITH locked AS MATERIALIZED (
  SELECT id, status, currency, total_amount, expires_at, lines FROM orders WHERE id = ?),
judged AS MATERIALIZED (
  SELECT *, date_trunc('milliseconds', clock_timestamp()) AS now FROM locked),
paid AS (
  UPDATE orders o SET status = 'PAID', paid_at = j.now
  FROM judged j
  WHERE o.id = j.id AND j.status = 'PENDING_PAYMENT' AND j.now < j.expires_at AND j.total_amount = ? AND j.currency = ?
  RETURNING o.id, o.paid_at),
logged AS (
  INSERT INTO order_event (order_id, type, at, source, data)
  SELECT id, 'PAID', paid_at, 'REQUEST', jsonb_build_object('reference', ?::text) FROM paid),
settled AS (
  DELETE FROM task_failure f USING paid WHERE f.kind = 'CANCEL_UNPAID' AND f.order_id = paid.id)
SELECT j.status, j.currency, j.total_amount, j.now < j.expires_at AS in_time,
       EXISTS (SELECT FROM paid) AS paid, j.lines @> '[{"reserved": true}]' AS reserves
FROM judged j
