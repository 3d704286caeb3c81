// Queries with few possible assignments: try them all.
//
// A lone byte that goes through a table, a multiplication and a mask is nothing for sets, but it has only 256
// values, fewer once its set is known. Trying them decides the query, both ways, as long as the number of
// assignments times the size of the constraints stays small.
#pragma once

#include "solver/layer.h"
#include "solver/values/problem.h"

namespace braid::solver::values {

// A model or a core; UNKNOWN if there are too many assignments.
Answer decide_by_enumeration(Session &session, const Query &query, const Problem &problem, const State &state);

} // namespace braid::solver::values
