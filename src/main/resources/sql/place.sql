-- Places an order: its row, and the events PLACED and, where nothing is to be paid, PAID. Times are the database's.
-- In: id, customer, currency, total, lines, tiers, window in ms, first tier after ms (null: no tiers).
-- Out: placed_at, expires_at.
WITH asked AS MATERIALIZED (
  SELECT ?::uuid AS id, ?::text AS customer_id, ?::text AS currency, ?::bigint AS total, ?::jsonb AS lines, ?::jsonb AS tiers,
         ?::bigint * interval '1 ms' AS payment_window, ?::bigint * interval '1 ms' AS first_tier_after,
         date_trunc('milliseconds', clock_timestamp()) AS now),
placed AS (
  INSERT INTO orders (id, customer_id, status, currency, total_amount, lines, tiers,
                      placed_at, expires_at, cancel_at, paid_at, next_subsidy_at)
  SELECT id, customer_id, CASE WHEN total = 0 THEN 'PAID' ELSE 'PENDING_PAYMENT' END, currency, total, lines, tiers,
         now, now + payment_window, now + payment_window, CASE WHEN total = 0 THEN now END, now + first_tier_after
  FROM asked
  RETURNING id, placed_at, expires_at, paid_at),
logged AS (
  INSERT INTO order_event (order_id, type, at, source, data)
  SELECT id, 'PLACED', placed_at, 'REQUEST', jsonb_build_object('cancelAtMs', (extract(epoch FROM expires_at) * 1000)::bigint)
  FROM placed
  UNION ALL
  SELECT id, 'PAID', paid_at, 'REQUEST', NULL FROM placed WHERE paid_at IS NOT NULL)
SELECT placed_at, expires_at FROM placed
