// Operations that some input makes go wrong, as the solver says.
#include "explore/suspects.h"
#include "trace/checks.h"

#include <gtest/gtest.h>

namespace braid::explore {
namespace {

target::Input input_of(std::string_view text) {
  target::Input input;
  input.sources.emplace_back();
  input.sources.back().bytes.assign(text.begin(), text.end());
  return input;
}

TEST(Suspects, TheFirstInputIsKeptUntilOneShowsIt) {
  Suspects suspects;
  EXPECT_FALSE(suspects.is_settled(3, BRAID_CHECK_SHIFT));
  suspects.tried(3, BRAID_CHECK_SHIFT, input_of("first"), false);
  suspects.tried(3, BRAID_CHECK_SHIFT, input_of("second"), false);
  suspects.tried(3, BRAID_CHECK_INDEX, input_of("other"), false);
  ASSERT_EQ(suspects.not_shown().size(), 2U);
  EXPECT_EQ(suspects.not_shown()[1].tried + suspects.not_shown()[0].tried, 3U);
  for (const Suspects::Entry &entry : suspects.not_shown()) {
    EXPECT_EQ(entry.input->sources[0].bytes.size(), 5U); // "first", "other"
  }
  suspects.tried(3, BRAID_CHECK_SHIFT, input_of("third"), true);
  EXPECT_TRUE(suspects.is_settled(3, BRAID_CHECK_SHIFT));
  EXPECT_FALSE(suspects.is_settled(3, BRAID_CHECK_INDEX));
  EXPECT_EQ(suspects.not_shown().size(), 1U);
}

TEST(Suspects, NobodyAsksForEver) {
  Suspects suspects;
  for (unsigned i = 0; i < 15; i++)
    suspects.tried(3, BRAID_CHECK_SHIFT, input_of("a"), false);
  EXPECT_FALSE(suspects.is_settled(3, BRAID_CHECK_SHIFT));
  suspects.tried(3, BRAID_CHECK_SHIFT, input_of("a"), false);
  EXPECT_TRUE(suspects.is_settled(3, BRAID_CHECK_SHIFT));
  EXPECT_EQ(suspects.not_shown().size(), 1U);
}

} // namespace
} // namespace braid::explore
