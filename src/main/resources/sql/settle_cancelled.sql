-- Voids the grants of cancelled orders and forgets the failures of their tasks. In: orders, twice.
UPDATE subsidy SET status = 'VOID' WHERE order_id = ANY (?) AND status = 'GRANTED';
DELETE FROM task_failure WHERE order_id = ANY (?)
