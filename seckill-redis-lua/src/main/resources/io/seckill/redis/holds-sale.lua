-- holds-sale.lua, version 1: looks for a sale in some messages of a stream. Changes nothing.
--
-- KEYS[1]  <prefix>:{P}:outbox or <prefix>:{P}:dead   stream
-- ARGV[1]  sale id
-- ARGV[2]  id of the last message looked at, 0 to begin
-- ARGV[3]  how many messages to look at
--
-- Returns  { found, last }: found is 1 or 0; last is the id of the last message looked at, empty if there are no more.
--
-- Errors: WRONGTYPE if the key is of another type.
-- Cost: O(messages looked at).

local messages = redis.call('XRANGE', KEYS[1], '(' .. ARGV[2], '+', 'COUNT', ARGV[3])
for _, message in ipairs(messages) do
  local fields = message[2]
  for i = 1, #fields, 2 do
    if fields[i] == 'sale' and fields[i + 1] == ARGV[1] then
      return { 1, message[1] }
    end
  end
end

return { 0, #messages == tonumber(ARGV[3]) and messages[#messages][1] or '' }
