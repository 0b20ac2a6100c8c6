-- release.lua, version 1: gives back the stock and the slots of reservations of one sale, each once.
--
-- KEYS[1]  <prefix>:{P}:sale:<id>     hash: definition, state and counters of the sale
-- KEYS[2]  <prefix>:{P}:buyers:<id>   hash: buyer -> entries, joined by commas
-- ARGV[1]  reason, of the characters a-z 0-9 -
-- ARGV[2]  channel for announcements
-- ARGV[3]  announcement that stock came back
-- ARGV[4], ARGV[5], then two more for each further reservation: buyer id, order id
--
-- A released entry stays, marked by  !reason , so that nobody buys under its order id again. One that is paid, marked by  + , is not
-- released.
--
-- Returns  { released }: the number of reservations released by this call. One that is not held, or was released before, and
-- every reservation of an unknown sale, changes nothing.
--
-- Errors: WRONGTYPE if a key is of another type; nothing is changed then.
-- Cost: O(reservations). Cluster: the hash tag {P} keeps both keys in one slot.

local PIECE = 4000 -- Lua can unpack a little less than 8000 values

local sale = redis.call('HMGET', KEYS[1], 'available', 'reserved')
if not sale[1] then
  return { 0 }
end

local changed, writes = {}, {}
local released, items = 0, 0

for i = 4, #ARGV, 2 do
  local buyer, order = ARGV[i], ARGV[i + 1]
  local held = changed[buyer] or redis.call('HGET', KEYS[2], buyer)
  local entries, hit = {}, nil
  for entry in string.gmatch(held or '', '[^,]+') do
    if string.match(entry, '^[^*=+!]+') == order and not string.find(entry, '[+!]') then
      hit = entry
      entry = entry .. '!' .. ARGV[1]
    end
    entries[#entries + 1] = entry
  end
  if hit then
    released = released + 1
    items = items + tonumber(string.match(hit, '%*(%d+)') or 1)
    changed[buyer] = table.concat(entries, ',')
    writes[#writes + 1] = buyer
    writes[#writes + 1] = changed[buyer]
  end
end

if released > 0 then
  local available, reserved = sale[1] + items, sale[2] - items -- fails here, and not between two writes, if one is missing
  for from = 1, #writes, PIECE do
    redis.call('HSET', KEYS[2], unpack(writes, from, math.min(from + PIECE - 1, #writes)))
  end
  redis.call('HSET', KEYS[1], 'available', available, 'reserved', reserved)
  redis.pcall('PUBLISH', ARGV[2], ARGV[3])
end

return { released }
