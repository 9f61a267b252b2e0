-- What was answered under the keys that callers gave, kept for a day in the transaction of the work itself.
CREATE TABLE idempotency_key (
  caller       text           NOT NULL, -- the customer, or what the path names: an order, a payment, a kind ...
  route        text           NOT NULL,
  key          text           NOT NULL,
  fingerprint  text           NOT NULL CHECK (length(fingerprint) = 64), -- SHA-256 of the request, in hex
  status       int            NOT NULL CHECK (status BETWEEN 200 AND 499),
  location     text,
  content_type text,
  body         text           NOT NULL,
  kept_until   timestamptz(3) NOT NULL DEFAULT clock_timestamp() + interval '24 hours',
  PRIMARY KEY (caller, route, key)
);
CREATE INDEX idempotency_key_expiry ON idempotency_key (kept_until);
