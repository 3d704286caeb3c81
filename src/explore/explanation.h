// Why a run comes to where something goes wrong, for people: what its input must be like, and the decisions on the
// way.
//
// The run's path says what holds of all inputs that go the same way. Much of that does not matter: other ways lead
// to the same place. So constraints are left out one after the other. One that follows from the others goes at
// once; for any other the solver makes an input that satisfies all the others and not this one, and if that input
// does the same when it is run, the constraint goes, too. One such input is no proof, so at the end inputs
// are made at random that satisfy what is left. If one of them does not do the same, a constraint that it violates
// comes back.
//
// What is left is therefore enough as far as anybody has seen, and each condition of it says whether an input
// without it was run and did something else. If there is no budget for all that, the constraints of the path are
// what is told: they are enough.
#pragma once

#include "explore/concretise.h"
#include "explore/limits.h"
#include "explore/runs.h"
#include "explore/site_table.h"

#include <functional>

namespace braid::explore {

struct Explanation {
  // On some bytes of a source. They have to hold all together.
  struct Condition {
    std::string source; // as traces name it
    uint32_t first = 0, last = 0;
    std::string text;
    bool is_needed = false; // an input that satisfies all others and not this one was run, and did something else
  };
  // A decision, with all others at the same place that went the same way.
  struct Turn {
    Site place = 0;
    std::string condition; // of the first of them
    bool taken = false;    // whether it held
    uint32_t times = 1;
  };
  std::vector<Condition> conditions;
  std::vector<Turn> turns;
  uint32_t alike = 0; // other inputs that satisfy all conditions and were run; all of them did the same
};

// What is to be explained, and how that is tried.
struct Happening {
  // Whether it is there that it goes wrong.
  std::function<bool(const SiteFacts &)> is_at;
  // Whether an input does the same; nothing if no more are to be run.
  std::function<std::optional<bool>(const target::Input &)> does_the_same;
};

// By another run of the input. Nothing if that takes no decision.
std::optional<Explanation> explain(Runs &runs, SiteTable &sites, Concretise policy, const Limits &limits,
                                   const target::Input &input, const Happening &happening);

} // namespace braid::explore
