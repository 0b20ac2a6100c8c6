-- correct-holdings.lua, version 1: makes entries of one sale what they should be, and moves its counters by the difference.
--
-- KEYS[1]  <prefix>:{P}:sale:<id>     hash: definition, state and counters of the sale
-- KEYS[2]  <prefix>:{P}:buyers:<id>   hash: buyer -> entries, joined by commas
-- ARGV[1]  epoch that the caller knows
-- ARGV[2], ARGV[3], then two more for each further entry: buyer id, entry as it should be
--
-- An entry of the same order is replaced but keeps its  =requestKey ; without one, the entry is added.
--
-- Returns  { changed }: the number of entries changed by this call. One that is so already is none of them; nor is one for which fewer
-- items are available, or that would make a counter negative: it stays as it is. In another epoch, or of an unknown sale, nothing changes.
--
-- Errors: WRONGTYPE if a key is of another type; nothing is changed then.
-- Cost: O(entries). Cluster: the hash tag {P} keeps both keys in one slot.

local PIECE = 4000 -- Lua can unpack a little less than 8000 values
local find, match = string.find, string.match

local sale = redis.call('HMGET', KEYS[1], 'epoch', 'available', 'reserved', 'sold')
if sale[1] ~= ARGV[1] then
  return { 0 }
end
local available, reserved, sold = sale[2] + 0, sale[3] + 0, sale[4] + 0

-- What an entry adds to reserved and to sold.
local function weigh(entry)
  if not entry or find(entry, '!', 1, true) then
    return 0, 0
  end
  local items = tonumber(match(entry, '%*(%d+)') or 1)
  if find(entry, '+', 1, true) then
    return 0, items
  end
  return items, 0
end

local changed, buyers, count = {}, {}, 0
for i = 2, #ARGV, 2 do
  local buyer, wanted = ARGV[i], ARGV[i + 1]
  local order = match(wanted, '^[^*=+!]+')
  local entries, at, old = {}, nil, nil
  for entry in string.gmatch(changed[buyer] or redis.call('HGET', KEYS[2], buyer) or '', '[^,]+') do
    entries[#entries + 1] = entry
    if match(entry, '^[^*=+!]+') == order then
      at, old = #entries, entry
    end
  end
  local key = old and match(old, '=[^+!]+')
  if key and not find(wanted, '=', 1, true) then
    wanted = match(wanted, '^[^+!]+') .. key .. (match(wanted, '[+!].*$') or '')
  end
  local r, s = weigh(wanted)
  local r0, s0 = weigh(old)
  r, s = r - r0, s - s0
  if wanted ~= old and available - r - s >= 0 and reserved + r >= 0 and sold + s >= 0 then
    available, reserved, sold = available - r - s, reserved + r, sold + s
    entries[at or #entries + 1] = wanted
    if not changed[buyer] then
      buyers[#buyers + 1] = buyer
    end
    changed[buyer] = table.concat(entries, ',')
    count = count + 1
  end
end

if count > 0 then
  local writes = {}
  for i, buyer in ipairs(buyers) do
    writes[2 * i - 1], writes[2 * i] = buyer, changed[buyer]
  end
  for from = 1, #writes, PIECE do
    redis.call('HSET', KEYS[2], unpack(writes, from, math.min(from + PIECE - 1, #writes)))
  end
  redis.call('HSET', KEYS[1], 'available', available, 'reserved', reserved, 'sold', sold)
end

return { count }
