// What is added to findings when the exploration has ended: the simplest input that shows it, which bytes of it
// matter, and the decisions on the way. It is found by runs, so it has a budget: whoever waits for the results
// should not notice.
#pragma once

#include "campaign/executor_runs.h"
#include "explore/concretise.h"
#include "explore/limits.h"
#include "explore/site_table.h"
#include "results/finding_file.h"
#include "target/build/source_places.h"

namespace braid::campaign {

struct ExplanationBudget {
  std::chrono::nanoseconds time = std::chrono::seconds(2); // for one finding
  unsigned runs = 100;                                     // for its input, and as many for its explanation
};

class Explanations {
public:
  // All that is given must outlive it. `is_over` is asked before each run: somebody may want to stop.
  Explanations(ExecutorRuns &runs, explore::SiteTable &sites, target::SourcePlaces &places,
               explore::Concretise policy, const explore::Limits &limits, std::function<bool()> is_over)
      : runs_(runs), sites_(sites), places_(places), policy_(policy), limits_(limits),
        is_over_(std::move(is_over)) {}

  // The finding with its explanation, and its input if that is another one now. False if nothing is known more. A
  // run that does not end counts as one with no end if its time is up, which is the limit of the runs: its input
  // stays as it is, because what takes longer than that may end all the same.
  bool add_to(results::Finding &finding, target::Input &input, const ExplanationBudget &budget);

private:
  std::optional<results::Finding> shown_by(const target::Input &input, const results::Finding &finding);

  ExecutorRuns &runs_;
  explore::SiteTable &sites_;
  target::SourcePlaces &places_;
  explore::Concretise policy_;
  const explore::Limits &limits_;
  std::function<bool()> is_over_;
};

// The input of a finding as it is given to a program; what is known about its sources is as in another input of
// the same campaign.
target::Input input_of(const results::Finding &finding, const target::Input &like);

} // namespace braid::campaign
