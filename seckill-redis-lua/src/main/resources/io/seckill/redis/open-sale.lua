-- open-sale.lua, version 2: creates a sale unless it is there already.
--
-- KEYS[1]  <prefix>:{P}:sale:<id>   hash: definition, state and counters of the sale
-- ARGV[1]  total, ARGV[2] limit, ARGV[3] opens, ARGV[4] closes, ARGV[5] time to pay; times in milliseconds, instants since 1970
--
-- Returns  { created, total, limit, opens, closes, pay within, initial total, initial end }: created is 1 or 0, the rest is the
-- definition in force, and what it began with.
--
-- Errors: WRONGTYPE if the key is of another type; nothing is changed then.
-- Cost: O(1).

local created = redis.call('HEXISTS', KEYS[1], 'total') == 1 and 0 or 1
if created == 1 then
  redis.call('HSET', KEYS[1], 'total', ARGV[1], 'limit', ARGV[2], 'opens', ARGV[3], 'closes', ARGV[4], 'paywithin', ARGV[5],
    'initial', ARGV[1], 'initialcloses', ARGV[4], 'available', ARGV[1], 'reserved', 0, 'sold', 0, 'state', 'OPEN', 'epoch', 0)
end

return { created, unpack(redis.call('HMGET', KEYS[1],
  'total', 'limit', 'opens', 'closes', 'paywithin', 'initial', 'initialcloses')) }
