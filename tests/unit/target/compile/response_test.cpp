#include "target/compile/response.h"

#include <gtest/gtest.h>
#include <map>
#include <random>

namespace braid::compile {
namespace {

using Arguments = std::vector<std::string>;

TEST(Response, SplitsAtBlanks) {
  EXPECT_EQ(split_response(" -c  a.c\n\t-o\r\nb.o "), (Arguments{"-c", "a.c", "-o", "b.o"}));
}

TEST(Response, QuotesKeepBlanks) {
  EXPECT_EQ(split_response("-DA=\"x y\" '-DB=\"z\"' \"\""), (Arguments{"-DA=x y", "-DB=\"z\"", ""}));
}

TEST(Response, BackslashTakesTheNextCharacter) {
  EXPECT_EQ(split_response("a\\ b \\\"c\\\" \"d\\\"e\" 'f\\'g' h\\\\"),
            (Arguments{"a b", "\"c\"", "d\"e", "f'g", "h\\"}));
}

TEST(Response, SkipsAByteOrderMark) { EXPECT_EQ(split_response("\xEF\xBB\xBF-c"), (Arguments{"-c"})); }

class ResponseFiles : public ::testing::Test {
protected:
  Arguments expand(const Arguments &arguments) {
    return expand_response_files(arguments, [this](const std::string &name) -> std::optional<std::string> {
      auto file = files.find(name);
      return file == files.end() ? std::nullopt : std::optional(file->second);
    });
  }
  std::map<std::string, std::string> files;
};

TEST_F(ResponseFiles, Nested) {
  files = {{"outer", "-c @inner"}, {"inner", "a.c @missing"}};
  EXPECT_EQ(expand({"-g", "@outer", "-O2"}), (Arguments{"-g", "-c", "a.c", "@missing", "-O2"}));
}

TEST_F(ResponseFiles, TwiceIsNoCircle) {
  files = {{"flags", "-g"}};
  EXPECT_EQ(expand({"@flags", "@flags"}), (Arguments{"-g", "-g"}));
}

TEST_F(ResponseFiles, CircleIsLeftWhereItCloses) {
  files = {{"a", "x @b"}, {"b", "y @a"}};
  EXPECT_EQ(expand({"@a"}), (Arguments{"x", "y", "@a"}));
}

TEST_F(ResponseFiles, AtSignAlone) { EXPECT_EQ(expand({"@"}), (Arguments{"@"})); }

TEST(Response, ReadsOrdinaryFilesOnly) {
  EXPECT_FALSE(read_file("/"));
  EXPECT_FALSE(read_file("/dev/null"));
  EXPECT_FALSE(read_file("/no/such/file"));
}

// What is written for Clang to read back must be the same arguments again.
TEST(Response, JoinAndSplitAreInverse) {
  constexpr unsigned SEED = 20240601;
  SCOPED_TRACE("seed " + std::to_string(SEED));
  std::mt19937 random(SEED);
  const std::string alphabet = "ab \t\n\"'\\@-=$";
  for (int round = 0; round < 2000; ++round) {
    Arguments arguments(random() % 5);
    for (std::string &argument : arguments)
      for (size_t length = random() % 6; length > 0; --length)
        argument += alphabet[random() % alphabet.size()];
    ASSERT_EQ(split_response(join_response(arguments)), arguments);
  }
}

} // namespace
} // namespace braid::compile
