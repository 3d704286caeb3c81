// Conditions on bytes of input, as short as they can be said.
#include "explore/byte_values.h"

#include <gtest/gtest.h>

namespace braid::explore {
namespace {

ByteValues from(unsigned first, unsigned last) {
  ByteValues values;
  for (unsigned value = first; value <= last; value++)
    values.set(value);
  return values;
}

std::string text(const ByteValues &values) { return byte_values_text("b[0]", values); }

TEST(ByteValues, OneValue) {
  EXPECT_EQ(text(from('a', 'a')), "b[0] == 'a'");
  EXPECT_EQ(text(from('\n', '\n')), "b[0] == '\\n'");
  EXPECT_EQ(text(from('\'', '\'')), "b[0] == '\\''");
  EXPECT_EQ(text(from(200, 200)), "b[0] == 200");
}

TEST(ByteValues, Ranges) {
  EXPECT_EQ(text(from('0', '9')), "b[0] >= '0' && b[0] <= '9'");
  EXPECT_EQ(text(from(0, 31)), "b[0] <= 31");
  EXPECT_EQ(text(from(10, 255)), "b[0] >= 10");
  EXPECT_EQ(text(from('0', '9') | from('x', 'x')), "(b[0] >= '0' && b[0] <= '9') || b[0] == 'x'");
}

TEST(ByteValues, AllButSome) {
  EXPECT_EQ(text(from(0, 255) & ~from('a', 'a') & ~from(7, 7)), "b[0] != 7 && b[0] != 'a'");
  EXPECT_EQ(text(~from(0, 0)), "b[0] >= 1");
}

TEST(ByteValues, WhatNobodyCouldRead) {
  ByteValues even;
  for (unsigned value = 0; value < 256; value += 2)
    even.set(value);
  EXPECT_EQ(text(even), "b[0] is one of 128 values");
}

TEST(ByteValues, RunsOfBytes) {
  const ByteValues digit = from('0', '9');
  const std::vector<ByteRun> runs = byte_runs(
      "in", {{0, from('"', '"')}, {1, from(0, 0)}, {2, digit}, {3, digit}, {5, digit}, {6, from('x', 'x')}});
  ASSERT_EQ(runs.size(), 4U);
  EXPECT_EQ(runs[0].text, "in[0..1] == \"\\\"\\x00\"");
  EXPECT_EQ(runs[1].text, "in[i] >= '0' && in[i] <= '9' for each i from 2 to 3");
  EXPECT_EQ(runs[1].last, 3U);
  EXPECT_EQ(runs[2].text, "in[5] >= '0' && in[5] <= '9'");
  EXPECT_EQ(runs[3].text, "in[6] == 'x'");
}

} // namespace
} // namespace braid::explore
