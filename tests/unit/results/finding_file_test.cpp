#include "results/error.h"
#include "results/finding_file.h"
#include "scratch_results.h"

#include <gtest/gtest.h>

namespace braid::results {
namespace {

Finding sample() {
  Finding finding = finding_of_kind(FindingKind::HEAP_BUFFER_OVERFLOW);
  finding.number = 3;
  finding.message = "write of 1 byte";
  finding.place = {"src/x.c", 12, 3, "main"};
  finding.confirmed = true;
  finding.confirmed_by = "AddressSanitizer";
  finding.test = 141;
  finding.runs = 5'000'000'000;
  finding.inputs = {{InputKind::STDIN, "stdin", "", 0, std::string("b\0\xff", 3)},
                    {InputKind::ARGUMENT, "argv[1]", "", 1, "-x"}};
  finding.matters = {{"stdin", 0, 2, "stdin[0] == 'b'", false}};
  finding.alike = 7;
  finding.decisions = {{{"src/x.c", 5, 7, "main"}, "stdin[0] == 'b'", true, 12}};
  finding.stack = {{"src/x.c", 12, 3, "copy"}, {"src/x.c", 20, 1, "main"}};
  finding.sanitizer = "==1==ERROR\n";
  finding.reproduce = {{"clang-19", "-g", "x.c"}, "./a.out < test.input", "reproduce.sh"};
  return finding;
}

class FindingFile : public testing::Test {
protected:
  std::filesystem::path write(const std::string &text, const char *folder = "findings/003-x") const {
    std::filesystem::create_directories(scratch_.path() / folder);
    scratch_.write(std::string(folder) + "/finding.json", text);
    return scratch_.path() / folder / "finding.json";
  }
  // What is said about the sample with these changes.
  std::string complaint(const nlohmann::json &changes) const {
    nlohmann::json json = nlohmann::json::parse(finding_file_text(sample()));
    json.merge_patch(changes);
    const std::filesystem::path file = write(json.dump());
    return message_of<Error>([&] { read_finding(file); });
  }
  const ScratchResults scratch_;
};

TEST_F(FindingFile, ReadAsItWasWritten) {
  const Finding read = read_finding(write(finding_file_text(sample())));
  EXPECT_EQ(finding_file_text(read), finding_file_text(sample()));
  EXPECT_EQ(read.inputs.at(0).bytes, std::string("b\0\xff", 3));
  EXPECT_EQ(read.runs, 5'000'000'000U);
  EXPECT_EQ(read.decisions.at(0).place.line, 5U);
  EXPECT_EQ(read.decisions.at(0).times, 12U);
  EXPECT_FALSE(read.matters.at(0).is_needed);
  EXPECT_EQ(read.alike, 7U);
  EXPECT_EQ(read.folder, scratch_.path() / "findings/003-x");
  EXPECT_EQ(folder_name(read), "003-heap-buffer-overflow");
}

TEST_F(FindingFile, InputsAreThoseOfTests) {
  const nlohmann::ordered_json json = finding_json(sample());
  EXPECT_EQ(json["inputs"][0].dump(),
            R"({"name":"stdin","kind":"stdin","source":"","index":0,"hex":"6200ff","text":"b\\x00\\xff"})");
  EXPECT_EQ(json["inputs"][1]["text"], "-x");
}

TEST_F(FindingFile, BytesThatAreNoText) {
  Finding finding = sample();
  finding.sanitizer = "a\xff";
  finding.message = "\x1b";
  const Finding read = read_finding(write(finding_file_text(finding)));
  EXPECT_EQ(read.sanitizer, "a\xef\xbf\xbd");
  EXPECT_EQ(read.message, "\x1b");
}

TEST_F(FindingFile, Formats) {
  EXPECT_NE(complaint({{"format", 3}}).find("a newer Braid wrote this finding: format 3, this one reads 2"),
            std::string::npos);
  // Format 1 did not say its number.
  for (const nlohmann::json &format : {nlohmann::json(1), nlohmann::json(nullptr)})
    EXPECT_NE(complaint({{"format", format}}).find("an older Braid wrote this finding"), std::string::npos);
}

TEST_F(FindingFile, WhatCannotBe) {
  const std::pair<nlohmann::json, const char *> cases[] = {
      {{{"kind", "sanitizer"}}, "kind is 'sanitizer', which is not known here"},
      {{{"severity", "bad"}}, "severity is 'bad'"},
      {{{"place", {{"line", -1}}}}, "place.line is not a number"},
      {{{"place", {{"function", nullptr}}}}, "place.function is missing"},
      {{{"confirmed", false}}, "confirmed_by is given although confirmed is false"},
      {{{"confirmed", false}, {"confirmed_by", ""}}, "not_confirmed_because is empty although"},
      {{{"confirmed_by", "somebody"}}, "confirmed_by is 'somebody'"},
      {{{"not_confirmed_because", "x"}}, "not_confirmed_because is given although"},
      {{{"matters", {{{"input", "argv[2]"}, {"first", 0}, {"last", 0}, {"condition", ""}}}}},
       "matters[0].input is 'argv[2]', and there is no such input"},
      {{{"matters", {{{"input", "stdin"}, {"first", 2}, {"last", 1}, {"condition", ""}}}}},
       "matters[0].last is 1, before first (2)"},
      {{{"decisions", {1}}}, "decisions[0] is not an object"},
      {{{"stack", 1}}, "stack is not a list"},
      {{{"reproduce", {{"build", "cc x.c"}}}}, "reproduce.build is not a list"},
      {{{"inputs", {{{"name", "stdin"}, {"kind", "stdin"}, {"source", ""}, {"index", 0}, {"hex", "6"}}}}},
       "inputs[0].hex has half a byte"},
  };
  EXPECT_EQ(complaint(nlohmann::json::object()), "");
  for (const auto &[changes, expected] : cases)
    EXPECT_NE(complaint(changes).find(expected), std::string::npos) << expected << "\n" << complaint(changes);
}

TEST_F(FindingFile, AllOfAFolder) {
  EXPECT_TRUE(read_findings(scratch_.path()).empty());
  Finding finding = sample();
  for (const uint32_t number : {10U, 2U, 1000U}) {
    finding.number = number;
    write(finding_file_text(finding), ("findings/" + folder_name(finding)).c_str());
  }
  const std::vector<Finding> all = read_findings(scratch_.path());
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].number, 2U);
  EXPECT_EQ(all[2].number, 1000U);
  write(finding_file_text(finding), "findings/again");
  EXPECT_NE(message_of<Error>([&] { read_findings(scratch_.path()); }).find("number is 1000, as in "),
            std::string::npos);
}

} // namespace
} // namespace braid::results
