-- Keeps an answer under its key, in the place of one that is kept no longer; no row if another one still is.
-- In: caller, route, key, fingerprint, status, location, content type, body.
INSERT INTO idempotency_key AS k (caller, route, key, fingerprint, status, location, content_type, body)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (caller, route, key) DO UPDATE
SET fingerprint = excluded.fingerprint, status = excluded.status, location = excluded.location,
    content_type = excluded.content_type, body = excluded.body, kept_until = excluded.kept_until
WHERE k.kept_until <= clock_timestamp()
