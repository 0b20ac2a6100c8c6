-- append-parcel.lua, version 1: appends a parcel to one partition of the outbox, for gates that do not do so themselves.
--
-- KEYS[1]  <prefix>:{P}:outbox   stream: one message per parcel
-- ARGV[1]  sale id
-- ARGV[2]  epoch of the sale in which the reservations were accepted
-- ARGV[3]  number of reservations
-- ARGV[4]  reservations: buyer and entry by turns, with blanks between
-- ARGV[5]  channel for announcements
-- ARGV[6]  announcement that the outbox is no longer empty
-- ARGV[7]  traces: order=traceparent, with blanks between; mostly empty, and then not kept
--
-- Returns  { id }: the id of the parcel.
--
-- Errors: WRONGTYPE if the key is of another type; nothing is changed then.
-- Cost: O(length). Cluster: one key.

local idle = redis.call('XLEN', KEYS[1]) == 0
local traces = ARGV[7] ~= '' and { 't', ARGV[7] } or {}
local id = redis.call('XADD', KEYS[1], '*', 'sale', ARGV[1], 'epoch', ARGV[2], 'n', ARGV[3], 'r', ARGV[4], unpack(traces))
if idle then
  redis.pcall('PUBLISH', ARGV[5], ARGV[6])
end

return { id }
