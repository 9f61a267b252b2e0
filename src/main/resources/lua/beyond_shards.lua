-- beyond_shards: says what a shard still holds that is not in use any more, and on demand empties it.
-- KEYS due (ZSET), leased (ZSET), claims (HASH), malformed (ZSET), set_aside (any)
-- ARGV 1 to empty it, else 0
-- Reply how many tasks it held
-- Cut short: nothing was emptied.

local CARDINALITY = {none = false, zset = 'ZCARD', hash = 'HLEN'}

-- What is of any other type counts as one.
local function size(key)
  local cardinality = CARDINALITY[redis.call('TYPE', key).ok]
  return cardinality and redis.call(cardinality, key) or cardinality == nil and 1 or 0
end

local held = math.max(size(KEYS[1]) + size(KEYS[2]), size(KEYS[3]))
if ARGV[1] == '1' then
  redis.call('UNLINK', unpack(KEYS))
end
return held
