-- purchase.lua: the script of the usual flash-sale tutorial, for comparison only: one call for each purchase, a string for the stock, a
-- set for the buyers, a message for each order.
--
-- KEYS[1]  string: stock left
-- KEYS[2]  set: buyers
-- KEYS[3]  stream: orders
-- ARGV[1]  buyer id, ARGV[2] voucher id, ARGV[3] order id
--
-- Returns  0 bought, 1 sold out, 2 bought before.
-- Cost: O(1). Cluster: the keys do not share a hash tag, so it runs on one server only.

local stock = redis.call('GET', KEYS[1])
if not stock or tonumber(stock) <= 0 then
  return 1
end
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then
  return 2
end
redis.call('INCRBY', KEYS[1], -1)
redis.call('SADD', KEYS[2], ARGV[1])
redis.call('XADD', KEYS[3], '*', 'userId', ARGV[1], 'voucherId', ARGV[2], 'id', ARGV[3])
return 0
