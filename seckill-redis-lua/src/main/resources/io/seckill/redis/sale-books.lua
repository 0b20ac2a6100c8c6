-- sale-books.lua, version 1: tells what a sale is at this instant, for those who compare it with a ledger.
--
-- KEYS[1]  <prefix>:{P}:sale:<id>   hash: definition, state and counters of the sale
--
-- Returns  {} if the sale is unknown, else
--   { milliseconds since 1970, total, limit, opens, closes, pay within, state, available, reserved, sold, epoch, half done, stamp }
--   half done  1 if a change of its stock is half done, else 0
--   stamp      changes with every purchase, payment and release: each purchase has a new last parcel, and nothing else lets reserved rise
--
-- Errors: WRONGTYPE if a key is of another type.
-- Cost: O(1).

local sale = redis.call('HMGET', KEYS[1],
  'total', 'limit', 'opens', 'closes', 'paywithin', 'state', 'available', 'reserved', 'sold', 'epoch', 'plan', 'last')
if not sale[1] then
  return {}
end

local stamp = table.concat({ sale[1], sale[7], sale[8], sale[9], sale[12] or '' }, ' ')

local time = redis.call('TIME')
return { time[1] * 1000 + math.floor(time[2] / 1000), sale[1], sale[2], sale[3], sale[4], sale[5], sale[6], sale[7], sale[8], sale[9],
  sale[10], sale[11] and 1 or 0, stamp }
