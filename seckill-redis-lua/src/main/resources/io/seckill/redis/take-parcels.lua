-- take-parcels.lua, version 1: takes parcels out of one partition of the outbox for one node: those that lie idle with any node
-- first, then new ones.
--
-- KEYS[1]  <prefix>:{P}:outbox   stream: one message per parcel
-- ARGV[1]  consumer group; made if it is missing, and the stream with it
-- ARGV[2]  consumer: the name of the node
-- ARGV[3]  take-over time in milliseconds: a parcel idle for longer may be taken from whoever has it
-- ARGV[4]  reservations wanted: no further parcel is taken once there are so many
-- ARGV[5]  milliseconds after which a consumer that has nothing and was not seen is forgotten; 0 to look for none
--
-- Returns  { id, attempts, sale, epoch, reservations, traces, id, ... }: six elements per parcel
--   attempts      times it was taken, this one included, and counted failures that a node recorded
--   sale          sale id, nil if the message has none
--   epoch         how often the data of the sale had been rebuilt, nil if the message does not say
--   reservations  buyer and entry by turns, with blanks between, nil if the message has none
--   traces        order=traceparent, with blanks between, nil if none of them is traced
--
-- Errors: WRONGTYPE if the key is of another type; nothing is changed then.
-- Cost: O(parcels taken + parcels with nodes). Cluster: one key.

local key, group, consumer, idle = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local left = tonumber(ARGV[4])
local reply = {}

local function add(message, attempts)
  local fields, size = {}, 1
  for i = 1, #message[2], 2 do
    fields[message[2][i]] = message[2][i + 1]
  end
  size = tonumber(fields.n) or 1
  left = left - math.max(size, 1)
  local n = #reply
  reply[n + 1], reply[n + 2] = message[1], attempts
  reply[n + 3], reply[n + 4] = fields.sale or false, fields.epoch or false
  reply[n + 5], reply[n + 6] = fields.r or false, fields.t or false
end

-- XPENDING names the idle ones with their attempts, unlike XAUTOCLAIM; and in Redis 6.2 that one hides which messages are gone.
local pending = redis.pcall('XPENDING', key, group, 'IDLE', idle, '-', '+', math.min(left, 1000))
if pending.err then
  if not string.find(pending.err, 'NOGROUP', 1, true) then
    return pending
  end
  redis.call('XGROUP', 'CREATE', key, group, '0', 'MKSTREAM')
  pending = {}
end

for _, each in ipairs(pending) do
  if left <= 0 then
    break
  end
  local id = each[1]
  -- any idle time will do now: if the clock stepped back since XPENDING, asking again would make a message look deleted
  local message = redis.call('XCLAIM', key, group, consumer, 0, id)[1]
  if message then
    add(message, each[4] + 1)
  else
    redis.call('XACK', key, group, id) -- somebody deleted the message itself
  end
end

while left > 0 do
  local streams = redis.call('XREADGROUP', 'GROUP', group, consumer, 'COUNT', 1, 'STREAMS', key, '>')
  if not streams then
    break
  end
  add(streams[1][2][1], 1)
end

local forgotten_after = tonumber(ARGV[5])
if forgotten_after > 0 then
  for _, each in ipairs(redis.call('XINFO', 'CONSUMERS', key, group)) do
    local one = {}
    for i = 1, #each, 2 do
      one[each[i]] = each[i + 1]
    end
    if one.pending == 0 and one.idle >= forgotten_after and one.name ~= consumer then
      redis.call('XGROUP', 'DELCONSUMER', key, group, one.name)
    end
  end
end

return reply
