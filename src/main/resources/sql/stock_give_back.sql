-- Gives back what these orders reserved; a SKU that several of them hold is changed once, by the sum. In: orders.
UPDATE stock s SET reserved = s.reserved - held.quantity
FROM (
  SELECT l.sku, sum(l.quantity)::bigint AS quantity
  FROM orders o, jsonb_to_recordset(o.lines) AS l (sku text, quantity bigint, reserved boolean)
  WHERE o.id = ANY (?) AND l.reserved GROUP BY l.sku) held
WHERE s.sku = held.sku
