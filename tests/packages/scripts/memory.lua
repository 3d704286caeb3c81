-- Tables that grow and shrink, weak tables, finalizers, both collectors.
for _, mode in ipairs({"incremental", "generational"}) do
  collectgarbage(mode)
  local kept = {}
  for i = 1, 50000 do
    local t = {i, tostring(i), {i}}
    if i % 100 == 0 then kept[#kept + 1] = t end
  end
  collectgarbage()
  for i, t in ipairs(kept) do assert(t[1] == i * 100 and t[2] == tostring(i * 100) and t[3][1] == i * 100) end
end
collectgarbage("incremental")

local finalized = 0
for i = 1, 100 do setmetatable({}, {__gc = function() finalized = finalized + 1 end}) end
collectgarbage(); collectgarbage()
assert(finalized == 100)

local weak = setmetatable({}, {__mode = "k"})
local held = {}
weak[held], weak[{}] = 1, 2
collectgarbage()
local left = 0
for _ in pairs(weak) do left = left + 1 end
assert(left == 1 and weak[held] == 1)

local t = {}
for i = 1, 1000 do t[i] = i end
for i = 1, 1000, 2 do t[i] = nil end
for i = 2, 1000, 2 do assert(t[i] == i) end
table.move({1, 2, 3}, 1, 3, 2, t)
assert(t[2] == 1 and t[4] == 3 and select("#", table.unpack({1, nil, 3}, 1, 3)) == 3)
local list = {}
for i = 1, 100 do table.insert(list, 1, i) end
for i = 1, 50 do assert(table.remove(list, 1) == 101 - i) end
assert(#list == 50 and next({}) == nil)
-- Metatables: inheritance, proxies, calls.
local Base = {}; Base.__index = Base
function Base.new(x) return setmetatable({x = x}, Base) end
function Base:get() return self.x end
local Derived = setmetatable({}, {__index = Base, __call = function(_, x) return Base.new(x * 2) end})
assert(Derived(21):get() == 42 and rawlen({1, 2}) == 2 and rawequal(Base, Base))
local code = load("local a, b = ...; return a * b")
assert(code(6, 7) == 42 and load("syntax error here") == nil and #string.dump(code) > 50)
