-- stock.lua, version 1: starts, takes from, gives back to or reads the count of one sale. The count never falls below zero.
--
-- KEYS[1]  <prefix>:{P}:stock:<id>   string: items left, integer >= 0
-- ARGV[1]  START, TAKE, GIVE or READ
-- ARGV[2]  items, integer >= 0; not for READ
--
-- Returns  { done, left }
--   done  1, or 0 if nothing was changed: started before, fewer items left than asked for, or never started
--   left  items left, -1 if the count was never started
--
-- Errors: WRONGTYPE if the key is of another type; nothing is changed then.
-- Cost: O(1).

local left = tonumber(redis.call('GET', KEYS[1]) or nil)
local items = tonumber(ARGV[2])

if ARGV[1] == 'START' then
  if left then
    return { 0, left }
  end
  left = items
elseif not left then
  return { 0, -1 }
elseif ARGV[1] == 'TAKE' then
  if items > left then
    return { 0, left }
  end
  left = left - items
elseif ARGV[1] == 'GIVE' then
  left = left + items
else
  return { 1, left }
end

redis.call('SET', KEYS[1], left)
return { 1, left }
