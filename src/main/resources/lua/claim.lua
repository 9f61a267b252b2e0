-- claim: leases tasks of one shard to a worker; first those whose lease ended, in place, then the longest due.
-- A member that names no task is set aside, so that it stops nobody and no bytes of it leave the server. So is what
-- stands in a key's place with another type: what the key held follows from the rows, and is put back from them.
-- KEYS for each kind asked for: due (ZSET), leased (ZSET), claims (HASH), malformed (ZSET), set_aside (any)
-- ARGV token of this claim; lease, ms; the database's clock minus this server's, ms;
--   for each kind: most tasks, not above 500; 1 if its members carry a tier, else 0
-- Reply {this server's clock, ms since 1970; ms until the next entry of these kinds or -1 if there is none;
--   leases taken over; members set aside; {the keys set aside}; then for each task: member, which of the kinds
--   (1, 2, …), due time in ms, attempts}; the tasks taken over come first
-- Cut short: what was leased comes back when its lease ends; a task that is both leased and due is claimed once more.

local KEEP = 1000 -- most malformed members kept of a kind, the newest
local LENGTH = 256 -- bytes kept of each
local WEEK = 604800 -- for how long a key set aside is kept, s; the latest of a kind

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local token, lease, by_database = ARGV[1], tonumber(ARGV[2]), now + tonumber(ARGV[3])

-- Before anything is leased: a script that fails midway keeps what it wrote.
local TYPES = {'zset', 'zset', 'hash', 'zset'}
local moved, notes = {}, {}
for i, key in ipairs(KEYS) do
  local part = (i - 1) % 5 + 1
  local held = redis.call('TYPE', key).ok
  if part < 5 and held ~= 'none' and held ~= TYPES[part] then
    local aside = KEYS[i + 5 - part]
    redis.call('RENAME', key, aside)
    redis.call('EXPIRE', aside, WEEK)
    moved[#moved + 1] = key
    notes[#notes + 1] = {KEYS[i + 4 - part], 'a ' .. held .. ' in the place of ' .. key}
  end
end
for _, note in ipairs(notes) do
  redis.call('ZADD', note[1], now, note[2])
end

local h4 = string.rep('[0-9a-f]', 4)
local UUID = '^' .. h4 .. h4 .. string.rep('%-' .. h4, 4) .. h4 .. h4
local FORMS = {['0'] = UUID .. '$', ['1'] = UUID .. ':[1-9][0-9]?[0-9]?[0-9]?$'}

local kinds = {}
for i = 1, #KEYS / 5 do
  kinds[i] = {
    due = KEYS[5 * i - 4], leased = KEYS[5 * i - 3], claims = KEYS[5 * i - 2], malformed = KEYS[5 * i - 1],
    quota = tonumber(ARGV[2 * i + 2]), form = FORMS[ARGV[2 * i + 3]]
  }
end

local function names_a_task(member, form)
  return #member <= 41 and string.find(member, form) ~= nil
end

local reply = {now, -1, 0, 0, moved}

-- Whole ms since 1970, whatever a score was set to
local function ms(score)
  return string.format('%.0f', math.floor(math.min(math.max(tonumber(score), 0), 9e15)))
end

-- Leases the members, or sets them aside; scores are their due times, and absent for leases that ended.
-- What waits for a retry keeps the due time it had first; a lease that lost its claim is taken to be due now.
local function take(which, members, scores)
  if #members == 0 then
    return 0
  end
  local kind = kinds[which]
  local claims = redis.call('HMGET', kind.claims, unpack(members))
  local leases, entries, aside, refused = {}, {}, {}, {}
  for i, member in ipairs(members) do
    if names_a_task(member, kind.form) then
      local attempts, due, holder = string.match(claims[i] or '', '^(%d%d?%d?%d?%d?%d?)|(%d+)|(.*)$')
      attempts = (attempts or 0) + 1
      due = scores and holder ~= '' and ms(scores[i]) or due or ms(by_database)
      leases[#leases + 1] = now + lease
      leases[#leases + 1] = member
      entries[#entries + 1] = member
      entries[#entries + 1] = attempts .. '|' .. due .. '|' .. token
      reply[#reply + 1] = member
      reply[#reply + 1] = which
      reply[#reply + 1] = due
      reply[#reply + 1] = attempts
    else
      aside[#aside + 1] = now
      aside[#aside + 1] = string.sub(member, 1, LENGTH)
      refused[#refused + 1] = member
    end
  end
  if #leases > 0 then
    redis.call('ZADD', kind.leased, unpack(leases))
    redis.call('HSET', kind.claims, unpack(entries))
  end
  if #refused > 0 then
    redis.call('ZADD', kind.malformed, unpack(aside))
    redis.call('ZREMRANGEBYRANK', kind.malformed, 0, -KEEP - 1)
    redis.call('ZREM', kind.leased, unpack(refused))
    redis.call('HDEL', kind.claims, unpack(refused))
  end
  kind.quota = kind.quota - #members
  reply[4] = reply[4] + #refused
  return #members - #refused
end

for which, kind in ipairs(kinds) do
  local ended = redis.call('ZRANGEBYSCORE', kind.leased, '-inf', now, 'LIMIT', 0, kind.quota)
  reply[3] = reply[3] + take(which, ended)
  if #ended > 0 then
    redis.call('ZREM', kind.due, unpack(ended))
  end
end

for which, kind in ipairs(kinds) do
  local members, scores = {}, {}
  local due = redis.call('ZRANGEBYSCORE', kind.due, '-inf', by_database, 'WITHSCORES', 'LIMIT', 0, kind.quota)
  for i = 1, #due, 2 do
    members[#members + 1] = due[i]
    scores[#scores + 1] = due[i + 1]
  end
  take(which, members, scores)
  if #members > 0 then
    redis.call('ZREMRANGEBYRANK', kind.due, 0, #members - 1)
  end
end

local function sooner(key, clock)
  local head = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]
  if head then
    local wait = math.min(math.max(math.ceil(tonumber(head) - clock), 0), 9e15)
    reply[2] = reply[2] < 0 and wait or math.min(reply[2], wait)
  end
end

for _, kind in ipairs(kinds) do
  sooner(kind.due, by_database)
  sooner(kind.leased, now)
end
return reply
