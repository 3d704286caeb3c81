// An input becomes as short and as readable as it can, and never stops doing what it did.
#include "campaign/simpler_input.h"

#include <gtest/gtest.h>

namespace braid::campaign {
namespace {

target::Input input_of(std::string_view bytes) {
  target::Input input = target::Input::standard_input(bytes);
  input.sources.front().symbolic_length = true;
  return input;
}

std::string text_of(const target::Input &input) {
  return {input.sources.front().bytes.begin(), input.sources.front().bytes.end()};
}

TEST(SimplerInput, PiecesThatDoNotMatterAreLeftOut) {
  const auto has_both = [](const target::Input &input) {
    const std::string text = text_of(input);
    const size_t open = text.find('<');
    return std::optional(open != std::string::npos && text.find('>', open) != std::string::npos);
  };
  EXPECT_EQ(text_of(simpler_input(input_of("some <tag> and more text"), has_both)), "<>");
}

TEST(SimplerInput, BytesBecomeReadable) {
  const auto is_long = [](const target::Input &input) { return std::optional(text_of(input).size() >= 3); };
  EXPECT_EQ(text_of(simpler_input(input_of(std::string("\0\1\2\3", 4)), is_long)), "aaa");
  const auto has_zero = [](const target::Input &input) {
    const std::string text = text_of(input);
    return std::optional(text.size() == 3 && text[1] == 0);
  };
  EXPECT_EQ(text_of(simpler_input(input_of(std::string("\1\0\xff", 3)), has_zero)), std::string("a\0a", 3));
}

TEST(SimplerInput, FixedLengthsAndWhatIsNoInputStay) {
  target::Input input = input_of("xyz");
  input.sources.front().symbolic_length = false;
  input.add(target::SourceKind::FILE, "f", "\1\2");
  input.sources.back().symbolic = false;
  const target::Input made = simpler_input(input, [](const target::Input &) { return std::optional(true); });
  EXPECT_EQ(text_of(made), "xyz");
  EXPECT_EQ(made.sources.back().bytes, input.sources.back().bytes);
}

TEST(SimplerInput, VariablesBecomeZero) {
  target::Input input;
  input.add(target::SourceKind::CALL, "read_sensor", "\1\2\3\4").add(target::SourceKind::MARK, "n", "\5");
  const target::Input made = simpler_input(
      std::move(input), [](const target::Input &tried) { return std::optional(tried.sources[1].bytes[0] == 5); });
  EXPECT_EQ(made.sources[0].bytes, std::vector<uint8_t>(4));
  EXPECT_EQ(made.sources[1].bytes, std::vector<uint8_t>{5});
}

TEST(SimplerInput, EndsWithTheBudget) {
  unsigned calls = 0;
  const auto some = [&](const target::Input &) { return ++calls < 5 ? std::optional(false) : std::nullopt; };
  EXPECT_EQ(text_of(simpler_input(input_of(std::string(100, '\1')), some)), std::string(100, '\1'));
  EXPECT_EQ(calls, 5U); // it was not asked again
}

} // namespace
} // namespace braid::campaign
