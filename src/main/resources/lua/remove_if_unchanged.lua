-- remove_if_unchanged: removes entries, with what is known of earlier attempts, where they are due at the time expected
-- and nobody holds a lease on them.
-- KEYS due (ZSET), leased (ZSET), claims (HASH)
-- ARGV for each entry, at most 500: member; expected due time, ms since 1970
-- Reply how many were removed
-- Cut short: a claim without a due entry, which is an orphan.

-- As the caller reads a score: whole ms, within 64 bits
local function ms(score)
  return math.min(math.max(math.floor(tonumber(score)), -2 ^ 63), 2 ^ 63)
end

local removed = 0
for i = 1, #ARGV, 2 do
  local score = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if score and ms(score) == tonumber(ARGV[i + 1]) and not redis.call('ZSCORE', KEYS[2], ARGV[i]) then
    redis.call('ZREM', KEYS[1], ARGV[i])
    redis.call('HDEL', KEYS[3], ARGV[i])
    removed = removed + 1
  end
end
return removed
