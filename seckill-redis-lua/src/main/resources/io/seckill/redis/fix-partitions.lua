-- fix-partitions.lua, version 1: fixes the number of partitions at the first start, and tells it at every later one.
--
-- KEYS[1]  <prefix>:partitions   string: number of partitions
-- ARGV[1]  number of partitions wanted
--
-- Returns  { partitions }: the number in force.
--
-- Errors: WRONGTYPE if the key is of another type; nothing is changed then.
-- Cost: O(1).

local fixed = redis.call('GET', KEYS[1])
if not fixed then
  redis.call('SET', KEYS[1], ARGV[1])
  return { ARGV[1] }
end
return { fixed }
