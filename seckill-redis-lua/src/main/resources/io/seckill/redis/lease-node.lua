-- lease-node.lua, version 1: leases a node number, or prolongs the lease of one. A number is granted with a stretch of time whose
-- milliseconds only its holder may stamp: whoever gets it later gets a later stretch, also if the record of the former was lost.
--
-- KEYS[1]  <prefix>:{ids}:nodes   hash: number -> token:until
-- ARGV[1]  token of the holder, without colons
-- ARGV[2]  term in milliseconds
-- ARGV[3]  how many numbers there are
-- ARGV[4]  number held so far, -1 if none
-- ARGV[5]  number to begin the search with, drawn at random
--
-- Returns  { number, now, from, until }, times in milliseconds by the clock of Redis
--   number  the number held from now on; -1 if all are leased
--   from    start of the stretch; 0 if the number was held before and the stretch goes on
--   until   end of the stretch, never beyond now + term
--
-- A number without a record may have been leased a moment ago, before Redis lost its data, until now + term at most. So its new
-- stretch begins there, and is empty until the lease is prolonged for the first time. The same goes for a record that ended less than
-- a term ago: it may be an old copy, brought back by a failover or a restart, of one that has been prolonged since. One that ended
-- earlier is taken at its word.
--
-- Errors: WRONGTYPE if the key is of another type; nothing is changed then.
-- Cost: O(numbers) to lease, O(1) to prolong. Cluster: one key.

local key, token, term, numbers = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function grant(number, from, till)
  redis.call('HSET', key, number, string.format('%s:%.0f', token, till))
  return { number, now, from, till }
end

local function parse(record)
  local holder, till = string.match(record or '', '^([^:]+):(%d+)$')
  return holder, tonumber(till)
end

local held = tonumber(ARGV[4])
if held >= 0 then
  local holder, till = parse(redis.call('HGET', key, held))
  if holder == token then
    return grant(held, 0, math.max(till, now + term))
  end
end

local untils = {}
local records = redis.call('HGETALL', key)
for i = 1, #records, 2 do
  local _, till = parse(records[i + 1])
  untils[records[i]] = till
end

local doubtful
for i = 0, numbers - 1 do
  local number = (ARGV[5] + i) % numbers
  local till = untils[tostring(number)]
  if till and till + term <= now then
    return grant(number, now, now + term)
  elseif not till or till <= now then
    doubtful = doubtful or number
  end
end

if doubtful then
  return grant(doubtful, now + term, now + term)
end

return { -1, now, 0, 0 }
