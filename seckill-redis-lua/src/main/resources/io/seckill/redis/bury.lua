-- bury.lua, version 1: moves a message that is no parcel from the outbox to the dead letters, as it is, once.
--
-- KEYS[1]  <prefix>:{P}:outbox   stream: one message per parcel
-- KEYS[2]  <prefix>:{P}:dead     stream: one message per dead letter
-- ARGV[1]  consumer group
-- ARGV[2]  message id
-- ARGV[3]  attempts
-- ARGV[4]  what is wrong with it
--
-- Returns  { buried }: 1, or 0 if it is not with any node. The first 4000 values are kept.
--
-- Errors: WRONGTYPE if a key is of another type; nothing is changed then.
-- Cost: O(fields). Cluster: the hash tag {P} keeps both keys in one slot.

local PIECE = 4000 -- Lua can unpack a little less than 8000 values

redis.call('XLEN', KEYS[2])
local message = redis.call('XRANGE', KEYS[1], ARGV[2], ARGV[2])[1]
local buried = redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
if buried == 1 and message then
  redis.call('XADD', KEYS[2], '*', 'reason', 'malformed', 'parcel', ARGV[2], 'attempts', ARGV[3], 'last-error', ARGV[4],
    unpack(message[2], 1, math.min(#message[2], PIECE)))
  redis.call('XDEL', KEYS[1], ARGV[2])
end

return { buried }
