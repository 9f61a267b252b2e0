-- Reserves quantities of the SKUs that are registered, where they suffice. The caller holds the SKUs' locks.
-- In: skus and quantities as two arrays, no SKU twice. Out: one row per registered SKU, whether it was reserved, and what was free.
WITH asked AS MATERIALIZED (SELECT * FROM unnest(?::text[], ?::bigint[]) AS a (sku, quantity)),
locked AS MATERIALIZED (
  SELECT sku, on_hand - reserved AS available FROM stock WHERE sku IN (SELECT sku FROM asked)),
reserved AS (
  UPDATE stock s SET reserved = s.reserved + a.quantity
  FROM asked a, locked l
  WHERE s.sku = a.sku AND l.sku = a.sku AND l.available >= a.quantity
  RETURNING s.sku)
SELECT l.sku, l.available, r.sku IS NOT NULL AS reserved FROM locked l LEFT JOIN reserved r USING (sku)
