// The live display fits into the terminal, however small that is.
#include "report/run_progress.h"

#include <gtest/gtest.h>

namespace braid::report {
namespace {

campaign::Snapshot large() {
  campaign::Snapshot now;
  now.elapsed = std::chrono::hours(123);
  now.statistics.runs = now.statistics.paths = now.statistics.queries = 123'456'789;
  now.statistics.solver_time = std::chrono::hours(100);
  now.covered = now.ways = now.waiting = 98'765'432;
  now.findings = 3;
  return now;
}

TEST(RunProgress, ColumnsAreNoFewerThanTheTextTakes) {
  EXPECT_EQ(columns_of("abc"), 3U);
  EXPECT_EQ(columns_of("äb"), 3U);
  EXPECT_EQ(columns_of("\xe6\xbc\xa2"), 2U); // a wide character of three bytes
}

TEST(RunProgress, LinesFitAtEveryWidth) {
  const std::string title = "build/tests/prüfung/" + std::string(300, 'x') + ".c";
  for (unsigned columns = 1; columns <= 400; columns++) {
    const std::vector<std::string> lines = live_lines(title, large(), 1234, {columns, 24});
    ASSERT_EQ(lines.size(), 6U);
    for (const std::string &line : lines)
      EXPECT_LT(columns_of(line), columns) << line;
  }
}

TEST(RunProgress, NothingIsCutWhereThereIsRoom) {
  for (const unsigned columns : {60U, 80U, 200U})
    for (const std::string &line : live_lines("word.c", large(), 1234, {columns, 24}))
      EXPECT_EQ(line.find("…"), std::string::npos) << columns << ": " << line;
  const std::vector<std::string> narrow = live_lines("word.c", {}, 12, {40, 24});
  for (const std::string &line : narrow)
    EXPECT_EQ(line.find("…"), std::string::npos) << line;
  EXPECT_EQ(narrow[1], "  runs      0       12 a second");
}

TEST(RunProgress, ACutCharacterIsCutWhole) {
  for (unsigned columns = 1; columns < 30; columns++) {
    const std::string line = live_lines("ääääääääää", large(), 1, {columns, 24}).front();
    size_t characters = 0;
    for (size_t i = 0; i < line.size(); i++)
      if ((line[i] & 0xe0) == 0xc0) {
        characters++;
        ASSERT_LT(i + 1, line.size());
        EXPECT_EQ(line[i + 1] & 0xc0, 0x80);
      }
    EXPECT_LE(characters, 10U);
  }
}

TEST(RunProgress, FewerLinesThanRows) {
  EXPECT_EQ(live_lines("word.c", large(), 1, {80, 7}).size(), 6U);
  for (unsigned rows = 2; rows <= 6; rows++) {
    const std::vector<std::string> lines = live_lines("word.c", large(), 1, {80, rows});
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_TRUE(lines.front().starts_with("123:00:00: 123,456,789 runs")) << lines.front();
  }
  EXPECT_TRUE(live_lines("word.c", large(), 1, {80, 1}).empty());
}

TEST(RunProgress, LinesAreTakenAwayOneByOne) {
  campaign::Snapshot now = large();
  testing::internal::CaptureStderr();
  {
    RunProgress progress(RunProgress::Style::LIVE, "word.c");
    progress.show(now);
    progress.show(now);
  }
  const std::string written = testing::internal::GetCapturedStderr();
  const auto count = [&](std::string_view text) {
    size_t found = 0;
    for (size_t at = written.find(text); at != std::string::npos; at = written.find(text, at + 1))
      found++;
    return found;
  };
  EXPECT_EQ(count("\n"), 12U);
  EXPECT_EQ(count("\x1b[A\x1b[2K"), 12U);
  EXPECT_EQ(count("\x1b[J"), 0U); // tmux would keep a copy of each screen
}

} // namespace
} // namespace braid::report
