// What one run recorded, copied out of the trace's memory, so that it can be compared with the next run.
#pragma once

#include "target/outcome.h"
#include "trace/format.h"
#include "trace/reader.h"

#include <string>
#include <vector>

namespace braid::verify {

struct Recording {
  target::Outcome outcome;
  std::vector<braid_node> nodes;
  std::vector<braid_event> events;

  Recording(target::Outcome how, const trace::View &view)
      : outcome(std::move(how)), nodes(view.nodes().begin(), view.nodes().end()),
        events(view.events().begin(), view.events().end()) {}
};

// The first difference in words; empty if there is none.
std::string difference_of_outcomes(const target::Outcome &expected, const target::Outcome &found);
std::string difference_of_traces(const Recording &expected, const Recording &found);

} // namespace braid::verify
