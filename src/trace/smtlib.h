// Labels and paths in SMT-LIB 2.6, for any solver that reads it.
//
// Every node is a bit-vector in the trace. Here it appears in the sort in which it is needed: comparisons are
// Bool, floating-point operations FloatingPoint, and conversions stand only where the two meet. SMT-LIB has no
// function from a FloatingPoint to its bits; where a program looks at the bits of a computed number, a constant
// is declared whose to_fp is the number, and for NaN, which has many bit patterns, a second assertion says
// which one the operation gives (see floating.h). All else agrees with semantics.h bit for bit, also x / 0 and
// conversions out of range; FREM is C's fmod, built from fp.rem, which rounds the quotient the other way.
//
// Sharing is kept: what several assertions use becomes a define-fun, what one assertion uses more than once a
// let, and expressions are cut into definitions before their nesting gets too deep for a parser.
#pragma once

#include "trace/reader.h"

namespace braid::trace {

// label = value, or label != value.
struct Constraint {
  Label label;
  Value value;
  bool equal = true;
  std::string comment; // printed above the assertion; empty for none
};

// What the first `events` events of a run ask of the input: directions of branches and switches, assumptions,
// and the values of addresses, targets and lengths that the run made concrete.
std::vector<Constraint> path_constraints(const View &view, size_t events = SIZE_MAX);

struct ScriptOptions {
  bool ask_for_values = false; // (get-value ...) for all inputs
};

// A complete script: logic, declarations, definitions, one assertion for each constraint, (check-sat).
std::string smtlib_script(const View &view, std::span<const Constraint> constraints, ScriptOptions options = {});

// The name of the constant that stands for an INPUT or SIZE node in scripts.
std::string smtlib_input_name(const View &view, Label label);

} // namespace braid::trace
