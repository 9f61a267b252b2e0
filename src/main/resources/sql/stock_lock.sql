-- Locks, in the order of their names, the SKUs that these orders reserved. In: orders.
SELECT sku FROM stock
WHERE sku IN (
  SELECT l.sku FROM orders o, jsonb_to_recordset(o.lines) AS l (sku text, reserved boolean)
  WHERE o.id = ANY (?) AND l.reserved)
ORDER BY sku FOR UPDATE
