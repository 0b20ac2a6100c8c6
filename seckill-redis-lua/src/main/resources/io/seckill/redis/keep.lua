-- keep.lua, version 1: says that a node still works on parcels of one partition, so that no other takes them over, and records their
-- attempts.
--
-- KEYS[1]  <prefix>:{P}:outbox   stream: one message per parcel
-- ARGV[1]  consumer group
-- ARGV[2]  consumer: the name of the node
-- ARGV[3], ARGV[4], then two more for each further parcel: id, attempts
--
-- Returns  { kept }: the number of parcels that are still this node's. One that is settled or with another node is left alone.
--
-- Errors: WRONGTYPE if the key is of another type; nothing is changed then.
-- Cost: O(parcels). Cluster: one key.

local key, group, consumer = KEYS[1], ARGV[1], ARGV[2]
local kept = 0

redis.call('XLEN', key)
for i = 3, #ARGV, 2 do
  local id = ARGV[i]
  local mine = redis.pcall('XPENDING', key, group, id, id, 1, consumer)
  if mine[1] then
    redis.call('XCLAIM', key, group, consumer, 0, id, 'RETRYCOUNT', ARGV[i + 1], 'JUSTID')
    kept = kept + 1
  end
end

return { kept }
