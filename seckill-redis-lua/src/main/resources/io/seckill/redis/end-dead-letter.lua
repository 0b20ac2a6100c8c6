-- end-dead-letter.lua, version 1: takes a dead letter out, for good or back into the outbox, once.
--
-- KEYS[1]  <prefix>:{P}:outbox   stream: one message per parcel
-- KEYS[2]  <prefix>:{P}:dead     stream: one message per dead letter
-- ARGV[1]  REMOVE or PUT-BACK
-- ARGV[2]  id of the dead letter
-- ARGV[3]  channel for announcements
-- ARGV[4]  announcement that the outbox is no longer empty
--
-- Returns  { ended }: 1, or 0 if it is gone, or is to be put back and holds no reservation; nothing is changed then.
--
-- Errors: WRONGTYPE if a key is of another type; nothing is changed then. The letter is put back before it is taken out, and both
-- happen or neither does.
-- Cost: O(1). Cluster: the hash tag {P} keeps both keys in one slot.

local idle = redis.call('XLEN', KEYS[1]) == 0
local message = redis.call('XRANGE', KEYS[2], ARGV[2], ARGV[2])[1]
if not message then
  return { 0 }
end

if ARGV[1] == 'PUT-BACK' then
  local fields = {}
  for i = 1, #message[2], 2 do
    fields[message[2][i]] = message[2][i + 1]
  end
  if not (fields.sale and fields.buyer and fields.entry) then
    return { 0 }
  end
  redis.call('XADD', KEYS[1], '*', 'sale', fields.sale, 'epoch', fields.epoch or 0, 'n', 1,
    'r', fields.buyer .. ' ' .. fields.entry)
  if idle then
    redis.pcall('PUBLISH', ARGV[3], ARGV[4])
  end
end
redis.call('XDEL', KEYS[2], ARGV[2])

return { 1 }
