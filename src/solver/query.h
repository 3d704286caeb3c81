// The question every layer answers: can these constraints hold together, and with which values?
//
// A query comes from a path: `constraints` are what the path asks for, in the order in which it met them, the last
// one mostly the branch that is to go the other way. `previous`, if there is one, is the assignment of the run
// that the path was seen in. `prefix_holds` says that it satisfies all constraints but the last, which lets
// layers leave out what the last constraint has nothing to do with.
#pragma once

#include "expr/evaluate.h"

#include <chrono>
#include <string_view>

namespace braid::solver {

using expr::Assignment;
using expr::Expr;
using expr::Store;
using expr::Symbol;
using expr::Value;
using Clock = std::chrono::steady_clock;

struct Query {
  std::span<const Expr> constraints; // each one bit wide
  const Assignment *previous = nullptr;
  bool prefix_holds = false;
  Clock::time_point deadline = Clock::time_point::max(); // unknown is the answer after this
};

enum class Verdict : uint8_t { SATISFIABLE, UNSATISFIABLE, UNKNOWN };

// Why an answer is unknown.
enum class Reason : uint8_t {
  NONE,
  TIME,        // the query's deadline passed
  MEMORY,      // the limit of memory was met
  THEORY,      // no layer that is switched on can treat an operation in it
  INTERRUPTED, // somebody asked to stop
  SOLVER,      // an external solver is missing, failed or gave something that is no answer
};

struct Answer {
  Verdict verdict = Verdict::UNKNOWN;
  Reason reason = Reason::NONE; // with UNKNOWN
  std::string detail;           // more about the reason, for people; may be empty

  // With SATISFIABLE: values for all symbols of the query. Symbols that no constraint of the query mentions
  // have the value of `previous`, if it was given.
  Assignment model;
  // With UNSATISFIABLE: positions in `constraints` of some that cannot hold together, in ascending order.
  std::vector<uint32_t> core;

  static Answer satisfiable(Assignment model) {
    return {Verdict::SATISFIABLE, Reason::NONE, {}, std::move(model), {}};
  }
  static Answer unsatisfiable(std::vector<uint32_t> core) {
    return {Verdict::UNSATISFIABLE, Reason::NONE, {}, {}, std::move(core)};
  }
  static Answer unknown(Reason reason, std::string detail = {}) {
    return {Verdict::UNKNOWN, reason, std::move(detail), {}, {}};
  }
};

std::string_view verdict_text(Verdict verdict); // "sat", "unsat", "unknown"
std::string_view reason_text(Reason reason);    // "time", "memory", ...

} // namespace braid::solver
