-- Grants subsidy tiers to orders that still stand in the hall, where due and not yet granted; one ledger row and one
-- event each. The caller holds the rows' locks; each is judged by the clock as it is now.
-- In: orders and tiers as two arrays of the same length, source of the event. Out: one row per tier.
WITH asked AS MATERIALIZED (
  SELECT ?::uuid[] AS ids, ?::int[] AS tiers, ?::text AS source),
locked AS MATERIALIZED (
  SELECT id, status, grabbed_at, placed_at, tiers, tiers_granted FROM orders
  WHERE id = ANY ((SELECT ids FROM asked)::uuid[])),
clocked AS MATERIALIZED (
  SELECT *, date_trunc('milliseconds', clock_timestamp()) AS now FROM locked),
judged AS MATERIALIZED (
  SELECT c.id, t.tier, p.amount, c.placed_at + p."afterMs" * interval '1 ms' AS due_at, c.now,
         c.status <> 'CANCELLED' AND c.grabbed_at IS NULL AND p.tier IS NOT NULL AND t.tier <> ALL (c.tiers_granted) AS open
  FROM asked a, unnest(a.ids, a.tiers) AS t (id, tier)
  JOIN clocked c USING (id)
  LEFT JOIN LATERAL jsonb_to_recordset(c.tiers) AS p (tier int, "afterMs" bigint, amount bigint) ON p.tier = t.tier),
granted AS (
  INSERT INTO subsidy (order_id, tier, amount, status, granted_at)
  SELECT DISTINCT id, tier, amount, 'GRANTED', now FROM judged WHERE open AND due_at <= now
  RETURNING order_id, tier, amount),
kept AS (
  UPDATE orders o
  SET tiers_granted = c.tiers_granted || g.tiers,
      subsidy_amount = o.subsidy_amount + g.amount,
      next_subsidy_at = (
        SELECT min(c.placed_at + p."afterMs" * interval '1 ms')
        FROM jsonb_to_recordset(c.tiers) AS p (tier int, "afterMs" bigint)
        WHERE p.tier <> ALL (c.tiers_granted || g.tiers))
  FROM clocked c
  JOIN (SELECT order_id, array_agg(tier) AS tiers, sum(amount)::bigint AS amount FROM granted GROUP BY order_id) g
    ON g.order_id = c.id
  WHERE o.id = c.id),
logged AS (
  INSERT INTO order_event (order_id, type, at, source, due_at, data)
  SELECT j.id, 'SUBSIDY_GRANTED', j.now, a.source, j.due_at, jsonb_build_object('tier', j.tier, 'amount', j.amount)
  FROM granted g JOIN judged j ON j.id = g.order_id AND j.tier = g.tier, asked a),
settled AS (
  DELETE FROM task_failure f USING granted g WHERE f.kind = 'SUBSIDY' AND f.order_id = g.order_id AND f.tier = g.tier)
SELECT id, tier, due_at, now, open FROM judged
