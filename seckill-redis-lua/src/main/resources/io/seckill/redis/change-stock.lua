-- change-stock.lua, version 2: changes the stock of a sale in two halves, between which a ledger learns the new total. Items are taken
-- out in the first half and added in the second, so that the ledger never knows less than is sold. One change at a time: whoever finds
-- another half done waits for it, and finishes it if nobody does.
--
-- KEYS[1]  <prefix>:{P}:sale:<id>      hash: definition, state and counters of the sale
-- KEYS[2]  <prefix>:{P}:audit:<id>     stream: one message for each change that was made
-- KEYS[3]  <prefix>:{P}:changes:<id>   hash: key of a change -> the change; those that were made under a key
-- ARGV[1]  PLAN, FINISH or DROP; anything else changes nothing and looks
-- With PLAN:
-- ARGV[2]  operator
-- ARGV[3]  key of the change, without blanks; drawn at random if the operator gave none, so that a second copy of this call on the wire
--          changes nothing
-- ARGV[4]  items to add, negative to take out
-- ARGV[5]  largest total allowed
-- With FINISH or DROP:
-- ARGV[2]  the plan
-- ARGV[3]  channel for announcements
-- ARGV[4]  announcement that stock came back
--
-- Returns  {} if the sale is unknown, else
--   { code, plan, before, milliseconds since 1970, total, limit, opens, closes, pay within, state, available, reserved, sold }
--   plan  key, total before, total after and operator, with blanks between; empty unless the code is N or P
--   before  with S after PLAN, what was made under this key, in words; else empty
--   N  planned now: the ledger must learn the total, then FINISH
--   P  another plan, or the same from an earlier call, is half done: the same has to be done for it, then PLAN again
--   D  finished or dropped now
--   S  a change was made under this key before, or this plan is none any more; nothing is changed
--   O  refused: the sale is over
--   R  refused: the sale is being rebuilt
--   F  refused: fewer items are available
--   T  refused: the total would be less than 1 or more than allowed
--
-- Errors: WRONGTYPE if a key is of another type; nothing is changed then.
-- Cost: O(1). Cluster: the hash tag {P} keeps the three keys in one slot.

local call = redis.call
local sale = call('HMGET', KEYS[1], 'state', 'total', 'available', 'plan')
local state, total, available, plan = sale[1], sale[2], sale[3], sale[4]
if not state then
  return {}
end
call('XLEN', KEYS[2])
call('HLEN', KEYS[3])

local function change(who, key, items)
  local words = (items < 0 and 'withdraw-stock ' or 'add-stock ') .. math.abs(items)
  call('HSET', KEYS[1], 'total', total + items, 'available', available + items)
  call('HSET', KEYS[3], key, words)
  call('XADD', KEYS[2], '*', 'who', who, 'what', words)
end

local code, before = 'S', false
if ARGV[1] == 'PLAN' then
  local items = tonumber(ARGV[4])
  before = call('HGET', KEYS[3], ARGV[3])
  if plan then
    code = 'P'
  elseif before then
    code = 'S'
  elseif state == 'CLOSED' or state == 'SETTLED' then
    code = 'O'
  elseif state == 'REBUILDING' then
    code = 'R'
  elseif available + items < 0 then
    code = 'F'
  elseif total + items < 1 or total + items > tonumber(ARGV[5]) then
    code = 'T'
  else
    code = 'N'
    plan = string.format('%s %.0f %.0f %s', ARGV[3], total, total + items, ARGV[2])
    if items < 0 then
      change(ARGV[2], ARGV[3], items)
    end
    call('HSET', KEYS[1], 'plan', plan)
  end
elseif plan == ARGV[2] then
  local key, from, to, who = string.match(plan, '^(%S+) (%d+) (%d+) (%S+)$')
  code = 'D'
  if ARGV[1] == 'FINISH' and to + 0 > from + 0 then
    change(who, key, to - from)
    redis.pcall('PUBLISH', ARGV[3], ARGV[4])
  end
  call('HDEL', KEYS[1], 'plan')
  plan = nil
end

local time = call('TIME')
return { code, plan or '', code == 'S' and before or '', time[1] * 1000 + math.floor(time[2] / 1000), unpack(call('HMGET', KEYS[1],
  'total', 'limit', 'opens', 'closes', 'paywithin', 'state', 'available', 'reserved', 'sold')) }
