-- orphans: reads one page of the claims for those that no worker can hold, and on demand removes them: what cannot be
-- read, what has neither a lease nor a due entry, a token without a lease, a lease without a token.
-- KEYS due (ZSET), leased (ZSET), claims (HASH)
-- ARGV cursor, 0 to begin; about how many; 1 to repair, else 0
-- Reply {next cursor, 0 after the last page; how many were read; then the members that were orphans}
-- Cut short: some were repaired.

local repair = ARGV[3] == '1'
local page = redis.call('HSCAN', KEYS[3], ARGV[1], 'COUNT', ARGV[2])

local function is_orphan(member, claim)
  local token = string.match(claim, '^[1-9]%d?%d?%d?%d?%d?|%d+|(.*)$')
  if redis.call('ZSCORE', KEYS[2], member) then
    return not token or token == ''
  end
  return token ~= '' or not redis.call('ZSCORE', KEYS[1], member)
end

local reply = {page[1], #page[2] / 2}
for i = 1, #page[2], 2 do
  if is_orphan(page[2][i], page[2][i + 1]) then
    reply[#reply + 1] = page[2][i]
    if repair then
      redis.call('HDEL', KEYS[3], page[2][i])
    end
  end
end
return reply
