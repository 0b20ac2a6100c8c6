-- list-sales.lua, version 2: notes a sale in the list of all sales, or returns the list. The list lives apart from the sales, so
-- it may name a sale that is gone.
--
-- KEYS[1]  <prefix>:sales   hash: sale id -> end of its window, and after a colon when it may be forgotten, if it is settled; both in
--          milliseconds since 1970
-- ARGV[1]  sale id, ARGV[2] end of its window; none to read the list
-- ARGV[3]  in how many milliseconds it may be forgotten; only if it is settled
--
-- Returns  { id, id, ... }, empty after noting. What may be forgotten is taken from the list by whoever reads it.
--
-- Errors: WRONGTYPE if the key is of another type.
-- Cost: O(1) to note, O(sales) to read.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

if ARGV[1] then
  local value = ARGV[2]
  if ARGV[3] then
    value = value .. ':' .. string.format('%.0f', now + ARGV[3])
  end
  redis.call('HSET', KEYS[1], ARGV[1], value)
  return {}
end

local ids = {}
local list = redis.call('HGETALL', KEYS[1])
for i = 1, #list, 2 do
  local forgotten = tonumber(string.match(list[i + 1], ':(%d+)$'))
  if forgotten and forgotten <= now then
    redis.call('HDEL', KEYS[1], list[i])
  else
    ids[#ids + 1] = list[i]
  end
end

return ids
