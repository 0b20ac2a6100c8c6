-- holdings.lua, version 1: tells what a buyer holds or held.
--
-- KEYS[1]  <prefix>:{P}:buyers:<id> or <prefix>:{P}:slots:<id>   hash: buyer -> entries, joined by commas
-- ARGV[1]  buyer id
--
-- Returns  { entries }, an empty string if there are none.
--
-- Errors: WRONGTYPE if the key is of another type.
-- Cost: O(1).

return { redis.call('HGET', KEYS[1], ARGV[1]) or '' }
