-- The schema repeats the invariants that the service promises, so that no path around the code can break them.
-- Times are timestamptz(3): deadlines are exact to the ms, as the timers' scores are. Amounts are minor units.
-- Children of an order carry no foreign key: orders are never deleted, and a key check per event row would cost
-- every placing and every cancel a look-up of a row that the same transaction holds.

CREATE TABLE orders (
  id              uuid PRIMARY KEY,
  customer_id     text           NOT NULL,
  status          text           NOT NULL CHECK (status IN ('PENDING_PAYMENT', 'PAID', 'CANCELLED')),
  cancel_reason   text           CHECK (cancel_reason IN ('PAYMENT_TIMEOUT', 'CUSTOMER', 'OPERATOR')),
  currency        text           NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  total_amount    bigint         NOT NULL CHECK (total_amount >= 0),
  lines           jsonb          NOT NULL, -- [{sku, quantity, unitAmount, reserved}], never changed
  tiers           jsonb          NOT NULL, -- [{tier, afterMs, amount}], the subsidy plan it was placed under
  placed_at       timestamptz(3) NOT NULL,
  expires_at      timestamptz(3) NOT NULL, -- a payment is accepted before this
  cancel_at       timestamptz(3) NOT NULL, -- timer, guard and sweep cancel at this
  paid_at         timestamptz(3),
  cancelled_at    timestamptz(3),
  grabbed_by      text,
  grabbed_at      timestamptz(3),
  next_subsidy_at timestamptz(3),          -- earliest tier not yet in the ledger; NULL out of the hall
  tiers_granted   int[]          NOT NULL DEFAULT '{}', -- the ledger's tiers, so that the row alone implies its timers
  subsidy_amount  bigint         NOT NULL DEFAULT 0,    -- what the ledger grants, minor units; 0 once cancelled

  CONSTRAINT cancel_not_before_expiry CHECK (cancel_at >= expires_at),
  CONSTRAINT paid_has_time CHECK ((status = 'PAID') = (paid_at IS NOT NULL)),
  CONSTRAINT cancelled_has_time_and_reason CHECK (
    (status = 'CANCELLED') = (cancelled_at IS NOT NULL) AND (status = 'CANCELLED') = (cancel_reason IS NOT NULL)),
  CONSTRAINT timeout_not_before_cancel_at CHECK (cancel_reason <> 'PAYMENT_TIMEOUT' OR cancelled_at >= cancel_at),
  CONSTRAINT paid_in_time CHECK (paid_at < expires_at OR total_amount = 0),
  CONSTRAINT grab_has_courier CHECK ((grabbed_by IS NULL) = (grabbed_at IS NULL)),
  CONSTRAINT no_subsidy_out_of_hall CHECK (
    next_subsidy_at IS NULL OR (grabbed_at IS NULL AND status <> 'CANCELLED'))
) WITH (fillfactor = 85);

-- Only open rows stand in these three, so a sweep costs what is open, not what ever was.
CREATE INDEX orders_cancel_due  ON orders (cancel_at, id) WHERE status = 'PENDING_PAYMENT';
CREATE INDEX orders_subsidy_due ON orders (next_subsidy_at, id) WHERE next_subsidy_at IS NOT NULL;
CREATE INDEX orders_in_hall     ON orders (subsidy_amount DESC, placed_at, id)
  WHERE grabbed_at IS NULL AND status <> 'CANCELLED';
-- The lists, newest first.
CREATE INDEX orders_placed      ON orders (placed_at, id);
CREATE INDEX orders_customer    ON orders (customer_id, placed_at, id);

-- Captures as the payment side reported them. Money that came too late, twice or wrong is a row too.
CREATE TABLE payment (
  id          uuid PRIMARY KEY,
  reference   text           NOT NULL UNIQUE,
  order_id    uuid           NOT NULL, -- as reported; no such order when UNMATCHED
  amount      bigint         NOT NULL CHECK (amount >= 0),
  currency    text           NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  status      text           NOT NULL CHECK (status IN ('ACCEPTED', 'REFUND_DUE', 'REFUNDED', 'UNMATCHED')),
  answer      text           NOT NULL, -- what the first report was answered, and every repeat is
  received_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  refunded_at timestamptz(3),
  CONSTRAINT refund_has_time CHECK ((status = 'REFUNDED') = (refunded_at IS NOT NULL)),
  CONSTRAINT accepted_is_answered_so CHECK ((status = 'ACCEPTED') = (answer = 'ACCEPTED'))
);
CREATE UNIQUE INDEX payment_one_accepted ON payment (order_id) WHERE status = 'ACCEPTED';
CREATE INDEX payment_of_order ON payment (order_id);
CREATE INDEX payment_refund_list ON payment (status, received_at, id) WHERE status IN ('REFUND_DUE', 'REFUNDED', 'UNMATCHED');

