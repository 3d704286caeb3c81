// The options of braid run, and what they mean for a campaign.
#pragma once

#include "campaign/campaign.h"
#include "cli/solver_options.h"

#include <CLI/CLI.hpp>

namespace braid::cli {

struct RunOptions {
  std::vector<std::string> files;
  std::vector<std::string> arguments; // of the program
  std::string output;
  std::string compiler_options, compile_commands;
  std::string checks = "usual", proof;
  std::vector<std::string> input_functions, error_functions; // lists with commas
  double proof_time = 30;

  uint32_t standard_input = 0;
  bool standard_input_given = false, no_standard_input = false;
  std::vector<uint32_t> symbolic_arguments; // their lengths
  std::vector<std::string> symbolic_files, variables;
  std::string seeds;

  std::string strategy, coverage = "path";
  std::string concretise = "sound", addresses = "auto";
  uint64_t seed = 1;
  unsigned jobs = 0; // 0: as many as there are cores

  double time_limit = 300, run_time = 10;
  explore::Limits limits;
  uint64_t run_memory = target::default_memory_limit(), run_file_limit = target::Limits().file;
  SolverOptions solver;

  std::string fail_on = "any", leaks = "warning";
  bool no_sandbox = false;
  bool quiet = false, json = false, no_tests = false;
  std::string color = "auto";
};

// What follows -- is for the program, whatever it looks like; the library that reads the command line would take
// it for ours. Each word becomes a hidden option.
std::vector<std::string> with_program_arguments(std::vector<std::string> words);

// The command's options write into `options`, which must live as long as it.
void add_run_options(CLI::App &command, RunOptions &options);

// Builds the program if it is given by its sources. Throws UsageError and target::Error.
campaign::Settings settings_of(const RunOptions &options);

} // namespace braid::cli
