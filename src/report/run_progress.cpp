#include "report/run_progress.h"

#include "report/words.h"

#include <algorithm>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace braid::report {

namespace {

std::string clock_text(std::chrono::nanoseconds time) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
  return seconds < 3600 ? fmt::format("{}:{:02}", seconds / 60, seconds % 60)
                        : fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string share(std::chrono::nanoseconds part, std::chrono::nanoseconds all, unsigned jobs) {
  const double whole = double(all.count()) * jobs;
  return fmt::format("{:.0f} %", whole == 0 ? 0 : 100 * double(part.count()) / whole);
}

std::string one_line(const campaign::Snapshot &now) {
  return fmt::format("{}: {}, {}, {} of {} ways, {} waiting, {}", clock_text(now.elapsed),
                     counted(now.statistics.runs, "run"), counted(now.statistics.paths, "path"),
                     grouped(now.covered), grouped(now.ways), grouped(now.waiting),
                     counted(now.findings, "finding"));
}

bool begins_character(char byte) { return (byte & 0xc0) != 0x80; }
unsigned columns_of_character(char first) { return (first & 0x80) != 0 ? 2 : 1; }

// What is left out becomes an ellipsis.
std::string cut(const std::string &text, unsigned columns) {
  if (columns_of(text) <= columns)
    return text;
  if (columns < 2)
    return {};
  unsigned used = 2; // the ellipsis itself
  size_t end = 0;
  for (; end < text.size(); end++)
    if (begins_character(text[end])) {
      used += columns_of_character(text[end]);
      if (used > columns)
        break;
    }
  return text.substr(0, end) + "…";
}

} // namespace

TerminalSize terminal_size() {
  TerminalSize size;
  struct winsize window{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col != 0 && window.ws_row != 0)
    size = {window.ws_col, window.ws_row};
  return size;
}

unsigned columns_of(std::string_view text) {
  unsigned columns = 0;
  for (const char byte : text)
    columns += begins_character(byte) ? columns_of_character(byte) : 0;
  return columns;
}

std::vector<std::string> live_lines(const std::string &title, const campaign::Snapshot &now, uint64_t speed,
                                    TerminalSize size) {
  const explore::Statistics &counts = now.statistics;
  const int gap = size.columns >= 60 ? 14 : 7; // for the first number
  std::vector<std::string> lines = {
      fmt::format("{}  {}", terminal_text(title), clock_text(now.elapsed)),
      fmt::format("  runs      {:<{}} {} a second", grouped(counts.runs), gap, grouped(speed)),
      fmt::format("  paths     {:<{}} {} waiting", grouped(counts.paths), gap, grouped(now.waiting)),
      fmt::format("  covered   {:<{}} of {} ways{}", grouped(now.covered), gap, grouped(now.ways),
                  size.columns >= 60 ? " of branches" : ""),
      fmt::format("  solver    {:<{}} {}{} queries", share(counts.solver_time, now.elapsed, now.jobs), gap,
                  size.columns >= 60 ? "of the time, " : "", grouped(counts.queries)),
      fmt::format("  findings  {}", grouped(now.findings)),
  };
  // A terminal moves on to the next row after a full one, and after the last line.
  if (size.rows <= lines.size())
    lines = {one_line(now)};
  if (size.rows <= lines.size())
    return {};
  for (std::string &line : lines)
    line = cut(line, size.columns - 1);
  return lines;
}

void RunProgress::show(const campaign::Snapshot &now) {
  if (time_before_.count() == 0) // runs of earlier processes were made in their time
    time_before_ = now.earlier;
  const double seconds = std::chrono::duration<double>(now.elapsed - time_before_).count();
  if (seconds > 0.5) {
    speed_ = double(now.statistics.runs - runs_before_) / seconds;
    runs_before_ = now.statistics.runs;
    time_before_ = now.elapsed;
  }
  if (style_ == Style::LIVE)
    show_live(now);
  else if (style_ == Style::LINES && now.elapsed - now.earlier >= next_line_)
    show_line(now);
}

void RunProgress::show_live(const campaign::Snapshot &now) {
  if (now.elapsed - now.earlier < std::chrono::milliseconds(300)) // over before anybody could read it
    return;
  std::string screen = taken_away();
  for (const std::string &line : live_lines(title_, now, uint64_t(speed_), terminal_size())) {
    screen += line + "\n";
    shown_.push_back(columns_of(line));
  }
  fmt::print(stderr, "{}", screen);
  std::fflush(stderr);
}

void RunProgress::show_line(const campaign::Snapshot &now) {
  fmt::print(stderr, "{}\n", one_line(now));
  std::fflush(stderr);
  // Often at first, seldom later.
  const std::chrono::nanoseconds time = now.elapsed - now.earlier;
  next_line_ = time + std::max<std::chrono::nanoseconds>(std::chrono::seconds(5), time / 4);
}

// A terminal that has become narrower has broken the lines that were longer. Line by line, because tmux takes what
// is erased from the first row to the last for something to keep: it would be found in its history, again and
// again.
std::string RunProgress::taken_away() {
  const TerminalSize size = terminal_size();
  unsigned rows = 0;
  for (const unsigned columns : shown_)
    rows += std::max(1U, (columns + size.columns - 1) / size.columns);
  rows = std::min(rows, std::max(size.rows, 2U) - 1);
  shown_.clear();
  std::string text;
  for (unsigned row = 0; row < rows; row++)
    text += "\x1b[A\x1b[2K";
  return text + (rows != 0 ? "\r" : "");
}

void RunProgress::clear() {
  fmt::print(stderr, "{}", taken_away());
  std::fflush(stderr);
}

} // namespace braid::report
