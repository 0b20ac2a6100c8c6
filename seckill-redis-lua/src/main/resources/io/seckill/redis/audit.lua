-- audit.lua, version 1: tells the changes that were made to a sale, oldest first.
--
-- KEYS[1]  <prefix>:{P}:audit:<id>   stream: one message for each change that was made
--
-- Returns  { milliseconds since 1970, who, what, ... }: three elements per change
--
-- Errors: WRONGTYPE if the key is of another type.
-- Cost: O(changes).

local reply = {}
for _, message in ipairs(redis.call('XRANGE', KEYS[1], '-', '+')) do
  local fields = message[2]
  local n = #reply
  reply[n + 1], reply[n + 2], reply[n + 3] = string.match(message[1], '^%d+'), fields[2], fields[4]
end

return reply
