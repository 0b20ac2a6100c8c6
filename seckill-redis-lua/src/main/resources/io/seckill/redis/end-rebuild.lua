-- end-rebuild.lua, version 1: ends the rebuilding of a sale.
--
-- KEYS[1]  <prefix>:{P}:sale:<id>    hash: definition, state and counters of the sale
-- KEYS[2]  <prefix>:{P}:audit:<id>   stream: one message for each change that was made
-- ARGV[1]  epoch that the caller knows
-- ARGV[2]  operator
--
-- Returns  { ended }: 1; or 0 and nothing is changed, if the sale is not being rebuilt in this epoch.
--
-- Errors: WRONGTYPE if a key is of another type; nothing is changed then.
-- Cost: O(1). Cluster: the hash tag {P} keeps both keys in one slot.

local sale = redis.call('HMGET', KEYS[1], 'state', 'epoch', 'then')
if sale[1] ~= 'REBUILDING' or sale[2] ~= ARGV[1] then
  return { 0 }
end

redis.call('XADD', KEYS[2], '*', 'who', ARGV[2], 'what', 'rebuild epoch ' .. ARGV[1])
redis.call('HSET', KEYS[1], 'state', sale[3] or 'PAUSED')
redis.call('HDEL', KEYS[1], 'then')
return { 1 }
