-- counts: what one shard holds of one kind.
-- KEYS due (ZSET), leased (ZSET), claims (HASH), malformed (ZSET)
-- ARGV the database's clock minus this server's, ms
-- Reply {entries whose time has not come, entries whose time has come, leased, waiting after a failure, malformed,
--   how long the oldest entry has been due in ms, 0 if none is}
-- Writes nothing.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
local due = redis.call('ZCOUNT', KEYS[1], '-inf', now)
local leased = redis.call('ZCARD', KEYS[2])
return {
  redis.call('ZCARD', KEYS[1]) - due,
  due,
  leased,
  math.max(redis.call('HLEN', KEYS[3]) - leased, 0),
  redis.call('ZCARD', KEYS[4]),
  oldest and math.min(math.max(now - tonumber(oldest), 0), now) or 0
}
