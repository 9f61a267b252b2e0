-- Stands before a script's own text: its clock shows what the test says, and the test can cut it short.
-- The last two ARGV are the test's, and taken off: after how many writes to cut, -1 for never; the clock, ms since 1970
local clock, uncut = tonumber(table.remove(ARGV)), tonumber(table.remove(ARGV))
local WRITES = {ZADD = true, ZREM = true, ZREMRANGEBYRANK = true, HSET = true, HDEL = true}
local server = redis
local redis = {error_reply = server.error_reply}
function redis.call(command, ...)
  if command == 'TIME' then
    return {string.format('%.0f', math.floor(clock / 1000)), string.format('%.0f', clock % 1000 * 1000)}
  end
  if WRITES[command] then
    if uncut == 0 then
      error('cut short')
    end
    uncut = uncut - 1
  end
  return server.call(command, ...)
end
