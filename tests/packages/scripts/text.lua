-- Strings: patterns, formats, packing, UTF-8.
assert(("hello world"):gsub("o", "0") == "hell0 w0rld")
assert(("key = value"):match("^(%w+)%s*=%s*(%w+)$") == "key")
assert(("THE (quick) fox"):find("%((%a+)%)") == 5)
assert(("  trim  "):match("^%s*(.-)%s*$") == "trim")
assert(("abc"):rep(3, "-") == "abc-abc-abc" and ("abc"):reverse() == "cba" and ("x"):byte() == 120)
assert(("f(a(b)c)d"):match("%b()") == "(a(b)c)" and ("THE (quick) fox"):gsub("%f[%a]%a+", string.lower) == "the (quick) fox")
assert(string.format("%5d|%-5s|%05.1f|%x|%q", 42, "ab", 3.14159, 255, 'a "b"\n') == '   42|ab   |003.1|ff|"a \\"b\\"\\\n"')
assert(string.format("%a", 1.0) == "0x1p+0" and string.format("%.14g", 0.1) == "0.1" and string.format("%i", -7) == "-7")
assert(tostring(1e15) == "1e+15" and tostring(2^53) == "9.007199254741e+15" and tostring(-0.0) == "-0.0")
assert(tonumber("0x10") == 16 and tonumber("1e2") == 100.0 and tonumber("z", 36) == 35 and tonumber("8", 8) == nil)
assert(tonumber("  12  ") == 12 and tonumber("1 2") == nil and tonumber("0x1p4") == 16.0 and tonumber("") == nil)

local packed = string.pack("<i4 >I2 s1 z d", -2, 513, "abc", "end", 1.5)
local a, b, c, d, e = string.unpack("<i4 >I2 s1 z d", packed)
assert(a == -2 and b == 513 and c == "abc" and d == "end" and e == 1.5)
assert(utf8.char(72, 228, 8364, 128512) == "Hä€😀" and utf8.len("Hä€😀") == 4 and utf8.codepoint("€") == 8364)
assert(not utf8.len("\xff"))

-- Sorting and joining many of them.
local words = {}
for word in ("the quick brown fox jumps over the lazy dog and runs away"):gmatch("%a+") do words[#words + 1] = word end
table.sort(words, function(x, y) return #x == #y and x < y or #x < #y end)
assert(table.concat(words, " ") == "and dog fox the the away lazy over runs brown jumps quick")
local parts = {}
for i = 1, 20000 do parts[i] = tostring(i) end
assert(#table.concat(parts) == 88894)
