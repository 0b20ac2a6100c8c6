-- begin-rebuild.lua, version 1: forgets what is known of a sale and makes it anew, with nothing held, to be filled from a ledger.
--
-- KEYS[1]  <prefix>:{P}:sale:<id>     hash: definition, state and counters of the sale
-- KEYS[2]  <prefix>:{P}:buyers:<id>   hash: buyer -> entries, joined by commas
-- ARGV[1]  epoch, ARGV[2] total, ARGV[3] limit, ARGV[4] opens, ARGV[5] closes, ARGV[6] time to pay, ARGV[7] initial total, ARGV[8]
--          initial end; times in milliseconds, instants since 1970
--
-- The field  then  keeps the state that the sale gets at the end: CLOSED if it was closed, as far as is known, else PAUSED.
--
-- Returns  { 1 }; or { 0 }, and nothing is changed: the sale sells, or a change of its stock is half done.
--
-- Errors: WRONGTYPE if a key is of another type; nothing is changed then.
-- Cost: O(1); Redis frees the old holdings in the background. Cluster: the hash tag {P} keeps both keys in one slot.

local before = redis.call('HMGET', KEYS[1], 'state', 'then', 'plan', 'closes')
redis.call('HLEN', KEYS[2])
if before[3] or before[1] == 'OPEN' and redis.call('TIME')[1] * 1000 < before[4] + 0 then
  return { 0 }
end
local state = (before[1] == 'CLOSED' or before[2] == 'CLOSED') and 'CLOSED' or 'PAUSED'

redis.call('UNLINK', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[1], 'state', 'REBUILDING', 'then', state, 'epoch', ARGV[1], 'total', ARGV[2], 'limit', ARGV[3], 'opens', ARGV[4],
  'closes', ARGV[5], 'paywithin', ARGV[6], 'initial', ARGV[7], 'initialcloses', ARGV[8], 'available', ARGV[2], 'reserved', 0, 'sold', 0)

return { 1 }
