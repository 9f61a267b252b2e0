-- Hands an order that stands in the hall to a courier. The caller holds the row's lock. In: order, courier.
-- Out: no row (no such order), or how the order stood and whether this courier now has it.
WITH locked AS MATERIALIZED (
  SELECT id, status, expires_at, grabbed_by FROM orders WHERE id = ?),
judged AS MATERIALIZED (
  SELECT *, ?::text AS courier, date_trunc('milliseconds', clock_timestamp()) AS now FROM locked),
grabbed AS (
  UPDATE orders o SET grabbed_by = j.courier, grabbed_at = j.now, next_subsidy_at = NULL
  FROM judged j
  WHERE o.id = j.id AND j.grabbed_by IS NULL
    AND (j.status = 'PAID' OR (j.status = 'PENDING_PAYMENT' AND j.now < j.expires_at))
  RETURNING o.id, o.grabbed_by, o.grabbed_at),
logged AS (
  INSERT INTO order_event (order_id, type, at, source, data)
  SELECT id, 'GRABBED', grabbed_at, 'REQUEST', jsonb_build_object('courierId', grabbed_by) FROM grabbed),
settled AS (
  DELETE FROM task_failure f USING grabbed g WHERE f.kind = 'SUBSIDY' AND f.order_id = g.id)
SELECT j.status, j.now < j.expires_at AS in_time, j.grabbed_by, EXISTS (SELECT FROM grabbed) AS grabbed
FROM judged j
