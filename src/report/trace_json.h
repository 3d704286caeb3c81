// One run for machines: the same content as the text, complete, as one JSON object. docs/trace-json.md describes
// the keys, which stay as they are; new ones may come.
#pragma once

#include "report/run_facts.h"
#include "report/trace_digest.h"

#include <iosfwd>

namespace braid::report {

inline constexpr int TRACE_JSON_VERSION = 1;

// One event a line, so that a long trace needs no more memory than a short one.
void write_trace_json(std::ostream &out, const trace::View &view, const TraceDigest &digest,
                      const RunFacts &facts);

} // namespace braid::report
