// Labels and paths in SMT-LIB 2.6; see expr/smtlib.h for what the scripts look like.
#pragma once

#include "expr/smtlib.h"
#include "trace/reader.h"

namespace braid::trace {

// label = value, or label != value.
using Constraint = Assertion;

// What the first `events` events of a run ask of the input: directions of branches and switches, assumptions,
// and the values of addresses, targets and lengths that the run made concrete.
std::vector<Constraint> path_constraints(const View &view, size_t events = SIZE_MAX);

std::string smtlib_script(const View &view, std::span<const Constraint> constraints, ScriptOptions options = {});

// The name of the constant that stands for an INPUT or SIZE node in scripts.
std::string smtlib_input_name(const View &view, Label label);

} // namespace braid::trace
