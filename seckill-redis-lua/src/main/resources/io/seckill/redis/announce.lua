-- announce.lua, version 1: sends announcements to all nodes.
--
-- KEYS[1]  any key; only chooses the server
-- ARGV[1]  channel for announcements
-- ARGV[2], then one more for each further announcement
--
-- Returns  {}. Who does not listen at this moment misses them.
--
-- Cost: O(announcements), for each node that listens. Cluster: one key; every node of the cluster passes them on.

for i = 2, #ARGV do
  redis.call('PUBLISH', ARGV[1], ARGV[i])
end

return {}
