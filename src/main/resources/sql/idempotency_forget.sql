-- Forgets a page of the answers that are kept no longer, the oldest first. now() and not clock_timestamp(), which no
-- index could be asked for.
-- In: most rows.
DELETE FROM idempotency_key
WHERE (caller, route, key) IN (
  SELECT caller, route, key FROM idempotency_key
  WHERE kept_until <= now()
  ORDER BY kept_until LIMIT ? FOR UPDATE SKIP LOCKED)
