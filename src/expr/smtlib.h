// Expressions in SMT-LIB 2.6, for any solver that reads it.
//
// Every expression is bits. Here it appears in the sort in which it is needed: comparisons are Bool,
// floating-point operations FloatingPoint, and conversions stand only where the two meet. SMT-LIB has no function
// from a FloatingPoint to its bits; where a program looks at the bits of a computed number, a constant is declared
// whose to_fp is the number, and for NaN, which has many bit patterns, a second assertion says which one the
// operation gives (see floating.h). All else agrees with semantics.h bit for bit, also x / 0 and conversions out
// of range; FREM is C's fmod, built from fp.rem, which rounds the quotient the other way. Functions of the C
// library are declared and nothing is said about them: what has no solution then has none with the real ones.
// Arrays are those of SMT-LIB, but a look into a table is a choice by the bits of its index: solvers are faster
// without the theory of arrays.
//
// Sharing is kept: what several assertions use becomes a define-fun, what one assertion uses more than once a
// let, and expressions are cut into definitions before their nesting gets too deep for a parser.
#pragma once

#include "expr/leaves.h"

namespace braid::expr {

// expression = value, or expression != value.
struct Assertion {
  Expr expression;
  Value value = 1;
  bool equal = true;
  std::string comment; // printed above the assertion; empty for none
};

// The parts of a script, for those who speak with a solver.
struct SmtlibParts {
  std::string logic;                  // such as QF_BV
  bool has_library_functions = false; // about which the script says nothing: a model of it may be none
  std::string declarations;           // and definitions
  std::string assertions;
  // The leaves that are not arrays, in the order of their declarations, by name.
  std::vector<std::pair<Expr, std::string>> leaves;
  // Where arrays are looked into: all that matters of them. `index` is the name of a definition or a literal.
  struct Element {
    Expr array;
    std::string name, index;
  };
  std::vector<Element> elements;
};

struct SmtlibPartsOptions {
  bool named = false;    // assertion i is (! ... :named assertion_name(i))
  bool elements = false; // find the elements
};

SmtlibParts smtlib_parts(std::span<const braid_node> nodes, const Leaves &leaves,
                         std::span<const Assertion> assertions, SmtlibPartsOptions options = {});

std::string assertion_name(size_t number);

struct ScriptOptions {
  bool ask_for_values = false;  // (get-value ...) for all leaves that are not arrays
  std::string_view status = {}; // what is known about it, such as "sat"
  bool comments = false;        // each assertion of a store as text above it
};

// A complete script: logic, declarations, definitions, one assertion for each of those given, (check-sat).
std::string smtlib_script(std::span<const braid_node> nodes, const Leaves &leaves,
                          std::span<const Assertion> assertions, ScriptOptions options = {});
// The same for constraints, which are one bit wide each.
std::string smtlib_script(const Store &store, std::span<const Expr> constraints, ScriptOptions options = {});

} // namespace braid::expr
