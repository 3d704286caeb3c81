-- Coroutines, closures and generators.
local function numbers(n) return coroutine.wrap(function() for i = 1, n do coroutine.yield(i) end end) end
local sum = 0
for i in numbers(1000) do sum = sum + i end
assert(sum == 500500)

-- Permutations by recursion inside a coroutine.
local function permute(a, n)
  if n == 0 then coroutine.yield(table.concat(a)) end
  for i = 1, n do
    a[i], a[n] = a[n], a[i]
    permute(a, n - 1)
    a[i], a[n] = a[n], a[i]
  end
end
local seen = {}
for p in coroutine.wrap(function() permute({"a", "b", "c", "d"}, 4) end) do seen[#seen + 1] = p end
table.sort(seen)
assert(#seen == 24 and seen[1] == "abcd" and seen[24] == "dcba")

-- Yield across a protected call and out of a metamethod.
local thread = coroutine.create(function(x)
  local ok, y = pcall(function() return coroutine.yield(x + 1) end)
  local object = setmetatable({}, {__add = function(a, b) return coroutine.yield(b) end})
  return ok, y, object + 5
end)
assert(select(2, coroutine.resume(thread, 1)) == 2)
assert(select(2, coroutine.resume(thread, "back")) == 5)
local _, ok, y, z = coroutine.resume(thread, 9)
assert(ok and y == "back" and z == 9 and coroutine.status(thread) == "dead")
assert(not coroutine.resume(thread))

-- Closures share their variables.
local function counter() local n = 0; return function() n = n + 1; return n end, function() return n end end
local up, now = counter()
up(); up()
assert(now() == 2)
