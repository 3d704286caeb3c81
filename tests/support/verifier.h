// Runs a program in every way there is and says where they differ: the plain build, the instrumented build on its
// own, under the executor in a forked process, and twice in the same process. Each trace has to be true to its run
// (trace/check.h) and the traces of all ways the same.
//
// Then the trace is asked about other inputs (prediction.h), and the program is run with these.
#pragma once

#include "cases.h"
#include "prediction.h"
#include "recording.h"
#include "target/executor.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <random>

namespace braid::verify {

struct Settings {
  target::Program program;                    // instrumented
  std::optional<std::filesystem::path> plain; // the same source, not instrumented
  target::ExecutorOptions options;            // the mode is not looked at
  bool list_events = false;
  size_t turns = 0;         // at most so many decisions are turned, ...
  size_t turns_at_site = 3; // ... and so many at one site
  size_t attempts = 16384;  // inputs tried for each of them
  size_t random_inputs = 0;
  uint64_t seed = 1;
};

class Verifier {
public:
  explicit Verifier(Settings settings);

  // What was found, as one JSON object; "problems" is empty if all is right.
  nlohmann::json verify(const Case &one);

private:
  void problem(const std::string &where, const std::string &what);
  target::Outcome run_plain(const std::filesystem::path &path, const target::Input &input) const;
  Recording record(target::Executor &executor, const target::Input &input, const std::string &way);
  void compare_outcomes(const Case &one, const target::Outcome &expected, const target::Outcome &found,
                        const std::string &way);
  bool follow(const Case &one, const Recording &recorded, const Bytes &bytes, const Prediction &prediction,
              const std::string &way);
  void turn_decisions(const Case &one, const Recording &recorded, nlohmann::json &line);
  void try_random_inputs(const Case &one, const Recording &recorded);

  Settings settings_;
  target::Executor forking_, restarting_, predicting_;
  std::mt19937_64 random_;
  std::vector<std::string> problems_;
};

} // namespace braid::verify
