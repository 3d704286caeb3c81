// What models of printf ask about their format.
#include "stand_in.h"
#include "trace/checks.h"

#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <wchar.h>

using stand_in::Symbolic;

extern "C" int __braid_model_snprintf(char *, size_t, const char *, ...);
extern "C" int __braid_model_swprintf(wchar_t *, size_t, const wchar_t *, ...);

namespace {

// Whether somebody who chooses the bytes from `first` on has chosen an attack; nothing if that is not asked.
std::string answer(const char *format, size_t first, size_t bytes) {
  stand_in::choose(Symbolic::Labelled);
  stand_in::label(format + first, bytes, 1);
  char text[200], other[16] = "", *others[12];
  for (char *&each : others)
    each = other;
  __braid_model_snprintf(text, sizeof text, format, others[0], others[1], others[2], others[3], others[4],
                         others[5], others[6], others[7], others[8], others[9], others[10], others[11]);
  if (stand_in::checks().empty())
    return "not asked";
  EXPECT_EQ(stand_in::checks().size(), 1U);
  EXPECT_EQ(stand_in::checks().back().second, BRAID_CHECK_FORMAT);
  return stand_in::checks().back().first ? "attack" : "harmless";
}

} // namespace

TEST(FormatQuestion, OnlyAboutInput) {
  EXPECT_EQ(answer("%n", 0, 0), "not asked");
  EXPECT_EQ(answer("%s%n", 0, 0), "not asked");
  EXPECT_EQ(answer("", 0, 1), "not asked");
  EXPECT_EQ(answer("x", 0, 1), "not asked"); // no room for a conversion
}

TEST(FormatQuestion, AsManyTextsAsThereIsRoomFor) {
  EXPECT_EQ(answer("%n", 0, 2), "attack");
  EXPECT_EQ(answer("%s%n", 0, 4), "attack");
  EXPECT_EQ(answer("%s%s%s%n", 0, 8), "attack");
  EXPECT_EQ(answer("%s%s%s%n.", 0, 9), "attack"); // the odd one may be anything
  EXPECT_EQ(answer("%s", 0, 2), "harmless");
  EXPECT_EQ(answer("%n%s", 0, 4), "harmless"); // another one is asked for
  EXPECT_EQ(answer("ab", 0, 2), "harmless");
}

TEST(FormatQuestion, BehindWhatTheProgramWrites) {
  EXPECT_EQ(answer("name: %s%n!", 6, 4), "attack");
  EXPECT_EQ(answer("name: %s%n!", 7, 3), "harmless");
}

// Each of them was a byte, which is its lowest.
TEST(FormatQuestion, OfWideCharacters) {
  const auto ask = [](const wchar_t *format, void *argument) {
    stand_in::choose(Symbolic::Labelled);
    for (size_t i = 0; i < wcslen(format); i++)
      stand_in::label(format + i, 1, int(i + 1));
    wchar_t text[100];
    __braid_model_swprintf(text, 100, format, argument);
    return stand_in::checks();
  };
  int place = 0;
  wchar_t nothing[] = L"";
  const std::vector<std::pair<bool, unsigned>> harmless{{false, BRAID_CHECK_FORMAT}},
      attack{{true, BRAID_CHECK_FORMAT}}, not_asked;
  EXPECT_EQ(ask(L"ab", nullptr), harmless);
  EXPECT_EQ(ask(L"%ls", nothing), harmless);
  EXPECT_EQ(ask(L"%n", &place), attack);
  EXPECT_EQ(ask(L"x", nullptr), not_asked); // no room for a conversion
}
