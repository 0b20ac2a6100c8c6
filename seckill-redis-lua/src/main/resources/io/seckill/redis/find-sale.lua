-- find-sale.lua, version 2: tells what a sale is at this instant.
--
-- KEYS[1]  <prefix>:{P}:sale:<id>   hash: definition, state and counters of the sale
--
-- Returns  {} if the sale is unknown, else
--   { milliseconds since 1970, total, limit, opens, closes, pay within, state, available, reserved, sold }
--
-- Errors: WRONGTYPE if the key is of another type.
-- Cost: O(1).

local sale = redis.call('HMGET', KEYS[1],
  'total', 'limit', 'opens', 'closes', 'paywithin', 'state', 'available', 'reserved', 'sold')
if not sale[1] then
  return {}
end

local time = redis.call('TIME')
return { time[1] * 1000 + math.floor(time[2] / 1000), unpack(sale) }
