-- swap-slots.lua, version 1: replaces what a buyer holds if it is still what the caller believes.
--
-- KEYS[1]  <prefix>:{P}:slots:<id>   hash: buyer -> entries, joined by commas
-- ARGV[1]  buyer id
-- ARGV[2]  entries as the caller believes they are, an empty string for none
-- ARGV[3]  entries to store, an empty string for none
--
-- Returns  { swapped, entries }: swapped is 1 if the belief was right, else 0 and nothing is changed; entries are those before.
--
-- Errors: WRONGTYPE if the key is of another type; nothing is changed then.
-- Cost: O(1).

local entries = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if entries ~= ARGV[2] then
  return { 0, entries }
end
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
elseif ARGV[3] ~= entries then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
end
return { 1, entries }
