-- Errors are thrown with longjmp through frames of C and of Lua.
local function fails(f, ...) local ok, what = pcall(f, ...); assert(not ok); return what end

assert(fails(error, "plain") == "plain")
assert(fails(error, {code = 7}).code == 7)
assert(fails(function() local x = nil; return x.y end):find("index a nil value"))
assert(fails(string.rep):find("bad argument #1"))
assert(select("#", pcall(string.rep, "x", -1)) == 2)

-- An error inside a comparison that C code (sort) calls.
assert(fails(table.sort, {3, 2, 1}, function() error("stop") end):find("stop"))
-- A handler that runs before the stack is unwound.
local ok, trace = xpcall(function() error("deep") end, function(m) return debug.traceback(m, 1) end)
assert(not ok and trace:find("stack traceback"))
-- Nested protected calls, a thousand deep.
local function nest(n) if n == 0 then error("bottom") end; local ok, m = pcall(nest, n - 1); error(m, 0) end
assert(fails(nest, 150):find("bottom"))
-- Endless recursion is an error, not a crash.
local function forever() return 1 + forever() end
assert(fails(forever):find("stack overflow"))
-- Values that are closed on the way out.
local closed = {}
fails(function()
  local a <close> = setmetatable({}, {__close = function() closed[#closed + 1] = "a" end})
  local b <close> = setmetatable({}, {__close = function() closed[#closed + 1] = "b" end})
  error("out")
end)
assert(table.concat(closed) == "ba")
