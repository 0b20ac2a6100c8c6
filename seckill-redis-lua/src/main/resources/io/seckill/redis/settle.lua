-- settle.lua, version 1: removes parcels from one partition of the outbox and keeps their dead letters, each parcel once.
--
-- KEYS[1]  <prefix>:{P}:outbox   stream: one message per parcel
-- KEYS[2]  <prefix>:{P}:dead     stream: one message per dead letter
-- ARGV[1]  consumer group
-- ARGV[2]  parcel id
-- ARGV[3]  number of its dead letters, and for each of them seven more: sale, epoch, buyer, entry, attempts, first error,
--          last error
-- ... the same again for each further parcel, from its id on
--
-- Returns  { settled }: the number of parcels removed by this call. A parcel that is not with any node changes nothing.
--
-- Errors: WRONGTYPE if a key is of another type; nothing is changed then. After the first write Redis no longer refuses for lack of
-- memory, so that a dead letter cannot get lost between its parcel and the dead stream.
-- Cost: O(parcels + dead letters). Cluster: the hash tag {P} keeps both keys in one slot.

local group = ARGV[1]
local settled = 0

redis.call('XLEN', KEYS[1])
redis.call('XLEN', KEYS[2])

local i = 2
while i < #ARGV do
  local id, letters = ARGV[i], tonumber(ARGV[i + 1])
  i = i + 2
  if redis.call('XACK', KEYS[1], group, id) == 1 then
    for letter = 0, letters - 1 do
      local at = i + 7 * letter
      redis.call('XADD', KEYS[2], '*', 'reason', 'attempts-used-up', 'parcel', id, 'sale', ARGV[at], 'epoch', ARGV[at + 1],
        'buyer', ARGV[at + 2], 'entry', ARGV[at + 3], 'attempts', ARGV[at + 4], 'first-error', ARGV[at + 5],
        'last-error', ARGV[at + 6])
    end
    redis.call('XDEL', KEYS[1], id)
    settled = settled + 1
  end
  i = i + 7 * letters
end

return { settled }
