// What braid replay is given: a test, and the campaign that it came from.
#pragma once

#include "target/input.h"
#include "target/outcome.h"
#include "target/program.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace braid::cli {

// Of the exploration that made a test: what it takes to build and run the program once more.
struct ReplayCampaign {
  std::filesystem::path folder;
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::vector<std::filesystem::path> sources;
  std::vector<std::string> compiler_options;
  std::optional<std::filesystem::path> compile_commands;
  std::filesystem::path run_folder; // where the program ran; empty: not known
  target::Limits limits;            // of a run there
};

struct ReplayTest {
  std::string name; // for people and for its folder
  std::filesystem::path file;
  target::Input input;
  std::optional<target::Outcome> recorded;
};

// How somebody said which test.
struct ReplayChoice {
  std::string test;   // a file, or a number
  std::string folder; // -o
  bool raw = false;   // the file is standard input and not a test
  bool has_program = false;
};

// The test, and its campaign if it is known. Throws UsageError.
struct ReplayCase {
  ReplayTest test;
  std::optional<ReplayCampaign> campaign;
};
ReplayCase find_replay_case(const ReplayChoice &choice);

// The shorter way to write a path.
std::string shown_shortly(const std::filesystem::path &path);

} // namespace braid::cli
