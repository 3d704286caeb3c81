-- Arithmetic of both kinds of number, and its edges.
assert(7 // 2 == 3 and -7 // 2 == -4 and 7 % -3 == -2 and -7 % 3 == 2 and 7.5 // 2 == 3.0 and -0.5 % 1 == 0.5)
assert(math.maxinteger + 1 == math.mininteger and math.mininteger // -1 == math.mininteger and math.mininteger % -1 == 0)
assert(1 << 63 == math.mininteger and 1 << 64 == 0 and -1 >> 63 == 1 and 3 & 6 == 2 and 3 | 6 == 7 and 3 ~ 6 == 5)
assert(not pcall(function() return 1 // 0 end) and 1.0 // 0 == math.huge and 0 / 0 ~= 0 / 0)
assert(math.type(3) == "integer" and math.type(3.0) == "float" and 3 == 3.0 and math.tointeger(3.5) == nil)
assert(math.ult(1, -1) and math.floor(-3.5) == -4 and math.ceil(-3.5) == -3 and math.fmod(-7, 3) == -1)
assert(2^53 == 2^53 + 1 and 1 < 1.5 and math.maxinteger < math.huge and math.maxinteger + 0.0 == 2^63)
assert(10 == "10" + 0 and "0x10" * 2 == 32 and 10 .. "" == "10")
for _, f in ipairs({math.sin, math.cos, math.exp}) do assert(f(0) == f(-0.0) or f == math.sin) end
assert(math.abs(math.sin(1) ^ 2 + math.cos(1) ^ 2 - 1) < 1e-15 and math.sqrt(2) ^ 2 - 2 < 1e-15)
for i = 0, 10, 0.5 do assert(math.floor(i) <= i) end
local n = 0
for i = math.maxinteger - 2, math.maxinteger do n = n + 1 end
assert(n == 3)

-- A sieve, a matrix product, Collatz chains.
local composite, count = {}, 0
for i = 2, 20000 do
  if not composite[i] then count = count + 1; for j = i * i, 20000, i do composite[j] = true end end
end
assert(count == 2262)
local size, a, b, trace = 40, {}, {}, 0
for i = 1, size do a[i], b[i] = {}, {}; for j = 1, size do a[i][j], b[i][j] = i + j, i - j end end
for i = 1, size do for k = 1, size do trace = trace + a[i][k] * b[k][i] end end
assert(trace == 0)
local longest, best = 0, 0
for start = 1, 3000 do
  local x, steps = start, 0
  while x ~= 1 do x = x % 2 == 0 and x // 2 or 3 * x + 1; steps = steps + 1 end
  if steps > best then longest, best = start, steps end
end
assert(longest == 2919 and best == 216)
