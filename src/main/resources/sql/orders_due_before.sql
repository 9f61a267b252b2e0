-- Locks one page of the unpaid orders that would be cancelled before a time, in the order of their ids.
-- In: the time, only orders placed before, most rows.
SELECT id FROM orders WHERE id IN (
  SELECT id FROM orders WHERE status = 'PENDING_PAYMENT' AND cancel_at < ? AND placed_at < ?
  ORDER BY cancel_at, id LIMIT ?)
ORDER BY id FOR UPDATE
