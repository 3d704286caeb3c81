#include "report/run_progress.h"

#include "report/words.h"

#include <fmt/format.h>

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

} // namespace

void RunProgress::show(const campaign::Snapshot &now) {
  const double seconds = std::chrono::duration<double>(now.elapsed - time_before_).count();
  if (seconds > 0.5) {
    speed_ = double(now.statistics.runs - runs_before_) / seconds;
    runs_before_ = now.statistics.runs;
    time_before_ = now.elapsed;
  }
  if (style_ == Style::LIVE)
    show_live(now);
  else if (style_ == Style::LINES && now.elapsed >= next_line_)
    show_line(now);
}

void RunProgress::show_live(const campaign::Snapshot &now) {
  if (now.elapsed < std::chrono::milliseconds(300)) // over before anybody could read it
    return;
  clear();
  const explore::Statistics &counts = now.statistics;
  fmt::print(stderr,
             "{}  {}\n"
             "  runs      {:<14} {} a second\n"
             "  paths     {:<14} {} waiting\n"
             "  covered   {:<14} of {} ways at decisions on input\n"
             "  solver    {:<14} of the time, {} queries\n"
             "  findings  {}\n",
             title_, clock_text(now.elapsed), grouped(counts.runs), grouped(uint64_t(speed_)),
             grouped(counts.paths), grouped(now.waiting), grouped(now.covered), grouped(now.known_ways),
             share(counts.solver_time, now.elapsed, now.jobs), grouped(counts.queries), grouped(now.findings));
  std::fflush(stderr);
  lines_ = 6;
}

void RunProgress::show_line(const campaign::Snapshot &now) {
  fmt::print(stderr, "{}: {}, {}, {} of {} ways, {} waiting, {}\n", clock_text(now.elapsed),
             counted(now.statistics.runs, "run"), counted(now.statistics.paths, "path"), grouped(now.covered),
             grouped(now.known_ways), grouped(now.waiting), counted(now.findings, "finding"));
  std::fflush(stderr);
  // Often at first, seldom later.
  next_line_ = now.elapsed + std::max<std::chrono::nanoseconds>(std::chrono::seconds(5), now.elapsed / 4);
}

void RunProgress::clear() {
  if (lines_ == 0)
    return;
  fmt::print(stderr, "\x1b[{}A\x1b[J", lines_);
  std::fflush(stderr);
  lines_ = 0;
}

} // namespace braid::report
