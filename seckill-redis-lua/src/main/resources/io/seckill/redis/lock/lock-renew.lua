-- lock-renew.lua, version 1: lets a lease last longer if it still holds the lock.
--
-- KEYS[1]  <prefix>:{lock:<name>}:holder   string: owner; expires with the lease
-- KEYS[2]  <prefix>:{lock:<name>}:token    string: last fencing token; outlives the lease
-- ARGV[1]  owner
-- ARGV[2]  time from now until the lease ends, in milliseconds, at least 1
-- ARGV[3]  how long the token outlives the lease, in milliseconds
--
-- Returns  { renewed }: 1, or 0 if nobody or another holds the lock; nothing is changed then.
--
-- Errors: WRONGTYPE if the first key is of another type; nothing is changed then.
-- Cost: O(1). Cluster: the hash tag {lock:<name>} keeps both keys in one slot.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return { 0 }
end

redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[2] + ARGV[3])

return { 1 }
