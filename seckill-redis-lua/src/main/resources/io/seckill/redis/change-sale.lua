-- change-sale.lua, version 2: changes the state or the window of a sale, notes who did it, and tells what the sale is then.
--
-- KEYS[1]  <prefix>:{P}:sale:<id>      hash: definition, state and counters of the sale
-- KEYS[2]  <prefix>:{P}:audit:<id>     stream: one message for each change that was made
-- KEYS[3]  <prefix>:{P}:changes:<id>   hash: key of a change -> the change; those that were made under a key
-- KEYS[4], ...  further keys of the sale, which expire with it; only with SETTLED
-- ARGV[1]  operator
-- ARGV[2]  key of the change, empty if it has none
-- ARGV[3]  the change in words, for the audit
-- ARGV[4]  OPEN, PAUSED, CLOSED, SETTLED or EXTEND
-- ARGV[5]  with EXTEND the new end of the window, in milliseconds since 1970; with SETTLED how long the data is kept, in milliseconds
--
-- Returns  {} if the sale is unknown, else
--   { code, milliseconds since 1970, total, limit, opens, closes, pay within, state, available, reserved, sold }
--   D  done now
--   S  so it was already, or a change was made under this key before; nothing is changed
--   O  refused: the sale is over
--   R  refused: the sale is being rebuilt
--   L  refused: the window ends later already
--   W  refused: the sale cannot be settled, for it is not closed and its window not over
--   H  refused: a change of stock is half done
--
-- Errors: WRONGTYPE if a key is of another type; nothing is changed then.
-- Cost: O(1). Cluster: the hash tag {P} keeps the keys in one slot.

local call = redis.call
local sale = call('HMGET', KEYS[1], 'state', 'closes', 'plan')
local state, closes, plan = sale[1], sale[2], sale[3]
if not state then
  return {}
end

call('XLEN', KEYS[2])
local made = call('HEXISTS', KEYS[3], ARGV[2]) == 1
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local over = state == 'CLOSED' or state == 'SETTLED'
local what, code = ARGV[4], 'D'

if made or what == state or what == 'CLOSED' and over then
  code = 'S'
elseif state == 'REBUILDING' then
  code = 'R'
elseif what == 'SETTLED' then
  code = state ~= 'CLOSED' and now < closes + 0 and 'W' or plan and 'H' or 'D'
elseif over then
  code = 'O'
elseif what == 'EXTEND' then
  code = ARGV[5] == closes and 'S' or ARGV[5] + 0 < closes + 0 and 'L' or 'D'
end

if code == 'D' then
  if what == 'EXTEND' then
    call('HSET', KEYS[1], 'closes', ARGV[5])
  else
    call('HSET', KEYS[1], 'state', what)
  end
  call('XADD', KEYS[2], '*', 'who', ARGV[1], 'what', ARGV[3])
  if ARGV[2] ~= '' then
    call('HSET', KEYS[3], ARGV[2], ARGV[3])
  end
  if what == 'SETTLED' then
    for i = 1, #KEYS do
      call('PEXPIRE', KEYS[i], ARGV[5])
    end
  end
end

return { code, now, unpack(call('HMGET', KEYS[1],
  'total', 'limit', 'opens', 'closes', 'paywithin', 'state', 'available', 'reserved', 'sold')) }
