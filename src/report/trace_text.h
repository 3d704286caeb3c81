// One run for a person: what was read, what was decided where and on which grounds, where symbols ended, and how
// the program ended, in that order.
#pragma once

#include "report/run_facts.h"
#include "report/trace_digest.h"

#include <iosfwd>

namespace braid::report {

struct TraceTextOptions {
  bool all = false; // every decision and all output, however many
  bool colours = false;
  size_t repetitions = 3;   // decisions shown of each place
  size_t decisions = 200;   // decisions shown in all
  size_t output_lines = 40; // of what the program wrote
};

void write_trace_text(std::ostream &out, const trace::View &view, const TraceDigest &digest, const RunFacts &facts,
                      const TraceTextOptions &options);

} // namespace braid::report
