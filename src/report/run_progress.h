// How an exploration is going, for somebody who watches: a few lines on a terminal that stay where they are, or
// from time to time a line where output goes to a file.
//
// The lines must not wrap: what was written is taken away again by going up as many rows as there are lines. So
// they are cut to the width that the terminal has at that moment, and a terminal with few rows is given a single
// line.
#pragma once

#include "campaign/summary.h"

#include <string>
#include <vector>

namespace braid::report {

struct TerminalSize {
  unsigned columns = 80, rows = 24;
};

// Of the terminal that standard error is; as above if it is none, or does not say.
TerminalSize terminal_size();

// Columns that a text takes at most: a character that is not ASCII may take two.
unsigned columns_of(std::string_view text);

// What is on the screen at one moment: each line is shorter than the terminal is wide, and there are fewer of them
// than it has rows. `speed` is runs a second, lately.
std::vector<std::string> live_lines(const std::string &title, const campaign::Snapshot &now, uint64_t speed,
                                    TerminalSize size);

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
  std::string taken_away(); // what has to be written for that; nothing is on the screen then

  Style style_;
  std::string title_;
  std::vector<unsigned> shown_; // lines on the screen: the columns of each
  std::chrono::nanoseconds next_line_ = std::chrono::seconds(5);
  uint64_t runs_before_ = 0;
  std::chrono::nanoseconds time_before_{0};
  double speed_ = 0; // runs a second, lately
};

} // namespace braid::report
