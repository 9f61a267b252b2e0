-- Takes the lock of an idempotency key if it is free, then looks the key up: two statements in one round trip, each
-- with a snapshot of its own, so that the second sees what the last holder of the lock committed.
-- In: the lock's two numbers; caller, route, key.
SELECT pg_try_advisory_xact_lock(?, ?);
SELECT fingerprint, status, location, content_type, body
FROM idempotency_key
WHERE caller = ? AND route = ? AND key = ? AND kept_until > clock_timestamp()
