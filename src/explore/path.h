// The path of one run: its steps, and what each asks of the input.
//
// A step is a place where runs can part: a branch, a switch, an assumption, or a value that the run made concrete
// (an address, the target of a call, a length, the argument of a function that is not instrumented). Conditions
// that have one outcome for all inputs are no steps. Two runs that have taken the same steps so far have the same
// next step, unless the program depends on something that is no input.
#pragma once

#include "explore/site_table.h"
#include "expr/store.h"
#include "trace/checks.h"

namespace braid::explore {

using expr::Expr;

enum class StepKind : uint8_t {
  BRANCH, // choice: 1 for taken
  SWITCH, // choice: which way, 0 is that of the default
  VALUE,  // choice: the value; of one wider than 64 bits each part is a step. Of an address it may be the object
  ASSUME, // choice: 1 if it holds
};

struct Step {
  StepKind kind;
  uint8_t event_kind; // enum braid_event_kind
  uint8_t lost;       // enum braid_lost, of a value that was lost
  bool is_allocation; // the value is a size of memory
  Site site;
  Site caller;          // of a library model, if the site is in one
  Expr expression;      // condition of BRANCH and ASSUME; what was switched on; what became a value
  uint32_t ways;        // of a SWITCH: how many there are; of an address whose object is told: the bytes accessed
  uint32_t constraints; // number of constraints of the path up to and including this step
  uint64_t choice;
  uint32_t event; // of the trace
  // Ways that no input with the steps before this one goes, as far as that is seen without a solver: a bit for
  // each choice below 64; of a VALUE bit 0 stands for all other values.
  uint64_t excluded = 0;

  // The place to tell people: libraries' insides are of no interest.
  Site place() const { return caller != 0 ? caller : site; }
  bool same_way(const Step &other) const {
    return kind == other.kind && site == other.site && caller == other.caller && choice == other.choice;
  }
};

// A call of a function that is not instrumented, whose result is a symbol (samples.h).
struct BlackBoxCall {
  std::string function; // its name and the widths of what goes in and out
  std::vector<Expr> arguments;
  Expr result;
};

// Checks beside those of trace/checks.def: about steps of the path.
enum StepCheck : uint16_t {
  CHECK_OUTSIDE = BRAID_CHECK_KINDS, // an access through an address that depends on input, outside of its object
  CHECK_ALLOCATION,                  // more memory than there can be
  CHECK_NO_MEMORY // none at all is asked for: nothing goes wrong by that, but perhaps by what is done with it
};

// Whether what goes wrong is an access that leaves its object.
inline bool is_about_bounds(uint16_t check) {
  return check == CHECK_OUTSIDE || check == BRAID_CHECK_INDEX || check == BRAID_CHECK_LENGTH;
}

// An operation that can go wrong, met on the way. The path does not part there.
struct Check {
  uint16_t kind; // enum braid_check or StepCheck
  bool happened; // it did go wrong
  Site site;
  Site caller;          // of a library model, if the site is in one
  Expr condition;       // that it goes wrong; 0 if that does not depend on input
  uint32_t steps;       // of the path before it
  uint32_t constraints; // of these steps

  Site place() const { return caller != 0 ? caller : site; }
};

struct Path {
  std::vector<Step> steps;
  std::vector<Check> checks;       // those that are known to be in order are left out
  std::vector<BlackBoxCall> calls; // in the order in which they returned
  std::vector<Expr> constraints;   // each one bit; all together hold exactly for the inputs that take these steps

  // The constraints of the steps before this one.
  std::span<const Expr> before(size_t step) const {
    return std::span(constraints).first(step == 0 ? 0 : steps[step - 1].constraints);
  }
};

} // namespace braid::explore
