// Running a program with every input there is, and sorting the runs into paths.
//
// Standard input of up to N bytes is a list that can be written down. Which variables a program marks is only
// known from running it, and may depend on the values of the earlier ones: a run that asked for more input than
// it was given is not counted, but repeated with each value of what it asked for.
#pragma once

#include "path_key.h"
#include "target/executor.h"

#include <map>
#include <set>
#include <unordered_map>

namespace braid::enumerate {

struct Path {
  target::Input example;   // the first input that took it
  target::Outcome outcome; // of that input
  // How the runs on it ended, in words, and how many did. There may be several: an exit status computed from input
  // takes no decision.
  std::map<std::string, uint64_t> outcomes;
  bool same_output = true; // for all of them: what they wrote
};

// What one run was.
struct Run {
  target::Outcome outcome;
  PathKey key;
  bool is_path = true; // false: an assumption does not hold for this input
};

struct Figures {
  uint64_t inputs = 0;                           // runs counted
  uint64_t failed_assumptions = 0;               // of them
  uint64_t longest = 0;                          // decisions of a run
  std::map<std::string, uint64_t> made_concrete; // runs in which something was, by what it was
  std::vector<std::string> unstable;             // inputs whose repetition was different, the first few
};

class Enumeration {
public:
  // values: how many values, from 0 on, each byte of input takes, in their order; 256 for those not mentioned. For
  // programs that use only the low bits of a byte.
  Enumeration(target::Executor &executor, std::vector<unsigned> values)
      : executor_(executor), values_(std::move(values)) {}

  // All strings of 0 to `longest` bytes.
  void standard_input(unsigned longest);
  // All values of everything the program marks.
  void marks();
  // Runs each input twice from now on; differences are in figures().unstable.
  void repeat(bool wanted) { repeat_ = wanted; }
  // Stops as soon as there are more paths. 0: never.
  void limit(size_t most_paths) { most_paths_ = most_paths; }
  bool is_over_limit() const { return most_paths_ != 0 && paths_.size() > most_paths_; }

  // One run that is not counted.
  Run run(const target::Input &input);

  const std::map<PathKey, Path> &paths() const { return paths_; }
  const Figures &figures() const { return figures_; }
  // Places at which runs parted that had come to the same decisions before: something that is not recorded as a
  // decision decided. One line for each.
  const std::set<std::string> &hidden_decisions() const { return hidden_; }

private:
  // The next value of these bytes, which are byte `position` of the input and those behind it. False after the
  // last one, and if nothing more is to be run.
  bool advance(const std::vector<uint8_t *> &bytes, size_t position) const;
  // Counts the run that the executor made last.
  void count(const target::Input &input, const target::Outcome &outcome);
  static Run judge(const target::Input &input, const target::Outcome &outcome, const trace::View &view,
                   const std::vector<Decision> &taken);
  void extend(const target::Input &input);
  std::vector<target::Source> new_sources() const;
  void follow(const trace::View &view, const std::vector<Decision> &taken);
  void note_concrete(const trace::View &view);

  target::Executor &executor_;
  std::vector<unsigned> values_;
  bool repeat_ = false;
  size_t most_paths_ = 0;
  std::map<PathKey, Path> paths_;
  Figures figures_;
  std::unordered_map<PathKey, uint32_t, PathKeyHash> next_; // the site decided at behind each prefix seen
  std::set<std::string> hidden_;
};

// "stdin=6162", for a person.
std::string input_text(const target::Input &input);
std::string hexadecimal(const std::vector<uint8_t> &bytes);

} // namespace braid::enumerate
