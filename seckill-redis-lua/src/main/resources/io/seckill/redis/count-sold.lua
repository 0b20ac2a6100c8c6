-- count-sold.lua, version 1: counts held reservations of one sale as sold, each once.
--
-- KEYS[1]  <prefix>:{P}:sale:<id>     hash: definition, state and counters of the sale
-- KEYS[2]  <prefix>:{P}:buyers:<id>   hash: buyer -> entries, joined by commas
-- ARGV[1], ARGV[2], then two more for each further reservation: buyer id, order id
--
-- A counted entry is marked by  + , and not released any more.
--
-- Returns  { counted }: the number of reservations counted by this call. One that is not held, was released or was counted before, and
-- every reservation of an unknown sale, changes nothing.
--
-- Errors: WRONGTYPE if a key is of another type; nothing is changed then.
-- Cost: O(reservations). Cluster: the hash tag {P} keeps both keys in one slot.

local PIECE = 4000 -- Lua can unpack a little less than 8000 values

local sale = redis.call('HMGET', KEYS[1], 'reserved', 'sold')
if not sale[1] then
  return { 0 }
end

local changed, writes = {}, {}
local counted, items = 0, 0

for i = 1, #ARGV, 2 do
  local buyer, order = ARGV[i], ARGV[i + 1]
  local held = changed[buyer] or redis.call('HGET', KEYS[2], buyer)
  local entries, hit = {}, nil
  for entry in string.gmatch(held or '', '[^,]+') do
    if string.match(entry, '^[^*=+!]+') == order and not string.find(entry, '[+!]') then
      hit = entry
      entry = entry .. '+'
    end
    entries[#entries + 1] = entry
  end
  if hit then
    counted = counted + 1
    items = items + tonumber(string.match(hit, '%*(%d+)') or 1)
    changed[buyer] = table.concat(entries, ',')
    writes[#writes + 1] = buyer
    writes[#writes + 1] = changed[buyer]
  end
end

if counted > 0 then
  local reserved, sold = sale[1] - items, sale[2] + items -- fails here, and not between two writes, if one is missing
  for from = 1, #writes, PIECE do
    redis.call('HSET', KEYS[2], unpack(writes, from, math.min(from + PIECE - 1, #writes)))
  end
  redis.call('HSET', KEYS[1], 'reserved', reserved, 'sold', sold)
end

return { counted }
