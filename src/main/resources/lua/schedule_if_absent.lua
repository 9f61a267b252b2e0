-- schedule_if_absent: adds the tasks that are neither due nor leased; touches no other.
-- KEYS due (ZSET), leased (ZSET)
-- ARGV for each task, at most 500: due time, ms since 1970; member
-- Reply which of the tasks were absent (1, 2, …)
-- Cut short: some were added; doing it again adds the others.

local absent = {}
for i = 1, #ARGV, 2 do
  if not redis.call('ZSCORE', KEYS[2], ARGV[i + 1])
      and redis.call('ZADD', KEYS[1], 'NX', ARGV[i], ARGV[i + 1]) == 1 then
    absent[#absent + 1] = (i + 1) / 2
  end
end
return absent
