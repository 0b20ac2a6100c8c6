-- take-token.lua, version 1: takes a token out of a bucket if there is one.
--
-- KEYS[1]  <prefix>:{limit:<kind>:<name>}   string: debt:at; expires when the bucket is full again
-- ARGV[1]  capacity, 1 to 1000000
-- ARGV[2]  tokens that come in each period, 1 to 1000000
-- ARGV[3]  period in microseconds, at most 3600000000
--
-- Returns  { wait }
--   wait  0 if a token was taken; otherwise the microseconds until there is one, and nothing was taken
--
-- debt is what the bucket lacked at the time `at`, counted so that a token is as much as the period has microseconds: then each
-- microsecond pays off a whole number, and no fraction is lost. All numbers are integers below 2^53. A bucket without a key lacks nothing.
-- The time is that of Redis in microseconds. Where it was set back, a stamp from the future is replaced by now.
--
-- Errors: WRONGTYPE if the key is of another type; nothing is changed then.
-- Cost: O(1), at most one write. Cluster: one key.

local capacity, refill, token = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local debt, at = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+):(%d+)$')
at = tonumber(at or now)
debt = math.min(tonumber(debt or 0), capacity * token) -- it may have been written under a larger limit
debt = math.max(debt - math.max(now - at, 0) * refill, 0)

local function keep()
  redis.call('SET', KEYS[1], string.format('%.0f:%.0f', debt, now), 'PX', math.ceil(debt / refill / 1000))
end

local lacking = debt + token - capacity * token
if lacking > 0 then
  if at > now then
    keep()
  end
  return { math.ceil(lacking / refill) }
end

debt = debt + token
keep()

return { 0 }
