-- list-sales.lua, version 1: notes a sale in the list of all sales, or returns the list. The list lives apart from the sales, so
-- it may name a sale that is gone.
--
-- KEYS[1]  <prefix>:sales   hash: sale id -> end of its window, in milliseconds since 1970
-- ARGV[1]  sale id, and ARGV[2] end of its window; none to read the list
--
-- Returns  { id, id, ... }, empty after noting.
--
-- Errors: WRONGTYPE if the key is of another type.
-- Cost: O(1) to note, O(sales) to read.

if ARGV[1] then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  return {}
end
return redis.call('HKEYS', KEYS[1])
