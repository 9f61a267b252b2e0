-- retry: gives tasks back after a failure, to be claimed later; the attempt and the first due time are kept.
-- KEYS due (ZSET), leased (ZSET), claims (HASH)
-- ARGV the database's clock minus this server's, ms; for each task, at most 500: member; token of its claim; delay, ms
-- Reply how many were still held
-- Cut short: a task is due and leased; it is claimed anew.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
local given_back = 0
for i = 2, #ARGV, 3 do
  local claim = redis.call('HGET', KEYS[3], ARGV[i])
  local kept, token = string.match(claim or '', '^(%d+|%d+|)(.*)$')
  if token == ARGV[i + 1] then
    redis.call('ZADD', KEYS[1], now + tonumber(ARGV[i + 2]), ARGV[i])
    redis.call('HSET', KEYS[3], ARGV[i], kept)
    redis.call('ZREM', KEYS[2], ARGV[i])
    given_back = given_back + 1
  end
end
return given_back
