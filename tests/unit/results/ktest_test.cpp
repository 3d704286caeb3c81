// Whole files, byte for byte; tests/cli/test_export.py reads many more back.
#include "results/ktest.h"

#include <gtest/gtest.h>

namespace braid::results {
namespace {

using namespace std::string_literals;

results::Test test_with(InputKind kind, uint32_t index, const std::string &bytes) {
  results::Test test;
  test.inputs.push_back({.kind = kind, .name = "n", .source = "n", .index = index, .bytes = bytes});
  return test;
}

TEST(Ktest, Bytes) {
  const results::Test test = test_with(InputKind::MARK, 0, "\x01\x02");
  std::string obstacle;
  EXPECT_EQ(ktest_of(test, {.program = "p", .arguments = {"-a"}, .sources = {}}, obstacle),
            "KTEST\0\0\0\3"
            "\0\0\0\2\0\0\0\1p\0\0\0\2-a"
            "\0\0\0\0\0\0\0\0"
            "\0\0\0\1\0\0\0\1n\0\0\0\2\1\2"s);
  EXPECT_EQ(obstacle, "");
}

TEST(Ktest, ProgramNameAsInput) {
  const results::Test test = test_with(InputKind::ARGUMENT, 0, "p");
  std::string obstacle;
  EXPECT_EQ(ktest_of(test, {}, obstacle), "");
  EXPECT_NE(obstacle, "");
}

// Arguments that nobody gave lie between those that are input.
TEST(Ktest, ArgumentBehindTheLast) {
  const results::Test test = test_with(InputKind::ARGUMENT, 2, "x");
  std::string obstacle;
  EXPECT_EQ(ktest_of(test, {.program = "p", .arguments = {}, .sources = {}}, obstacle),
            "KTEST\0\0\0\3"
            "\0\0\0\4\0\0\0\1p\0\0\0\0\0\0\0\x08-sym-arg\0\0\0\0011"
            "\0\0\0\0\0\0\0\0"
            "\0\0\0\1\0\0\0\5arg00\0\0\0\2x\0"s);
}

} // namespace
} // namespace braid::results
