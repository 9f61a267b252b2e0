-- move_if_unchanged: moves due times, where a task is due at the time expected and was never tried.
-- KEYS due (ZSET), claims (HASH)
-- ARGV for each task, at most 500: member; expected due time, ms since 1970; new due time, ms since 1970
-- Reply how many were moved
-- Cut short: some were moved.

-- As the caller reads a score: whole ms, within 64 bits
local function ms(score)
  return math.min(math.max(math.floor(tonumber(score)), -2 ^ 63), 2 ^ 63)
end

local moved = 0
for i = 1, #ARGV, 3 do
  local score = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if score and ms(score) == tonumber(ARGV[i + 1]) and redis.call('HEXISTS', KEYS[2], ARGV[i]) == 0 then
    redis.call('ZADD', KEYS[1], ARGV[i + 2], ARGV[i])
    moved = moved + 1
  end
end
return moved
