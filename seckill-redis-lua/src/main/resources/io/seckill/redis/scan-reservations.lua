-- scan-reservations.lua, version 1: reads the reservations of one sale in some messages of a stream. Changes nothing.
--
-- KEYS[1]  <prefix>:{P}:outbox or <prefix>:{P}:dead   stream: one message per parcel, or per dead letter
-- ARGV[1]  sale id
-- ARGV[2]  id of the last message looked at, 0 to begin
-- ARGV[3]  how many messages to look at
--
-- Returns  { last, reservations, ... }
--   last          id of the last message looked at, empty if there are no more
--   reservations  those of one message: buyer and entry by turns, with blanks between
--
-- Errors: WRONGTYPE if the key is of another type.
-- Cost: O(messages looked at).

local messages = redis.call('XRANGE', KEYS[1], '(' .. ARGV[2], '+', 'COUNT', ARGV[3])
local reply = { #messages == tonumber(ARGV[3]) and messages[#messages][1] or '' }
for _, message in ipairs(messages) do
  local fields = {}
  for i = 1, #message[2], 2 do
    fields[message[2][i]] = message[2][i + 1]
  end
  if fields.sale == ARGV[1] then
    reply[#reply + 1] = fields.r or fields.buyer and fields.entry and fields.buyer .. ' ' .. fields.entry
  end
end

return reply
