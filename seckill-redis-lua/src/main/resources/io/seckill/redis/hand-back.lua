-- hand-back.lua, version 1: gives parcels of one partition back, so that any node may take them at once. Their attempts stay as they
-- are: the next taking adds the one that is subtracted here.
--
-- KEYS[1]  <prefix>:{P}:outbox   stream: one message per parcel
-- ARGV[1]  consumer group
-- ARGV[2]  consumer: the name of the node
-- ARGV[3]  channel for announcements
-- ARGV[4]  announcement that the outbox has something
-- ARGV[5], ARGV[6], then two more for each further parcel: id, attempts
--
-- Returns  { given }: the number of parcels that were this node's. One that is settled or with another node is left alone.
--
-- Errors: WRONGTYPE if the key is of another type; nothing is changed then.
-- Cost: O(parcels). Cluster: one key.

local LONG_AGO = 30 * 24 * 3600 * 1000 -- longer than any take-over time

local key, group, consumer = KEYS[1], ARGV[1], ARGV[2]
local given = 0

redis.call('XLEN', key)
for i = 5, #ARGV, 2 do
  local id = ARGV[i]
  local mine = redis.pcall('XPENDING', key, group, id, id, 1, consumer)
  if mine[1] then
    redis.call('XCLAIM', key, group, consumer, 0, id, 'IDLE', LONG_AGO, 'RETRYCOUNT', ARGV[i + 1] - 1, 'JUSTID')
    given = given + 1
  end
end

if given > 0 then
  redis.pcall('PUBLISH', ARGV[3], ARGV[4])
end

return { given }
