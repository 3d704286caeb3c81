// The table of kinds: what readers of it rely on, and that the documentation has the same.
#include "results/finding_kinds.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <set>

namespace braid::results {
namespace {

TEST(FindingKinds, NamesAreWordsAndDifferent) {
  std::set<std::string_view> names;
  for (const FindingKindFacts &kind : finding_kinds()) {
    EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
    EXPECT_FALSE(kind.name.empty());
    EXPECT_EQ(kind.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos) << kind.name;
  }
  EXPECT_EQ(facts_of(FindingKind::NULL_POINTER).name, "null-pointer");
}

TEST(FindingKinds, TextsAreWhole) {
  for (const FindingKindFacts &kind : finding_kinds()) {
    EXPECT_FALSE(kind.title.empty()) << kind.name;
    EXPECT_NE(kind.title.back(), '.') << kind.name;
    EXPECT_FALSE(kind.example.empty()) << kind.name;
    EXPECT_EQ(kind.help.back(), '.') << kind.name;
    EXPECT_NE(kind.help.find(". "), std::string_view::npos) << kind.name << ": two sentences";
    EXPECT_LE(kind.help.size(), 1024U) << kind.name; // as GitHub wants it
    if (!kind.danger.empty()) {
      EXPECT_GE(std::stod(std::string(kind.danger)), 0.1) << kind.name;
      EXPECT_LE(std::stod(std::string(kind.danger)), 10.0) << kind.name;
    }
  }
}

// docs/report.md has the kinds that there can be today, each as in the table.
TEST(FindingKinds, Documented) {
  std::set<std::string> known;
  for (const FindingKindFacts &kind : finding_kinds())
    known.insert(fmt::format("| `{}` | {} | {} | {} |", kind.name, kind.title,
                             kind.cwe != 0 ? fmt::to_string(kind.cwe) : "", SEVERITIES[size_t(kind.severity)]));
  std::ifstream stream(BRAID_SOURCE_FOLDER "/docs/report.md");
  std::string line;
  while (std::getline(stream, line) && line != "| kind | what it is | CWE | severity |") {
  }
  std::getline(stream, line);
  size_t count = 0;
  for (; std::getline(stream, line) && !line.empty(); count++)
    EXPECT_TRUE(known.contains(line)) << "docs/report.md has\n" << line;
  EXPECT_GT(count, 10U);
}

} // namespace
} // namespace braid::results
