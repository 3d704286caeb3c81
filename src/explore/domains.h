// What the decisions on a path leave of every byte of input, each taken by itself.
//
// A parser asks about the same bytes again and again, and most of what it asks was decided long before: at most of
// its branches only one way is left. A solver would be asked about each of these, with the whole path in front of
// it. Here a path is gone along once: for each byte the values are known that the decisions so far allow, and
// a condition on one byte that all of them satisfy, or none, needs no solver. The same is true of a condition that
// stands on the path already, and of one on bytes that have one value left.
//
// All this is on the safe side: a byte may have fewer values than it seems, because conditions on several bytes
// are not looked into. What is said to be impossible is.
#pragma once

#include "expr/evaluate.h"

#include <array>
#include <map>

namespace braid::explore {

using expr::Expr;

class Domains {
public:
  explicit Domains(expr::Store &store) : store_(store), evaluator_(store) {}

  // One more constraint of the path. What follows only from constraints that are not to be used needs a solver.
  void add(Expr constraint, bool is_used = true);
  // Only the first ones stay.
  void keep(size_t constraints);
  size_t constraints() const { return added_.size(); }

  // Whether every input that satisfies what was added satisfies the condition, which some input does.
  bool is_implied(Expr condition);
  // Whether none of them satisfies all these conditions.
  bool is_excluded(std::span<const Expr> conditions);

private:
  // By value of a byte: whether it belongs to the set.
  using Set = std::array<uint64_t, 4>;
  static constexpr Set ALL{~uint64_t(0), ~uint64_t(0), ~uint64_t(0), ~uint64_t(0)};

  // The values of the one byte that a condition is about with which it holds; null if it is about more, or long.
  const Set *satisfying(Expr condition);
  Set compute(Expr condition, expr::Symbol symbol);
  bool is_short(Expr condition);
  std::vector<uint64_t> shape_of_parts(Expr byte) const;
  const Set &left_of(expr::Symbol symbol) const { return symbol < left_.size() ? left_[symbol] : ALL; }
  bool is_fixed(expr::Symbol symbol) const;

  struct Added {
    Expr constraint;
    bool is_first; // this constraint was not there before
    bool narrows;  // changed_ has what it changed
  };
  struct Changed {
    expr::Symbol symbol;
    Set before;
  };

  expr::Store &store_;
  expr::Evaluator evaluator_;
  std::vector<Set> left_; // by symbol
  std::vector<Added> added_;
  std::vector<Changed> changed_;
  std::vector<bool> stands_;    // by expression: among the constraints added
  std::vector<uint32_t> known_; // by expression: 0 if not looked at yet, 1 for none, otherwise number in sets_ + 2
  std::vector<Set> sets_;
  // A loop asks the same of one byte after the other: what is true of one is true of all.
  std::map<std::vector<uint64_t>, uint32_t> sets_of_shapes_; // number in sets_
  std::vector<Expr> pending_;                                // parts of a condition
};

} // namespace braid::explore
