-- Takes what these orders reserved out of the stock. In: orders.
UPDATE stock s SET reserved = s.reserved - held.quantity, on_hand = s.on_hand - held.quantity
FROM (
  SELECT l.sku, sum(l.quantity)::bigint AS quantity
  FROM orders o, jsonb_to_recordset(o.lines) AS l (sku text, quantity bigint, reserved boolean)
  WHERE o.id = ANY (?) AND l.reserved GROUP BY l.sku) held
WHERE s.sku = held.sku
