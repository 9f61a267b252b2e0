-- renew: extends the leases of tasks that the claim still holds.
-- KEYS leased (ZSET), claims (HASH)
-- ARGV lease from now, ms; for each task, at most 500: member; token of its claim
-- Reply how many were still held
-- Cut short: some leases were extended.

local time = redis.call('TIME')
local lease_end = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
local held = 0
for i = 2, #ARGV, 2 do
  local claim = redis.call('HGET', KEYS[2], ARGV[i])
  if string.match(claim or '', '^%d+|%d+|(.*)$') == ARGV[i + 1] then
    redis.call('ZADD', KEYS[1], lease_end, ARGV[i])
    held = held + 1
  end
end
return held
