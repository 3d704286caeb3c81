// The folder that an exploration leaves behind: everything it found, in files that people and other tools read.
// docs/run.md says what is in it.
#pragma once

#include "campaign/finding.h"
#include "target/program.h"

#include <filesystem>

namespace braid::campaign {

// What the exploration was asked to do; campaign.json.
struct CampaignFacts {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::vector<std::filesystem::path> sources; // empty if a program was given
  std::vector<std::string> compiler_options;
  std::filesystem::path compile_commands; // empty: none
  std::vector<std::string> command;
  uint64_t seed = 1;
  target::Limits run_limits;
};

class ResultsFolder {
public:
  // Makes the folder. Throws target::Error if it cannot be written.
  explicit ResultsFolder(std::filesystem::path folder);
  ~ResultsFolder();
  ResultsFolder(const ResultsFolder &) = delete;
  ResultsFolder &operator=(const ResultsFolder &) = delete;

  const std::filesystem::path &path() const { return folder_; }
  // Moves all results into a folder below, and returns its path: they are of another program, build or input.
  std::filesystem::path put_aside();
  // Of a test's files, without their endings.
  std::filesystem::path test_path(explore::TestNumber test) const;

  void write_facts(const CampaignFacts &facts);
  void write_test(const explore::RunRecord &record);
  bool has_test(explore::TestNumber test) const;
  // Those of a process that was killed before it could note them.
  void remove_tests_from(explore::TestNumber first);
  // What it is, and its input as a test. Its folder is returned.
  std::filesystem::path write_finding(const results::Finding &finding);
  // Whatever is in the folder of findings that were not confirmed.
  void remove_finding(const results::Finding &finding);
  void write_sites(const explore::SiteTable &sites, const explore::Coverage &coverage);
  void write_tree(const explore::Tree &tree);
  // Another line for log.txt, with the time in front.
  void log(std::chrono::nanoseconds elapsed, std::string_view line);
  // Makes a file hold this text, at once or not at all.
  void write(const std::filesystem::path &name, std::string_view text);

private:
  void make_folders();
  // `path` is that of the file, for messages; `name` is what it is called in the open folder.
  static void write_at(int folder, const char *name, const std::filesystem::path &path,
                       std::span<const uint8_t> bytes);
  void write_test_file(explore::TestNumber test, const char *ending, std::span<const uint8_t> bytes);

  std::filesystem::path folder_;
  int tests_ = -1; // the folder of tests, open
  std::string buffer_;
};

} // namespace braid::campaign
