-- release: gives tasks back without counting the attempt: at their due time, or where that has passed, after the delay.
-- KEYS due (ZSET), leased (ZSET), claims (HASH)
-- ARGV the database's clock minus this server's, ms;
--   for each task, at most 500: member; token of its claim; due time, ms since 1970; delay, ms, 0 for at once
-- Reply how many were still held
-- Cut short: a task is due and leased; it is claimed anew.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
local given_back = 0
for i = 2, #ARGV, 4 do
  local member, due, delay = ARGV[i], ARGV[i + 2], tonumber(ARGV[i + 3])
  local claim = redis.call('HGET', KEYS[3], member)
  local attempts, token = string.match(claim or '', '^(%d+)|%d+|(.*)$')
  if token == ARGV[i + 1] then
    local passed = tonumber(due) <= now
    redis.call('ZADD', KEYS[1], passed and delay > 0 and now + delay or due, member)
    if tonumber(attempts) > 1 then
      redis.call('HSET', KEYS[3], member, (attempts - 1) .. '|' .. due .. '|')
    else
      redis.call('HDEL', KEYS[3], member)
    end
    redis.call('ZREM', KEYS[2], member)
    given_back = given_back + 1
  end
end
return given_back
