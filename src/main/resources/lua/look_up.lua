-- look_up: says how each of the tasks stands.
-- KEYS due (ZSET), leased (ZSET), claims (HASH)
-- ARGV for each task, at most 500: member
-- Reply for each task: ABSENT, DUE or LEASED; its score, 0 when absent; attempts
-- Writes nothing.

local reply = {}
for _, member in ipairs(ARGV) do
  local leased = redis.call('ZSCORE', KEYS[2], member)
  local due = not leased and redis.call('ZSCORE', KEYS[1], member)
  local claim = redis.call('HGET', KEYS[3], member)
  reply[#reply + 1] = leased and 'LEASED' or due and 'DUE' or 'ABSENT'
  reply[#reply + 1] = leased or due or '0'
  reply[#reply + 1] = tonumber(string.match(claim or '', '^(%d+)|') or 0)
end
return reply
