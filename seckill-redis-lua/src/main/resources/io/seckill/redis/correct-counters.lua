-- correct-counters.lua, version 1: sets total and counters of a sale that has not changed since it was seen.
--
-- KEYS[1]  <prefix>:{P}:sale:<id>   hash: definition, state and counters of the sale
-- ARGV[1]  stamp that was seen, as sale-books.lua gave it
-- ARGV[2]  total, ARGV[3] reserved, ARGV[4] sold; what is left of the total is available
--
-- Returns  { set }: 1; or 0 and nothing is changed, if the sale is another since, a change of its stock is half done, or more than the
-- total would be held.
--
-- Errors: WRONGTYPE if a key is of another type; nothing is changed then.
-- Cost: O(1).

local sale = redis.call('HMGET', KEYS[1], 'total', 'available', 'reserved', 'sold', 'plan', 'last')
if not sale[1] or sale[5] then
  return { 0 }
end

local available = ARGV[2] - ARGV[3] - ARGV[4]
if table.concat({ sale[1], sale[2], sale[3], sale[4], sale[6] or '' }, ' ') ~= ARGV[1] or available < 0 then
  return { 0 }
end

redis.call('HSET', KEYS[1], 'total', ARGV[2], 'available', available, 'reserved', ARGV[3], 'sold', ARGV[4])
return { 1 }
