-- ack: ends tasks that were dealt with, where the claim still holds them.
-- KEYS leased (ZSET), claims (HASH)
-- ARGV for each task, at most 500: member; token of its claim
-- Reply how many were still held
-- Cut short: a claim without a lease, which is an orphan.

local members, held = {}, {}
for i = 1, #ARGV, 2 do
  members[#members + 1] = ARGV[i]
end
for i, claim in ipairs(redis.call('HMGET', KEYS[2], unpack(members))) do
  if claim and string.match(claim, '^%d+|%d+|(.*)$') == ARGV[2 * i] then
    held[#held + 1] = members[i]
  end
end
if #held > 0 then
  redis.call('ZREM', KEYS[1], unpack(held))
  redis.call('HDEL', KEYS[2], unpack(held))
end
return #held
