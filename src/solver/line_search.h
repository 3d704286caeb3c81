// A search along one variable: the part of local search that is made for numbers.
//
// All values of a variable lie on a line, floating-point numbers in their order (expr/ordered_number.h), whole
// numbers in theirs. A comparison in which the variable occurs has a residual at each place, how far its left side
// is above its right side, counted in the same way. Places all over the line are looked at, and between two of
// them where the residual has another sign the place where it changes is found by halving: there, for a function
// without jumps, lies a solution of an equation, and the nearest one of an inequality. Where the residual is
// lower than on both sides of a place, the lowest place there is looked for in the same manner. Nothing has to be
// known about the functions, so those of the C library are treated like all others.
#pragma once

#include "solver/query.h"

#include <functional>

namespace braid::solver {

// What is changed: a symbol, or several side by side. As a floating-point number or as a whole number.
struct Variable {
  Expr e;
  bool is_number;
  bool operator==(const Variable &) const = default;
};

// A comparison that has to hold, or has to fail.
struct Comparison {
  Expr e = 0;
  bool wanted = true;
};

class LineSearch {
public:
  LineSearch(const Store &store, expr::Evaluator &evaluator) : store_(store), evaluator_(evaluator) {}

  // Of a condition that is not as wanted under the evaluator's assignment: a comparison in it that makes it so.
  // Nothing if its parts are something else.
  Comparison violated_part(Expr condition, bool wanted = true);
  // How far a comparison is from holding, between 0 and 1.
  double distance(Comparison comparison);

  // Looks for places on the line where the comparison is as wanted. `move` gives the variable a value and assigns
  // the evaluator; `visit` is told of values worth a look, and says whether to go on. At most `tries` are spent.
  using Move = std::function<void(Value value)>;
  using Visit = std::function<bool(Value value)>;
  void run(Variable variable, Comparison comparison, std::span<const Value> hints, Value now, size_t &tries,
           const Move &move, const Visit &visit);

private:
  struct Point {
    __int128 place;
    int sign; // of the residual; 2 where there is none
    bool holds;
    __int128 away; // how far the residual is from what is wanted; the largest number where there is none
  };
  using Look = std::function<Point(__int128 place)>;
  // The lowest place between two others: that of a comparison whose residual only touches what is wanted, as a
  // magnitude does. Comes back when the comparison holds.
  Point lowest(__int128 first, __int128 last, const Look &look, const size_t &tries) const;
  __int128 place_of(Variable variable, Value value) const;
  Value value_at(Variable variable, __int128 place) const;
  std::vector<__int128> places(Variable variable, std::span<const Value> hints, Value now) const;
  // The difference of the sides in the order of the comparison; nothing if one is not a number.
  std::optional<__int128> residual(Expr comparison);

  const Store &store_;
  expr::Evaluator &evaluator_;
};

} // namespace braid::solver
