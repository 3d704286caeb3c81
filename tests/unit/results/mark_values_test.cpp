#include "results/mark_values.h"

#include <cstring>
#include <gtest/gtest.h>

namespace braid::results {
namespace {

template <class Number> std::string bytes_of(Number number) {
  std::string bytes(sizeof number, 0);
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

std::vector<MarkValue> all_values(const std::string &source, const std::string &bytes) {
  return values_of({.kind = InputKind::MARK, .name = "m", .source = source, .index = 0, .bytes = bytes});
}

MarkValue value(const std::string &source, const std::string &bytes) {
  const std::vector<MarkValue> values = all_values(source, bytes);
  EXPECT_EQ(values.size(), 1U) << source;
  return values.empty() ? MarkValue() : values.front();
}

// Every function of the runtime with its size; all bits set is -1 exactly where the type has a sign.
TEST(MarkValues, SignAndSizeOfEveryName) {
  struct Case {
    const char *name;
    size_t bytes;
    bool is_signed;
  };
  constexpr Case CASES[] = {{"char", 1, true},      {"schar", 1, true},
                            {"uchar", 1, false},    {"unsigned_char", 1, false},
                            {"short", 2, true},     {"ushort", 2, false},
                            {"int", 4, true},       {"uint", 4, false},
                            {"unsigned", 4, false}, {"unsigned_int", 4, false},
                            {"long", 8, true},      {"ulong", 8, false},
                            {"longlong", 8, true},  {"ulonglong", 8, false},
                            {"int128", 16, true},   {"uint128", 16, false},
                            {"s8", 1, true},        {"s16", 2, true},
                            {"s32", 4, true},       {"s64", 8, true},
                            {"u8", 1, false},       {"u16", 2, false},
                            {"u32", 4, false},      {"u64", 8, false},
                            {"size_t", 8, false},   {"loff_t", 8, true},
                            {"sector_t", 8, false}, {"pthread_t", 8, false},
                            {"pointer", 8, false},  {"pchar", 8, false},
                            {"charp", 8, false},    {"const_char_pointer", 8, false}};
  for (const Case &one : CASES) {
    const MarkValue found = value(std::string("__VERIFIER_nondet_") + one.name, std::string(one.bytes, '\xff'));
    if (one.is_signed)
      EXPECT_EQ(found.value, "-1") << one.name;
    else
      EXPECT_EQ(found.value, one.bytes == 16  ? "340282366920938463463374607431768211455"
                             : one.bytes == 8 ? "18446744073709551615"
                                              : std::to_string((uint64_t(1) << (8 * one.bytes)) - 1))
          << one.name;
  }
}

TEST(MarkValues, Truth) {
  EXPECT_EQ(value("__VERIFIER_nondet_bool", "\x40").value, "1");
  EXPECT_EQ(value("__VERIFIER_nondet__Bool", std::string(1, '\0')).value, "0");
}

TEST(MarkValues, Extremes) {
  EXPECT_EQ(value("__VERIFIER_nondet_long", bytes_of(INT64_MIN)).value, "-9223372036854775808");
  EXPECT_EQ(value("__VERIFIER_nondet_int128", bytes_of(__int128(INT64_MIN) * (__int128(1) << 64))).value,
            "-170141183460469231731687303715884105728");
  EXPECT_EQ(value("__VERIFIER_nondet_float", bytes_of(0.1F)).value, "0.1");
  EXPECT_EQ(value("__VERIFIER_nondet_double", bytes_of(1e300)).value, "1e+300");
}

TEST(MarkValues, ByteByByte) {
  const std::vector<MarkValue> values = all_values("__VERIFIER_nondet_memory", std::string("\x01\x00\xfe\x03", 4));
  ASSERT_EQ(values.size(), 4U);
  EXPECT_EQ(values[2].variable, "__VERIFIER_nondet_memory[2]");
  EXPECT_EQ(values[2].value, "254");
  // A name that promises another size is not believed.
  EXPECT_EQ(all_values("__VERIFIER_nondet_int", "abc").size(), 3U);
  EXPECT_TRUE(all_values("empty", "").empty());
}

TEST(MarkValues, AMarkWithoutANameHasTheNameForPeople) { EXPECT_EQ(value("", "a").variable, "m"); }

} // namespace
} // namespace braid::results
