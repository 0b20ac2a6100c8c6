-- open-sale.lua, version 1: creates a sale unless it is there already.
--
-- KEYS[1]  <prefix>:{P}:sale:<id>   hash: definition, state and counters of the sale
-- ARGV[1]  total, ARGV[2] limit, ARGV[3] opens, ARGV[4] closes; the instants in milliseconds since 1970
--
-- Returns  { created, total, initial, limit, opens, closes }: created is 1 or 0, the rest is the definition in force.
--
-- Errors: WRONGTYPE if the key is of another type; nothing is changed then.
-- Cost: O(1).

local function definition()
  return redis.call('HMGET', KEYS[1], 'total', 'initial', 'limit', 'opens', 'closes')
end

local created = definition()[1] and 0 or 1
if created == 1 then
  redis.call('HSET', KEYS[1], 'total', ARGV[1], 'initial', ARGV[1], 'limit', ARGV[2], 'opens', ARGV[3], 'closes', ARGV[4],
    'available', ARGV[1], 'reserved', 0, 'sold', 0, 'state', 'OPEN', 'epoch', 0)
end

return { created, unpack(definition()) }
