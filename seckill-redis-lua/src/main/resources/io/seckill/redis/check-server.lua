-- check-server.lua, version 1: tells about the server that holds a key what its suitability depends on.
--
-- KEYS[1]  any key; only chooses the server
--
-- Returns  { version, eviction policy, append-only file: 1 or 0 }, each an empty string if the server does not tell.
--
-- Cost: O(1).

local function info(section, field)
  local reply = redis.pcall('INFO', section) -- a table with the error if this user may not ask
  return type(reply) == 'string' and string.match(reply, '\n' .. field .. ':([^\r\n]*)') or ''
end

return { info('server', 'redis_version'), info('memory', 'maxmemory_policy'), info('persistence', 'aof_enabled') }
