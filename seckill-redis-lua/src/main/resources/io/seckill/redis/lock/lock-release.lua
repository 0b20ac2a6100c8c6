-- lock-release.lua, version 1: gives a lock back if the lease still holds it, and tells those who wait.
--
-- KEYS[1]  <prefix>:{lock:<name>}:holder   string: owner; expires with the lease
-- ARGV[1]  owner
-- ARGV[2]  channel for announcements
-- ARGV[3]  announcement that the lock is free
--
-- The last fencing token stays.
--
-- Returns  { released }: 1, or 0 if nobody or another holds the lock; nothing is changed then.
--
-- Errors: WRONGTYPE if the key is of another type; nothing is changed then.
-- Cost: O(1), and one message for each JVM that has waited for a lock. Cluster: one key.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return { 0 }
end

redis.call('DEL', KEYS[1])
redis.pcall('PUBLISH', ARGV[2], ARGV[3])

return { 1 }
