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

} // namespace

void Campaign::explain_findings(const std::function<void(const Snapshot &)> &look) {
  const auto is_open = [](const results::Finding &finding) {
    return finding.confirmed && finding.matters.empty() && finding.decisions.empty();
  };
  const std::vector<results::Finding> all = findings_.all();
  if (!is_resumed_ || exploration_.stopped() == explore::Stop::INTERRUPTED ||
      exploration_.stopped() == explore::Stop::ERROR || std::none_of(all.begin(), all.end(), is_open))
    return;
  const Clock::time_point begin = Clock::now(), end = begin + std::max(MOMENT, exploration_.elapsed() / 10);
  target::Limits limits = settings_.run_limits;
  limits.time =
      limits.time.count() == 0 ? LONGEST_RUN : std::min<std::chrono::nanoseconds>(limits.time, LONGEST_RUN);
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
  for (size_t i = 0; i < all.size() && !is_over(); i++) {
    results::Finding finding = all[i];
    if (!is_open(finding))
      continue;
    target::Input input = input_of(finding, first_input_);
    if (!explanations.add_to(finding, input, {}))
      continue;
    explained++;
    findings_.replace(i, finding);
    folder_.write_finding(finding);
    if (settings_.proof)
      write_reproduction(finding, input);
  }
  folder_.log(exploration_.elapsed(), fmt::format("{} of {} findings explained", explained, all.size()));
}

} // namespace braid::campaign
