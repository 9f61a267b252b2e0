-- orphans: reads one page, of the claims (those that are neither due nor leased are orphans) or of the leases (those
-- without a claim are), and on demand removes such claims and lets such leases end now, for the next claim to take over.
-- KEYS due (ZSET), leased (ZSET), claims (HASH)
-- ARGV what to read, claims or leased; cursor, 0 to begin; about how many; 1 to repair, else 0
-- Reply {next cursor, 0 after the last page; how many were read; then the members that were orphans}
-- Cut short: some were repaired.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local of_claims, repair = ARGV[1] == 'claims', ARGV[4] == '1'
local page = redis.call(of_claims and 'HSCAN' or 'ZSCAN', KEYS[of_claims and 3 or 2], ARGV[2], 'COUNT', ARGV[3])

local function is_orphan(member)
  if of_claims then
    return not redis.call('ZSCORE', KEYS[1], member) and not redis.call('ZSCORE', KEYS[2], member)
  end
  return redis.call('HEXISTS', KEYS[3], member) == 0
end

local reply = {page[1], #page[2] / 2}
for i = 1, #page[2], 2 do
  local member = page[2][i]
  if is_orphan(member) then
    reply[#reply + 1] = member
    if repair and of_claims then
      redis.call('HDEL', KEYS[3], member)
    elseif repair then
      redis.call('ZADD', KEYS[2], now, member)
    end
  end
end
return reply
