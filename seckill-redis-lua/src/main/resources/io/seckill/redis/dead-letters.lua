-- dead-letters.lua, version 1: reads dead letters of one partition, oldest first. Changes nothing.
--
-- KEYS[1]  <prefix>:{P}:dead   stream: one message per dead letter
-- ARGV[1]  first id, or the one before it after a bracket, ARGV[2] last id, ARGV[3] how many at most
--
-- Returns  { { id, field, value, field, value, ... }, ... }
--
-- Errors: WRONGTYPE if the key is of another type.
-- Cost: O(letters).

local reply = {}
for i, message in ipairs(redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[2], 'COUNT', ARGV[3])) do
  local letter = { message[1] }
  for j = 1, #message[2] do
    letter[j + 1] = message[2][j]
  end
  reply[i] = letter
end

return reply
