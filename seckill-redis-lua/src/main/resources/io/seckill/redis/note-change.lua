-- note-change.lua, version 1: adds to the audit of a sale.
--
-- KEYS[1]  <prefix>:{P}:audit:<id>   stream: one message for each change that was made
-- ARGV[1]  operator
-- ARGV[2]  the change in words
--
-- Returns  {}.
--
-- Errors: WRONGTYPE if the key is of another type; nothing is changed then.
-- Cost: O(1).

redis.call('XADD', KEYS[1], '*', 'who', ARGV[1], 'what', ARGV[2])
return {}
