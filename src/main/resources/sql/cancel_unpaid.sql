-- Cancels orders that are still unpaid, at once or only where they are due, in one statement for the whole batch.
-- The caller holds the rows' locks; each is judged by the clock as it is now.
-- Leaving the hall belongs to the cancel; grants, failures and stock are settled by the statements that follow.
-- In: ids, reason, source of the event, whether only due ones. Out: one row per order,
-- with the tiers that the cancel took the ground from.
WITH asked AS MATERIALIZED (SELECT ?::uuid[] AS ids, ?::text AS reason, ?::text AS source, ?::boolean AS only_due),
locked AS MATERIALIZED (
  SELECT id, status, cancel_at, tiers_granted, lines, next_subsidy_at, tiers FROM orders
  WHERE id = ANY ((SELECT ids FROM asked)::uuid[])),
judged AS MATERIALIZED (
  SELECT *, date_trunc('milliseconds', clock_timestamp()) AS now FROM locked),
cancelled AS (
  UPDATE orders o
  SET status = 'CANCELLED', cancel_reason = a.reason, cancelled_at = j.now, next_subsidy_at = NULL, tiers_granted = '{}', subsidy_amount = 0
  FROM judged j, asked a
  WHERE o.id = j.id AND j.status = 'PENDING_PAYMENT' AND (j.cancel_at <= j.now OR NOT a.only_due)
  RETURNING o.id, o.cancelled_at, o.cancel_at, a.reason, a.source),
logged AS (
  INSERT INTO order_event (order_id, type, at, source, due_at, data)
  SELECT id, 'CANCELLED', cancelled_at, source, CASE WHEN reason = 'PAYMENT_TIMEOUT' THEN cancel_at END,
         jsonb_build_object('reason', reason)
  FROM cancelled)
SELECT j.id, j.status, j.cancel_at, j.now, c.id IS NOT NULL AS cancelled, j.lines @> '[{"reserved": true}]' AS reserves,
       CASE WHEN c.id IS NOT NULL AND j.next_subsidy_at IS NOT NULL
            THEN ARRAY (SELECT tier FROM jsonb_to_recordset(j.tiers) AS p (tier int) WHERE tier <> ALL (j.tiers_granted)) END AS open_tiers
FROM judged j LEFT JOIN cancelled c ON c.id = j.id
