-- scan-holdings.lua, version 1: reads one page of what the buyers of a sale hold or held. Changes nothing.
--
-- KEYS[1]  <prefix>:{P}:buyers:<id>   hash: buyer -> entries, joined by commas
-- ARGV[1]  cursor, 0 to begin
-- ARGV[2]  about how many buyers
--
-- Returns  { cursor, { buyer, entries, ... } }: the cursor to go on with, 0 if there are no more.
--
-- Errors: WRONGTYPE if the key is of another type.
-- Cost: O(buyers in the page).

return redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
