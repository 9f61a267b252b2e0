-- Runs of the reconciliation. A run lives as long as somebody holds the lock; "abandoned" says that nobody does.
-- In: the lock's number; then what the caller adds.
SELECT id, status, dry_run, started_at, finished_at, scanned_orders, scanned_entries,
       overdue, missing, drifted, ghost, orphaned, repaired, error,
       status = 'RUNNING' AND NOT EXISTS (
         SELECT FROM pg_locks
         WHERE locktype = 'advisory' AND granted AND classid = ?::int::oid AND objid = 0 AND objsubid = 2
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS abandoned
FROM reconciliation_run
