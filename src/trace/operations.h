// What the trace takes from src/expr: its nodes are expressions, in the operations of ops.def.
#pragma once

#include "expr/floating.h"
#include "expr/operations.h"
#include "trace/format.h"

namespace braid::trace {

using namespace expr;

using Label = braid_label;

// Whether `extra` of an event is the site that called the library model in which it happened (0: in none).
inline bool has_caller(const braid_event &event) {
  return event.kind == BRAID_EVENT_BRANCH || event.kind == BRAID_EVENT_LOST || event.kind == BRAID_EVENT_LENGTH ||
         event.kind == BRAID_EVENT_CHECK;
}

} // namespace braid::trace
