-- Reads all that some slots hold.
-- KEYS for each slot: due (ZSET), leased (ZSET), claims (HASH), malformed (ZSET)
-- Reply for each slot: due with scores; leased with scores; claims; malformed
local reply = {}
for i = 1, #KEYS, 4 do
  reply[#reply + 1] = redis.call('ZRANGE', KEYS[i], 0, -1, 'WITHSCORES')
  reply[#reply + 1] = redis.call('ZRANGE', KEYS[i + 1], 0, -1, 'WITHSCORES')
  reply[#reply + 1] = redis.call('HGETALL', KEYS[i + 2])
  reply[#reply + 1] = redis.call('ZRANGE', KEYS[i + 3], 0, -1)
end
return reply
