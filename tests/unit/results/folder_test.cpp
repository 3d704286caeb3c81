#include "results/error.h"
#include "results/folder.h"
#include "scratch_results.h"

#include <gtest/gtest.h>
#include <map>
#include <sys/time.h>

namespace braid::results {
namespace {

TEST(Folder, CampaignAndSites) {
  const ScratchResults scratch;
  const Folder folder(scratch.path());
  EXPECT_EQ(folder.campaign().program, "/opt/prog");
  EXPECT_EQ(folder.campaign().arguments, (std::vector<std::string>{"-x", "in"}));
  EXPECT_EQ(folder.campaign().sources, std::vector<std::string>{"/src/a.c"});
  EXPECT_EQ(folder.sites().at(1).line, 3U);
  EXPECT_EQ(folder.sites().at(1).function, "main");
  EXPECT_TRUE(folder.tests().empty());
}

TEST(Folder, TimeOfItsFirstFile) {
  const ScratchResults scratch;
  const std::array<timeval, 2> times = {{{1769862896, 0}, {1769862896, 0}}}; // as date says it
  ASSERT_EQ(utimes((scratch.path() / "campaign.json").c_str(), times.data()), 0);
  EXPECT_EQ(Folder(scratch.path()).created(), "2026-01-31T12:34:56Z");
}

TEST(Folder, TestsInTheOrderOfTheirNumbers) {
  const ScratchResults scratch;
  for (const uint32_t number : {1'000'000U, 2U, 10U})
    scratch.add_test(number, std::to_string(number));
  scratch.write("tests/note.json", "not a test");
  const Folder folder(scratch.path());
  EXPECT_EQ(folder.tests(), (std::vector<uint32_t>{2, 10, 1'000'000}));
  EXPECT_EQ(folder.test(1'000'000).inputs.at(0).bytes, "1000000");
}

TEST(Folder, WhatATestSays) {
  const ScratchResults scratch;
  scratch.add_test(3, std::string("a\0\xff", 3),
                   {{"outcome", {{"ending", "stopped"}, {"signal", 6}}},
                    {"is_path", false},
                    {"path", "1+ 2-"},
                    {"new_ways", 5},
                    {"parent", 2}});
  const results::Test test = Folder(scratch.path()).test(3);
  EXPECT_EQ(test.number, 3U);
  EXPECT_EQ(test.inputs.at(0).bytes, std::string("a\0\xff", 3));
  EXPECT_EQ(test.inputs.at(0).kind, InputKind::STDIN);
  EXPECT_EQ(test.ending, Ending::STOPPED);
  EXPECT_EQ(test.signal, 6U);
  EXPECT_FALSE(test.is_path);
  EXPECT_EQ(test.path, "1+ 2-");
  EXPECT_EQ(test.new_ways, 5U);
  EXPECT_EQ(test.parent, 2U);
  EXPECT_FALSE(test.is_finding);
}

TEST(Folder, WhatIsAFinding) {
  const ScratchResults scratch;
  scratch.add_test(1, "a", {{"outcome", {{"ending", "signalled"}}}});
  scratch.add_test(2, "b", {{"outcome", {{"ending", "timed-out"}}}});
  scratch.add_test(3, "c");
  scratch.add_test(4, "d");
  std::filesystem::create_directories(scratch.path() / "findings/001-sanitizer");
  scratch.write("findings/001-sanitizer/finding.json", R"({"test": 4})");
  const Folder folder(scratch.path());
  for (const auto &[number, expected] : std::map<uint32_t, bool>{{1, true}, {2, true}, {3, false}, {4, true}})
    EXPECT_EQ(folder.test(number).is_finding, expected) << number;
}

TEST(Folder, WhoIsToBlame) {
  const ScratchResults scratch;
  EXPECT_NE(message_of<BadRequest>([&] { Folder(scratch.path() / "no"); }), "");
  EXPECT_NE(message_of<BadRequest>([&] { Folder(scratch.path() / "tests"); }), "");
  scratch.write("campaign.json", R"({"format": 2})");
  EXPECT_EQ(message_of<BadRequest>([&] {
              EXPECT_NE(message_of<Error>([&] { Folder(scratch.path()); }).find("newer"), std::string::npos);
            }),
            "");
}

} // namespace
} // namespace braid::results
