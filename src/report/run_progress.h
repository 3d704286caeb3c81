// How an exploration is going, for somebody who watches: a few lines on a terminal that stay where they are, or
// from time to time a line where output goes to a file.
#pragma once

#include "campaign/summary.h"

#include <string>

namespace braid::report {

class RunProgress {
public:
  enum class Style : uint8_t { NONE, LINES, LIVE };

  RunProgress(Style style, std::string title) : style_(style), title_(std::move(title)) {}
  ~RunProgress() { clear(); }
  RunProgress(const RunProgress &) = delete;
  RunProgress &operator=(const RunProgress &) = delete;

  // Writes to standard error, where output of the command is not disturbed.
  void show(const campaign::Snapshot &now);
  // Takes the live display away.
  void clear();

private:
  void show_live(const campaign::Snapshot &now);
  void show_line(const campaign::Snapshot &now);

  Style style_;
  std::string title_;
  unsigned lines_ = 0; // on the screen
  std::chrono::nanoseconds next_line_ = std::chrono::seconds(5);
  uint64_t runs_before_ = 0;
  std::chrono::nanoseconds time_before_{0};
  double speed_ = 0; // runs a second, lately
};

} // namespace braid::report
