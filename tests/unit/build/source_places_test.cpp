#include "support.h"
#include "target/build/command.h"
#include "target/build/source_places.h"

#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace braid::target {

namespace {

constexpr const char *source = R"(#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>
extern "C" char __executable_start, etext;
namespace inner {
template <class T> struct Box {
  T value;
  static inline T twice(T value) { return value * 2 + 1; }
  T get() const { return twice(value) ^ 3; }
};
}
static inline int both(int a, const inner::Box<int> &box) { return a > 3 ? box.get() : inner::Box<int>::twice(a); }
__attribute__((noinline)) int sum(std::vector<int> &numbers) {
  int result = 0;
  std::sort(numbers.begin(), numbers.end());
  for (int number : numbers)
    result += both(number, {result});
  return result;
}
int main(int count, char **) {
  std::vector<int> numbers(count, 7);
  std::printf("%lx %lx\n", (char *)&sum - &__executable_start, (char *)&main - &__executable_start);
  return sum(numbers) == 1;
}
)";

// Two lines for each call: the function, and "file:line:column"; one question after the other.
std::string answer_of_symbolizer(const std::filesystem::path &program, const std::string &offsets) {
  return run_command({".",
                      {"/bin/sh", "-c",
                       fmt::format("echo '{}' | tr ' ' '\\n' | {} --demangle --obj={}", offsets, BRAID_SYMBOLIZER,
                                   program.string())}})
      .output;
}

std::string text(const std::vector<SourcePlace> &places) {
  std::string result;
  for (const SourcePlace &place : places)
    result += fmt::format("{}\n{}:{}\n", place.function, place.file, place.line);
  return result;
}

class SourcePlacesTest : public testing::TestWithParam<const char *> {};

TEST_P(SourcePlacesTest, AreThoseOfLlvm) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.write("places.cpp", source), program = folder / "places";
  const CommandResult compiled = run_command(
      {folder.path(), {BRAID_CLANGXX, "-O2", "-g", GetParam(), file.string(), "-o", program.string()}});
  ASSERT_TRUE(compiled.success()) << compiled.output;
  std::istringstream said(run_command({".", {program.string()}}).output);
  uint64_t sum = 0, main = 0;
  ASSERT_TRUE(said >> std::hex >> sum >> main);
  if (std::string(GetParam()) == "-no-pie") // then addresses count from where the program is loaded
    sum += 0x400000, main += 0x400000;
  std::vector<uint64_t> offsets;
  std::string question;
  for (const uint64_t start : {sum, main})
    for (uint64_t offset = start; offset < start + 120; offset += 3) {
      offsets.push_back(offset);
      question += fmt::format("{}{:#x}", question.empty() ? "" : " ", offset);
    }
  std::istringstream answer(answer_of_symbolizer(program, question));
  SourcePlaces places(program);
  unsigned inlined = 0, known = 0;
  for (const uint64_t offset : offsets) {
    std::string expected, line;
    bool is_place = false;
    while (std::getline(answer, line) && !line.empty()) {
      expected += (is_place ? line.substr(0, line.rfind(':')) : line) + "\n";
      is_place = !is_place;
    }
    const std::vector<SourcePlace> &found = places.at(offset);
    if (expected == "??\n??:0\n") // behind the end
      expected.clear();
    if (expected.find(":0\n") != std::string::npos || expected.find("??") != std::string::npos)
      continue; // code that belongs to no line
    EXPECT_EQ(text(found), expected) << fmt::format("{:#x}", offset);
    known += !found.empty();
    inlined += found.size() > 1;
  }
  EXPECT_GT(known, 40u);
  EXPECT_GT(inlined, 10u);
}

INSTANTIATE_TEST_SUITE_P(Kinds, SourcePlacesTest, testing::Values("-gdwarf-5", "-gdwarf-4", "-no-pie"));

TEST(SourcePlaces, NothingIsKnown) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.write("none.c", "int main(void) { return 0; }\n"),
                              program = folder / "none";
  ASSERT_TRUE(
      run_command({folder.path(), {BRAID_CLANGXX, "-xc", file.string(), "-o", program.string()}}).success());
  EXPECT_TRUE(SourcePlaces(program).at(0x1140).empty());
  EXPECT_TRUE(SourcePlaces(program).at(~uint64_t{0}).empty());
  EXPECT_TRUE(SourcePlaces(folder / "missing").at(1).empty());
  EXPECT_TRUE(SourcePlaces(file).at(1).empty());
}

} // namespace

} // namespace braid::target
