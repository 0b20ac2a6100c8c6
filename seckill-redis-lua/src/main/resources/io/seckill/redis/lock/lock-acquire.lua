-- lock-acquire.lua, version 1: takes a lock for a time if nobody holds it.
--
-- KEYS[1]  <prefix>:{lock:<name>}:holder   string: owner; expires with the lease
-- KEYS[2]  <prefix>:{lock:<name>}:token    string: last fencing token; outlives the lease
-- ARGV[1]  owner, drawn at random for each lease; sending the same one again is harmless
-- ARGV[2]  lease in milliseconds, at least 1
-- ARGV[3]  how long the token outlives the lease, in milliseconds
--
-- Returns  { token, left }
--   token  fencing token of the lease; 0 if another holds the lock, and nothing is changed then
--   left   milliseconds until the other's lease ends, -1 if it never does; if the lock was taken, the lease
--
-- A token is the time of Redis in microseconds, or the last token plus one if that is more. So tokens grow although Redis forgets
-- them, and although its clock is set back while it remembers.
--
-- Errors: WRONGTYPE if a key is of another type; nothing is changed then.
-- Cost: O(1). Cluster: the hash tag {lock:<name>} keeps both keys in one slot.

local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then
  return { 0, redis.call('PTTL', KEYS[1]) }
end

local last = tonumber(redis.call('GET', KEYS[2]) or 0)
local time = redis.call('TIME')
local token = math.max(time[1] * 1000000 + time[2], last + 1)

redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('SET', KEYS[2], string.format('%.0f', token), 'PX', ARGV[2] + ARGV[3])

return { token, tonumber(ARGV[2]) }
