-- usual.lua: the script of the usual flash-sale tutorial, for comparison only: one call for each purchase, a string for the stock, a
-- set for the buyers, a message for each order. It knows no window, no limit but one, and no repetition.
--
-- KEYS[1]  string: stock left
-- KEYS[2]  set: buyers
-- KEYS[3]  stream: orders
-- ARGV[1]  buyer id, ARGV[2] order id
--
-- Returns  { code }: 0 bought, 1 sold out, 2 bought before.
-- Cost: O(1). Cluster: the keys share one hash tag.

if tonumber(redis.call('GET', KEYS[1])) <= 0 then
  return { 1 }
end
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then
  return { 2 }
end
redis.call('INCRBY', KEYS[1], -1)
redis.call('SADD', KEYS[2], ARGV[1])
redis.call('XADD', KEYS[3], '*', 'userId', ARGV[1], 'voucherId', '1', 'id', ARGV[2])
return { 0 }
