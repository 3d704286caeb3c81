#include "results/fail_on.h"

#include <gtest/gtest.h>

namespace braid::results {
namespace {

bool is_met(const std::string &words, FindingKind kind) {
  std::string wrong;
  const std::optional<FailOn> fail_on = FailOn::parse(words, wrong);
  EXPECT_TRUE(fail_on) << words;
  return fail_on && fail_on->is_met_by(finding_of_kind(kind));
}

TEST(FailOn, Kinds) {
  EXPECT_TRUE(is_met("double-free", FindingKind::DOUBLE_FREE));
  EXPECT_TRUE(is_met("heap-buffer-overflow,double-free", FindingKind::DOUBLE_FREE));
  EXPECT_FALSE(is_met("heap-buffer-overflow", FindingKind::DOUBLE_FREE));
}

TEST(FailOn, Severities) {
  EXPECT_TRUE(is_met("error", FindingKind::DOUBLE_FREE));
  EXPECT_FALSE(is_met("error", FindingKind::MEMORY_LEAK));
  EXPECT_TRUE(is_met("warning", FindingKind::MEMORY_LEAK));
  EXPECT_TRUE(is_met("warning", FindingKind::DOUBLE_FREE));
  EXPECT_FALSE(is_met("warning", FindingKind::UNSIGNED_WRAP));
  EXPECT_TRUE(is_met("note", FindingKind::UNSIGNED_WRAP));
  EXPECT_TRUE(is_met("warning,error", FindingKind::MEMORY_LEAK)); // the order is of no importance
  EXPECT_TRUE(is_met("error,memory-leak", FindingKind::MEMORY_LEAK));
  EXPECT_FALSE(is_met("error,memory-leak", FindingKind::UNSIGNED_WRAP));
}

TEST(FailOn, AllAndNone) {
  for (size_t kind = 0; kind < size_t(FindingKind::COUNT); kind++) {
    EXPECT_TRUE(is_met("any", FindingKind(kind)));
    EXPECT_FALSE(is_met("none", FindingKind(kind)));
  }
}

TEST(FailOn, OtherWords) {
  for (const auto &[words, said] :
       {std::pair("errors", "errors"), {"error,heap", "heap"}, {"error,,none", ""}, {"", ""}}) {
    std::string wrong = "?";
    EXPECT_FALSE(FailOn::parse(words, wrong)) << words;
    EXPECT_EQ(wrong, said);
  }
}

} // namespace
} // namespace braid::results
