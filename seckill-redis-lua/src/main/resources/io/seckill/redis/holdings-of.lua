-- holdings-of.lua, version 1: tells what each of some buyers holds or held.
--
-- KEYS[1]  <prefix>:{P}:buyers:<id>   hash: buyer -> entries, joined by commas
-- ARGV[1], ...  buyer ids, at most 4000
--
-- Returns  { entries, ... }, an empty string for a buyer who never held anything.
--
-- Errors: WRONGTYPE if the key is of another type.
-- Cost: O(buyers).

local held = redis.call('HMGET', KEYS[1], unpack(ARGV))
for i = 1, #ARGV do
  held[i] = held[i] or ''
end

return held
