-- undo_if_unchanged: makes tasks due as if nobody had touched them, or removes them, where they still stand as was seen.
-- KEYS due (ZSET), leased (ZSET), claims (HASH)
-- ARGV for each task, at most 500: member; DUE or LEASED; its due time or lease end as seen, ms since 1970; attempts as
--   seen; new due time, ms since 1970, or empty to remove the task
-- Reply how many were put right
-- Cut short: a task is due, and leased or claimed beside; it is claimed anew.

-- As the caller reads a score: whole ms, within 64 bits
local function ms(score)
  return math.min(math.max(math.floor(tonumber(score)), -2 ^ 63), 2 ^ 63)
end

local function stands(member, state, at, attempts)
  local leased = redis.call('ZSCORE', KEYS[2], member)
  local score = leased or redis.call('ZSCORE', KEYS[1], member)
  local claim = redis.call('HGET', KEYS[3], member)
  return score and (leased and 'LEASED' or 'DUE') == state and ms(score) == tonumber(at)
      and tonumber(string.match(claim or '', '^(%d+)|') or 0) == tonumber(attempts)
end

local undone = 0
for i = 1, #ARGV, 5 do
  local member, due = ARGV[i], ARGV[i + 4]
  if stands(member, ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]) then
    if due == '' then
      redis.call('ZREM', KEYS[1], member)
    else
      redis.call('ZADD', KEYS[1], due, member)
    end
    redis.call('ZREM', KEYS[2], member)
    redis.call('HDEL', KEYS[3], member)
    undone = undone + 1
  end
end
return undone
