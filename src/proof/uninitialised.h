// Use of values that were never set. MemorySanitizer tells, on a build of its own, and may be wrong where memory
// was written by code that was not built with it: the library of C++, objects and libraries of the user. There
// Valgrind, which looks at all code, has to see it at the same place, on one more build.
#pragma once

#include "proof/functions.h"
#include "proof/report.h"
#include "proof/sanitized_runs.h"
#include "target/build/build.h"

#include <set>
#include <string>

namespace braid::proof {

struct UninitialisedOptions {
  target::Program program; // the build with MemorySanitizer, its arguments and its folder
  target::Limits limits;   // of a run
  // What Valgrind is asked about, built when that is needed; without, MemorySanitizer has seen everything.
  std::optional<target::BuildRequest> second_opinion;
};

// How sources are built for it. Unoptimised: an optimiser may take any value for one that nobody set, also the
// right one.
target::BuildRequest memory_build(target::BuildRequest request, const Functions &functions);
std::vector<std::string> memory_sanitizer_options();
// For Valgrind; none if the sources and their libraries are such that MemorySanitizer sees all that writes memory,
// or if there is no Valgrind.
std::optional<target::BuildRequest> second_build(target::BuildRequest request, const Functions &functions);
// Whether there is somebody to ask where that is necessary.
bool can_tell_uninitialised(const target::BuildRequest &request);

class Uninitialised {
public:
  explicit Uninitialised(UninitialisedOptions options);

  // At most one report: what is told after the first may be its consequence. And why there may be more to tell;
  // empty: there is no reason.
  struct Run {
    std::optional<Report> report;
    std::string not_checked;
  };
  Run run(const target::Input &input);
  // From any thread.
  void interrupt();

private:
  bool has_second_build();
  bool is_seen_by_valgrind(const target::Input &input, const results::Location &place, std::string &not_checked);

  UninitialisedOptions options_;
  SanitizedRuns runs_;
  target::SourcePlaces places_;
  std::filesystem::path for_valgrind_; // once it was built
  std::string no_second_build_;        // why there is none
  std::set<std::string> refuted_;      // by place and innermost calls
  static constexpr size_t MOST_REFUTED = 40;
};

} // namespace braid::proof
