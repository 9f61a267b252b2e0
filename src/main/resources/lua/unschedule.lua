-- unschedule: removes tasks, whether due or leased; unknown ones are no error.
-- KEYS due (ZSET), leased (ZSET), claims (HASH)
-- ARGV for each task, at most 500: member
-- Reply how many were due or leased
-- Cut short: a lease without a claim, or a claim without a lease; either is an orphan.

local removed = redis.call('ZREM', KEYS[1], unpack(ARGV)) + redis.call('ZREM', KEYS[2], unpack(ARGV))
redis.call('HDEL', KEYS[3], unpack(ARGV))
return removed
