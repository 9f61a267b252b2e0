-- A worker signs that it is alive, and forgets those that have not signed for a minute. In: id, host, pid, tasks it holds.
WITH gone AS (DELETE FROM worker WHERE seen_at < clock_timestamp() - interval '1 minute')
INSERT INTO worker (id, host, pid, started_at, seen_at, holding)
VALUES (?, ?, ?, clock_timestamp(), clock_timestamp(), ?)
ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, holding = excluded.holding
