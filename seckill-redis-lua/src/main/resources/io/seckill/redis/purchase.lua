-- purchase.lua, version 1: decides a batch of purchases of one sale, in order, as if each had come alone, and puts what it
-- accepts into the outbox. Checks the sale, then for each purchase: replay, window and state, limit, stock.
--
-- KEYS[1]  <prefix>:{P}:sale:<id>     hash: definition, state and counters of the sale
-- KEYS[2]  <prefix>:{P}:buyers:<id>   hash: buyer -> entries, joined by commas
-- KEYS[3]  <prefix>:{P}:outbox        stream: one message for each batch of which something was accepted
-- ARGV[1]  sale id
-- ARGV[2]  channel for announcements
-- ARGV[3]  announcement that the outbox is no longer empty
-- ARGV[4]  traces of those purchases that are sampled: order=traceparent, with blanks between; mostly empty
-- ARGV[5], ARGV[6], then two more for each further purchase: buyer id, entry
--
-- An entry is  order[*quantity][=requestKey][+][!releaseReason]  and stays a string: ids are never made into numbers. The +  marks
-- what is paid; it counts against the limit like anything held.
--
-- Returns  { codes, extra, extra, ... }: one character for each purchase, and extras in the order of the codes that have one
--   A  accepted now
--   R  accepted before under this order id or request key; extra: the entry
--   X  accepted before, and released since
--   U  unknown sale: KEYS[1] does not exist
--   E  ended, by its window or for good, settled or not
--   P  paused, or being rebuilt
--   N  not started yet
--   L  the buyer would exceed the limit, or has given back 100 orders; extra: order ids held, joined by commas
--   S  fewer items left than asked for
-- Nothing is changed unless an A is among the codes.
--
-- Errors: WRONGTYPE if a key is of another type; nothing is changed then. The outbox is looked at only if something was accepted.
-- Cost: O(purchases), plus the entries of buyers who bought before. Any batch size: long argument lists are sent in pieces.
-- Cluster: the hash tag {P} keeps the three keys in one slot.

local PIECE = 4000 -- Lua can unpack a little less than 8000 values
local FIRST = 5
local MOST_RELEASED = 100 -- each purchase of a buyer looks at all of them, and so would a million
local call, find, match = redis.call, string.find, string.match -- a local is found faster than a global

local purchases = (#ARGV - FIRST + 1) / 2

local sale = call('HMGET', KEYS[1], 'available', 'reserved', 'limit', 'opens', 'closes', 'state', 'epoch')
local available, limit = sale[1], sale[3]
if not available then
  return { string.rep('U', purchases) }
end
available, limit = available + 0, limit + 0

local time = call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local refusal
if sale[6] == 'CLOSED' or sale[6] == 'SETTLED' or now >= sale[5] + 0 then
  refusal = 'E'
elseif sale[6] ~= 'OPEN' then
  refusal = 'P'
elseif now < sale[4] + 0 then
  refusal = 'N'
end

-- The traces of what was accepted, as a field of the message; nothing if there are none.
local function traces(accepted)
  if ARGV[4] == '' then
    return
  end
  local orders, kept = {}, {}
  for i = 2, #accepted, 2 do
    orders[match(accepted[i], '^[^*=]+')] = true
  end
  for order, trace in string.gmatch(ARGV[4], '([^= ]+)=([^ ]+)') do
    if orders[order] then
      kept[#kept + 1] = order .. '=' .. trace
    end
  end
  if #kept > 0 then
    return 't', table.concat(kept, ' ')
  end
end

-- What each buyer holds, in the order of the purchases.
local stored
if purchases == 1 then
  stored = { call('HGET', KEYS[2], ARGV[FIRST]) }
else
  local buyers = {}
  for i = 1, purchases do
    buyers[i] = ARGV[FIRST + 2 * i - 2]
  end
  if purchases <= PIECE then
    stored = call('HMGET', KEYS[2], unpack(buyers))
  else
    stored = {}
    for from = 1, purchases, PIECE do
      local piece = call('HMGET', KEYS[2], unpack(buyers, from, math.min(from + PIECE - 1, purchases)))
      for i = 1, #piece do
        stored[from + i - 1] = piece[i]
      end
    end
  end
end

local codes, reply, extras = {}, { false }, 1
local changed = {} -- buyer -> entries, of those who got something in this batch
local writes, accepted, n = {}, {}, 0
local left = available

for i = 1, purchases do
  local buyer, entry = ARGV[FIRST + 2 * i - 2], ARGV[FIRST + 2 * i - 1]
  local held = changed[buyer] or stored[i]
  local code, extra, items, gone, orders = nil, nil, 0, 0, nil
  if held then
    local order, key = match(entry, '^[^*=]+'), match(entry, '=(.+)$')
    orders = {}
    for old in string.gmatch(held, '[^,]+') do
      local id, released = match(old, '^[^*=+!]+'), find(old, '!', 1, true)
      if id == order or key and key == match(old, '=([^+!]+)') then
        code, extra = released and 'X' or 'R', not released and old
        break
      end
      if released then
        gone = gone + 1
      else
        items = items + (find(old, '*', 1, true) and tonumber(match(old, '%*(%d+)')) or 1)
        orders[#orders + 1] = id
      end
    end
  end
  if not code then
    local quantity = find(entry, '*', 1, true) and tonumber(match(entry, '%*(%d+)')) or 1
    if refusal then
      code = refusal
    elseif items + quantity > limit or gone >= MOST_RELEASED then
      code, extra = 'L', orders and table.concat(orders, ',') or ''
    elseif quantity > left then
      code = 'S'
    else
      code = 'A'
      left = left - quantity
      local entries = held and held .. ',' .. entry or entry
      changed[buyer] = entries
      writes[n + 1], writes[n + 2] = buyer, entries
      accepted[n + 1], accepted[n + 2] = buyer, entry
      n = n + 2
    end
  end
  codes[i] = code
  if extra then
    extras = extras + 1
    reply[extras] = extra
  end
end

if n > 0 then
  local reserved = sale[2] + (available - left) -- fails here, and not between two writes, if a counter is missing
  local idle = call('XLEN', KEYS[3]) == 0 -- the last check: fails if the outbox is no stream
  local parcel = call('XADD', KEYS[3], '*', 'sale', ARGV[1], 'epoch', sale[7], 'n', n / 2, 'r', table.concat(accepted, ' '),
    traces(accepted))
  for from = 1, n, PIECE do
    call('HSET', KEYS[2], unpack(writes, from, math.min(from + PIECE - 1, n)))
  end
  call('HSET', KEYS[1], 'available', left, 'reserved', reserved, 'last', parcel)
  if idle then
    redis.pcall('PUBLISH', ARGV[2], ARGV[3])
  end
end

reply[1] = table.concat(codes)
return reply
