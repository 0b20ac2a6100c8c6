-- change-sale.lua, version 1: changes the state of a sale or adds stock, and tells what the sale is then.
--
-- KEYS[1]  <prefix>:{P}:sale:<id>   hash: definition, state and counters of the sale
-- ARGV[1]  new state, OPEN, PAUSED or CLOSED; or ADD
-- With ADD:
-- ARGV[2]  items to add
-- ARGV[3]  largest total allowed
-- ARGV[4]  a name for this very call, so that a second copy of it on the wire adds nothing
-- ARGV[5]  channel for announcements
-- ARGV[6]  announcement that stock came back
--
-- A closed sale takes no change.
--
-- Returns  {} if the sale is unknown, else
--   { fits, milliseconds since 1970, total, limit, opens, closes, state, available, reserved, sold }
--   fits is 0 if the total would exceed what is allowed; nothing is changed then.
--
-- Errors: WRONGTYPE if the key is of another type; nothing is changed then.
-- Cost: O(1).

local sale = redis.call('HMGET', KEYS[1], 'state', 'total', 'available', 'added')
if not sale[1] then
  return {}
end

local fits = 1
if sale[1] ~= 'CLOSED' then
  if ARGV[1] ~= 'ADD' then
    redis.call('HSET', KEYS[1], 'state', ARGV[1])
  elseif sale[4] ~= ARGV[4] then
    if sale[2] + ARGV[2] > tonumber(ARGV[3]) then
      fits = 0
    else
      redis.call('HSET', KEYS[1], 'total', sale[2] + ARGV[2], 'available', sale[3] + ARGV[2], 'added', ARGV[4])
      redis.pcall('PUBLISH', ARGV[5], ARGV[6])
    end
  end
end

local time = redis.call('TIME')
return { fits, time[1] * 1000 + math.floor(time[2] / 1000), unpack(redis.call('HMGET', KEYS[1],
  'total', 'limit', 'opens', 'closes', 'state', 'available', 'reserved', 'sold')) }
