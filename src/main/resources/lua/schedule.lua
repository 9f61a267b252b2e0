-- schedule: sets the due times of tasks; a lease and the attempts they had are forgotten, so a late ack finds nothing.
-- KEYS due (ZSET), leased (ZSET), claims (HASH)
-- ARGV for each task, at most 500: due time, ms since 1970; member
-- Reply how many are now due that were not
-- Cut short: a task is due, and leased or claimed beside; it is claimed anew.

local members = {}
for i = 2, #ARGV, 2 do
  members[#members + 1] = ARGV[i]
end
local added = redis.call('ZADD', KEYS[1], unpack(ARGV))
redis.call('ZREM', KEYS[2], unpack(members))
redis.call('HDEL', KEYS[3], unpack(members))
return added
