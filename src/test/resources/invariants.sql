-- What must never be, whatever failed. Each query returns what violates the guarantee that its title names, and so
-- no row when all is well. Schema "faults" holds what callers were told and the stock that was there at first.

-- S1 a closed order has exactly one closing event, an open order none
SELECT o.id FROM orders o LEFT JOIN order_event e ON e.order_id = o.id AND e.type IN ('PAID', 'CANCELLED')
GROUP BY o.id HAVING count(e.id) <> CASE o.status WHEN 'PENDING_PAYMENT' THEN 0 ELSE 1 END;

-- S1 the closing event says what the row says
SELECT o.id FROM orders o JOIN order_event e ON e.order_id = o.id AND e.type IN ('PAID', 'CANCELLED')
WHERE e.type <> o.status OR e.at <> coalesce(o.paid_at, o.cancelled_at);

-- S1 an order's timeline begins with its placing
SELECT id FROM orders o
WHERE (SELECT count(*) FROM order_event e WHERE e.order_id = o.id AND e.type = 'PLACED') <> 1;

-- S2 none was cancelled for non-payment before its deadline
SELECT id FROM orders WHERE cancel_reason = 'PAYMENT_TIMEOUT' AND cancelled_at < greatest(cancel_at, expires_at);

-- S2 no payment was accepted at the deadline or after it
SELECT id FROM orders WHERE status = 'PAID' AND paid_at >= expires_at AND total_amount > 0;

-- S2 no capture was refused as late while the order was pending and in time
SELECT p.id FROM payment p JOIN orders o ON o.id = p.order_id
WHERE p.answer = 'ORDER_EXPIRED' AND p.received_at < o.expires_at;

-- S3 a paid order has exactly one accepted capture, any other none
SELECT o.id FROM orders o LEFT JOIN payment p ON p.order_id = o.id AND p.status = 'ACCEPTED'
GROUP BY o.id HAVING count(p.id) <> CASE WHEN o.status = 'PAID' AND o.total_amount > 0 THEN 1 ELSE 0 END;

-- S3 every capture that was answered is a row
SELECT t.reference FROM faults.told t LEFT JOIN payment p ON p.reference = t.reference
WHERE t.what IN ('PAID', 'REFUSED') AND p.id IS NULL;

-- S3 the row says what the capture was answered
SELECT t.reference FROM faults.told t JOIN payment p ON p.reference = t.reference
WHERE t.what IN ('PAID', 'REFUSED') AND (t.what = 'PAID') <> (p.answer = 'ACCEPTED');

-- S4 nothing was granted before its time
SELECT s.order_id FROM subsidy s JOIN orders o ON o.id = s.order_id
CROSS JOIN LATERAL jsonb_to_recordset(o.tiers) AS p (tier int, "afterMs" bigint)
WHERE p.tier = s.tier AND s.granted_at < o.placed_at + p."afterMs" * interval '1 ms';

-- S4 nothing was granted after the order had left the hall
SELECT s.order_id FROM subsidy s JOIN orders o ON o.id = s.order_id
WHERE s.granted_at > least(o.grabbed_at, o.cancelled_at);

-- S4 the grants of a cancelled order are void, all others stand
SELECT s.order_id FROM subsidy s JOIN orders o ON o.id = s.order_id
WHERE (s.status = 'VOID') <> (o.status = 'CANCELLED');

-- S4 the row counts the grants that the ledger holds
SELECT o.id FROM orders o
LEFT JOIN LATERAL (
  SELECT count(*) AS tiers, coalesce(sum(s.amount), 0) AS amount FROM subsidy s
  WHERE s.order_id = o.id AND s.status = 'GRANTED') s ON true
WHERE cardinality(o.tiers_granted) <> s.tiers OR o.subsidy_amount <> s.amount;

-- S4 each grant stands in the timeline once
SELECT s.order_id FROM subsidy s
WHERE (SELECT count(*) FROM order_event e WHERE e.order_id = s.order_id AND e.type = 'SUBSIDY_GRANTED'
       AND (e.data ->> 'tier')::int = s.tier) <> 1;

-- S5 every order that was answered exists
SELECT t.order_id FROM faults.told t LEFT JOIN orders o ON o.id = t.order_id WHERE o.id IS NULL;

-- S5 no order was placed twice under one key
SELECT customer_id FROM orders WHERE customer_id LIKE 'load-%' GROUP BY customer_id HAVING count(*) > 1;

-- S5 what was answered as cancelled is cancelled
SELECT o.id FROM faults.told t JOIN orders o ON o.id = t.order_id WHERE t.what = 'CANCELLED' AND o.status <> 'CANCELLED';

-- S5 who was told to have the order has it
SELECT o.id FROM faults.told t JOIN orders o ON o.id = t.order_id
WHERE t.what = 'GRABBED' AND o.grabbed_by IS DISTINCT FROM t.reference;

-- S6 what is reserved is what open orders reserve
SELECT s.sku FROM stock s
WHERE s.reserved <> (
  SELECT coalesce(sum(l.quantity), 0) FROM orders o
  CROSS JOIN LATERAL jsonb_to_recordset(o.lines) AS l (sku text, quantity bigint, reserved boolean)
  WHERE o.status = 'PENDING_PAYMENT' AND l.sku = s.sku AND l.reserved);

-- S6 what is gone from the stock is what paid orders took
SELECT s.sku FROM stock s JOIN faults.stock f ON f.sku = s.sku
WHERE f.on_hand - s.on_hand <> (
  SELECT coalesce(sum(l.quantity), 0) FROM orders o
  CROSS JOIN LATERAL jsonb_to_recordset(o.lines) AS l (sku text, quantity bigint, reserved boolean)
  WHERE o.status = 'PAID' AND l.sku = s.sku AND l.reserved);

-- L1 nothing that is due is left undone, unless it was set aside
SELECT t.order_id FROM (
  SELECT order_id, due_at FROM task_cancel_unpaid UNION ALL SELECT order_id, due_at FROM task_subsidy) t
WHERE t.due_at < clock_timestamp() - interval '1 s'
  AND NOT EXISTS (SELECT FROM task_failure f WHERE f.order_id = t.order_id);
