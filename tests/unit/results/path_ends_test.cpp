#include "results/path_ends.h"

#include <gtest/gtest.h>

namespace braid::results {
namespace {

TreeNode node(uint32_t id, uint32_t parent, std::string choice, uint32_t site, uint32_t caller = 0) {
  return {.id = id, .parent = parent, .choice = std::move(choice), .site = site, .caller = caller};
}

const Tree TREE = {.nodes = {node(1, 0, "", 3), node(5, 1, "+", 7, 2), node(2, 1, "-", 3)},
                   .ends = {{5, "=2", "end"},
                            {5, "=20", "end"},
                            {2, "@4096", "end"},
                            {2, "@other", "unvisited"},
                            {5, "=0", "finished"}}};

TEST(PathEnds, Found) {
  const PathEnds ends(TREE);
  EXPECT_EQ(ends.end_of("3+ 7/2=2"), 0U);
  EXPECT_EQ(ends.end_of("3+ 7/2=20"), 1U);
  EXPECT_EQ(ends.end_of("3- 3@4096"), 2U);
}

TEST(PathEnds, DroppedPart) { EXPECT_EQ(PathEnds(TREE).end_of("3+ 7/2=0 8+ 9-"), 4U); }

TEST(PathEnds, NotInTheTree) {
  const PathEnds ends(TREE);
  for (const char *path : {"", "3+", "3+ 7/2=3", "3+ 7=2", "4+ 7/2=2", "3+ 7/3=2", "3! 7/2=2", "words", "3"})
    EXPECT_EQ(ends.end_of(path), std::nullopt) << path;
  EXPECT_EQ(PathEnds(Tree()).end_of("3+"), std::nullopt);
}

} // namespace
} // namespace braid::results
