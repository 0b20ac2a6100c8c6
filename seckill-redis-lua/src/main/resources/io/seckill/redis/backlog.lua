-- backlog.lua, version 1: tells the state of one partition of the outbox. Changes nothing.
--
-- KEYS[1]  <prefix>:{P}:outbox   stream: one message per parcel
-- KEYS[2]  <prefix>:{P}:dead     stream: one message per dead letter
-- ARGV[1]  consumer group
--
-- Returns  { parcels, taken, oldest, dead }
--   parcels  parcels in the partition
--   taken    those of them that are with a node
--   oldest   age of the oldest in milliseconds by the clock of Redis, 0 if there is none
--   dead     dead letters
--
-- Errors: WRONGTYPE if a key is of another type.
-- Cost: O(1). Cluster: the hash tag {P} keeps both keys in one slot.

local parcels = redis.call('XLEN', KEYS[1])
local dead = redis.call('XLEN', KEYS[2])

local pending = redis.pcall('XPENDING', KEYS[1], ARGV[1])
local taken = pending.err and 0 or pending[1]

local oldest = 0
local first = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
if first then
  local time = redis.call('TIME')
  local appended = string.match(first[1], '^%d+')
  oldest = math.max(0, time[1] * 1000 + math.floor(time[2] / 1000) - appended)
end

return { parcels, taken, oldest, dead }
