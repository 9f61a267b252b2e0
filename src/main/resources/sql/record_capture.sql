-- Keeps a capture with its first answer; one that was refused for a known order stands in that order's timeline too.
-- In: id, reference, order, amount, currency, status, answer.
WITH recorded AS (
  INSERT INTO payment (id, reference, order_id, amount, currency, status, answer)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  RETURNING *)
INSERT INTO order_event (order_id, type, at, source, data)
SELECT order_id, 'PAYMENT_REFUSED', received_at, 'REQUEST',
       jsonb_build_object('reference', reference, 'amount', amount, 'currency', currency, 'answer', answer)
FROM recorded WHERE status = 'REFUND_DUE'
