-- Writes how far a run is, or how it ended, unless somebody else has ended it.
-- In: orders, entries, overdue, missing, drifted, ghost, orphaned, repaired; status, status again, error; id.
UPDATE reconciliation_run
SET scanned_orders = ?, scanned_entries = ?, overdue = ?, missing = ?, drifted = ?, ghost = ?, orphaned = ?,
    repaired = ?, status = ?, finished_at = CASE WHEN ? <> 'RUNNING' THEN clock_timestamp() END, error = ?
WHERE id = ? AND status = 'RUNNING'