CREATE TABLE subsidy (
  order_id   uuid           NOT NULL,
  tier       int            NOT NULL CHECK (tier > 0),
  amount     bigint         NOT NULL CHECK (amount >= 0),
  status     text           NOT NULL CHECK (status IN ('GRANTED', 'VOID')),
  granted_at timestamptz(3) NOT NULL,
  PRIMARY KEY (order_id, tier)
) WITH (fillfactor = 90);

CREATE TABLE stock (
  sku      text   PRIMARY KEY,
  on_hand  bigint NOT NULL,
  reserved bigint NOT NULL DEFAULT 0,
  CONSTRAINT reserved_within_stock CHECK (0 <= reserved AND reserved <= on_hand)
) WITH (fillfactor = 50);

-- What happened, append-only.
CREATE TABLE order_event (
  id       bigserial      PRIMARY KEY,
  tx       xid8           NOT NULL DEFAULT pg_current_xact_id(),
  order_id uuid           NOT NULL,
  type     text           NOT NULL,
  at       timestamptz(3) NOT NULL,
  source   text           NOT NULL CHECK (source IN ('REQUEST', 'REDIS', 'SWEEP')),
  due_at   timestamptz(3), -- when it was due, for what a timer does
  data     jsonb
);
CREATE INDEX order_event_timeline ON order_event (order_id, id);
CREATE UNIQUE INDEX order_event_one_closing ON order_event (order_id) WHERE type IN ('PAID', 'CANCELLED');

-- Tasks that failed: waiting for another try, or dead and kept for a person.
CREATE TABLE task_failure (
  id       bigserial      PRIMARY KEY,
  kind     text           NOT NULL,
  order_id uuid           NOT NULL,
  tier     int            NOT NULL DEFAULT 0,
  due_at   timestamptz(3) NOT NULL,
  attempts int            NOT NULL CHECK (attempts > 0),
  error    text           NOT NULL,
  next_try timestamptz(3) NOT NULL,
  dead_at  timestamptz(3),
  UNIQUE (kind, order_id, tier)
);

-- A row: the kind is paused.
CREATE TABLE task_pause (
  kind      text           PRIMARY KEY,
  paused_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE worker (
  id           uuid           PRIMARY KEY,
  host         text           NOT NULL,
  pid          bigint         NOT NULL,
  started_at   timestamptz(3) NOT NULL,
  seen_at      timestamptz(3) NOT NULL,
  holding      int            NOT NULL
);

CREATE TABLE reconciliation_run (
  id              uuid           PRIMARY KEY,
  status          text           NOT NULL CHECK (status IN ('RUNNING', 'COMPLETED', 'FAILED', 'INTERRUPTED')),
  dry_run         boolean        NOT NULL,
  started_at      timestamptz(3) NOT NULL,
  finished_at     timestamptz(3),
  scanned_orders  bigint         NOT NULL DEFAULT 0,
  scanned_entries bigint         NOT NULL DEFAULT 0,
  overdue         bigint         NOT NULL DEFAULT 0,
  missing         bigint         NOT NULL DEFAULT 0,
  drifted         bigint         NOT NULL DEFAULT 0,
  ghost           bigint         NOT NULL DEFAULT 0,
  orphaned        bigint         NOT NULL DEFAULT 0,
  repaired        bigint         NOT NULL DEFAULT 0,
  error           text,
  CONSTRAINT finished_unless_running CHECK ((status = 'RUNNING') = (finished_at IS NULL))
);
CREATE INDEX reconciliation_run_list ON reconciliation_run (started_at, id);
CREATE UNIQUE INDEX reconciliation_run_one ON reconciliation_run (status) WHERE status = 'RUNNING';

CREATE TABLE operator_action (
  id     bigserial      PRIMARY KEY,
  who    text           NOT NULL,
  what   text           NOT NULL,
  target text           NOT NULL,
  data   jsonb,
  at     timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

-- Which timers the rows imply: one view per kind. due_at is the timer's time, row_due_at the indexed time of its row,
-- by which sweeps and reconciliations page. Tasks that gave up, or wait for another try, are in task_failure besides.
CREATE VIEW task_cancel_unpaid AS
SELECT id AS order_id, 0 AS tier, cancel_at AS due_at, cancel_at AS row_due_at, placed_at
FROM orders WHERE status = 'PENDING_PAYMENT';

CREATE VIEW task_subsidy AS
SELECT o.id AS order_id, p.tier, (o.placed_at + p."afterMs" * interval '1 ms')::timestamptz(3) AS due_at,
       o.next_subsidy_at AS row_due_at, o.placed_at
FROM orders o CROSS JOIN LATERAL jsonb_to_recordset(o.tiers) AS p (tier int, "afterMs" bigint)
WHERE o.next_subsidy_at IS NOT NULL AND p.tier <> ALL (o.tiers_granted);
