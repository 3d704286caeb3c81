// The end of a campaign: findings are told with the simplest input and with an explanation.
#include "campaign/campaign.h"
#include "campaign/explanation.h"

#include <algorithm>
#include <fmt/format.h>

namespace braid::campaign {

namespace {

using Clock = std::chrono::steady_clock;

// All findings together take a tenth of the exploration's time, or a moment.
constexpr std::chrono::nanoseconds MOMENT = std::chrono::seconds(2);
// A variant of the input may never end.
constexpr std::chrono::nanoseconds LONGEST_RUN = std::chrono::seconds(1);

// Of a loop that does not end each run takes all its time, so there are fewer of them, and more time for all. What
// is at work after so long counts as what does not end.
constexpr std::chrono::nanoseconds LONGEST_LOOP = std::chrono::milliseconds(250);
constexpr std::chrono::nanoseconds TIME_FOR_LOOPS = std::chrono::seconds(12);

} // namespace

struct Campaign::TimeToExplain {
  std::chrono::nanoseconds run, finding, all;
};

void Campaign::explain_findings(const std::function<void(const Snapshot &)> &look) {
  std::vector<size_t> loops, others;
  const std::vector<results::Finding> &all = findings_.all();
  for (size_t i = 0; i < all.size(); i++)
    if (all[i].confirmed && all[i].matters.empty() && all[i].decisions.empty())
      (all[i].kind == results::FindingKind::ENDLESS_LOOP ? loops : others).push_back(i);
  const ExplanationBudget usual;
  explain(others, {LONGEST_RUN, usual.time, std::max(MOMENT, exploration_.elapsed() / 10)}, look);
  explain(loops, {LONGEST_LOOP, TIME_FOR_LOOPS / 2, TIME_FOR_LOOPS}, look);
}

void Campaign::explain(const std::vector<size_t> &which, const TimeToExplain &time,
                       const std::function<void(const Snapshot &)> &look) {
  if (!is_resumed_ || exploration_.stopped() == explore::Stop::INTERRUPTED ||
      exploration_.stopped() == explore::Stop::ERROR || which.empty())
    return;
  const Clock::time_point begin = Clock::now(), end = begin + time.all;
  target::Limits limits = settings_.run_limits;
  limits.time = limits.time.count() == 0 ? time.run : std::min<std::chrono::nanoseconds>(limits.time, time.run);
  const std::unique_ptr<ExecutorRuns> runs = runs_of_job(0, limits);
  bool is_interrupted = false;
  Clock::time_point looked = begin;
  const auto is_over = [&] {
    constexpr std::chrono::milliseconds SOMETIMES{100};
    if (Clock::now() - looked > SOMETIMES) {
      looked = Clock::now();
      look(snapshot());
      is_interrupted = is_interrupted || exploration_.stopped() == explore::Stop::INTERRUPTED;
    }
    return is_interrupted || Clock::now() >= end;
  };
  Explanations explanations(*runs, exploration_.sites(), places_, settings_.exploration.concretise,
                            settings_.exploration.limits, is_over);
  size_t explained = 0;
  for (const size_t i : which) {
    if (is_over())
      break;
    results::Finding finding = findings_.all()[i];
    target::Input input = input_of(finding, first_input_);
    if (!explanations.add_to(finding, input, {.time = time.finding}))
      continue;
    explained++;
    findings_.replace(i, finding);
    folder_.write_finding(finding);
    if (settings_.proof)
      write_reproduction(finding, input);
  }
  folder_.log(exploration_.elapsed(), fmt::format("{} of {} findings explained", explained, which.size()));
}

} // namespace braid::campaign
