-- note-sale.lua, version 1: notes something that an operator did to what belongs to a sale.
--
-- KEYS[1]  <prefix>:{P}:sale:<id>    hash: definition, state and counters of the sale
-- KEYS[2]  <prefix>:{P}:audit:<id>   stream: one message for each change that was made
-- ARGV[1]  operator
-- ARGV[2]  what was done, in words
--
-- Returns  { noted }: 1, or 0 if the sale is unknown; nothing is changed then.
--
-- Errors: WRONGTYPE if a key is of another type; nothing is changed then.
-- Cost: O(1). Cluster: the hash tag {P} keeps both keys in one slot.

if redis.call('HEXISTS', KEYS[1], 'state') == 0 then
  return { 0 }
end
redis.call('XADD', KEYS[2], '*', 'who', ARGV[1], 'what', ARGV[2])

return { 1 }
