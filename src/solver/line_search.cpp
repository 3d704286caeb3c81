#include "solver/line_search.h"

#include "expr/ordered_number.h"
#include "expr/semantics.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace braid::solver {

namespace {

using Place = __int128;

constexpr size_t MOST_CHANGES = 8;    // of sign that are followed on a line
constexpr size_t MOST_VALLEYS = 4;    // and places that are lower than those beside them
constexpr unsigned WIDEST_LISTED = 8; // variables of so many bits are tried with all their values

// Exponents of two at which numbers are looked at: dense around 1, where programs compute.
constexpr int EXPONENTS[] = {-1074, -1022, -300, -150, -126, -60, -30, -20, -10, -7,  -5,  -4,  -3,  -2,  -1,
                             0,     1,     2,    3,    4,    5,   6,   7,   8,   9,   10,  12,  14,  16,  20,
                             24,    31,    32,   40,   52,   53,  63,  64,  100, 127, 200, 300, 500, 800, 1023};

bool is_order(uint8_t op) { return op >= BRAID_OP_ULT && op <= BRAID_OP_SLE; }

bool is_number_order(uint8_t op) { return op >= BRAID_OP_FEQ && op <= BRAID_OP_FLE; }

} // namespace

Comparison LineSearch::violated_part(Expr condition, bool wanted) {
  const braid_node &node = store_[condition];
  switch (node.op) {
  case BRAID_OP_XOR:
    if (node.width == 1 && store_.is_constant(node.b))
      return violated_part(node.a, wanted != store_.is_constant(node.b, 1));
    return {};
  case BRAID_OP_AND:
  case BRAID_OP_OR:
    if (node.width != 1)
      return {};
    for (const Expr part : {node.b, node.a})
      if (evaluator_.holds(part) != wanted)
        if (const Comparison found = violated_part(part, wanted); found.e != 0)
          return found;
    return {};
  case BRAID_OP_EQ:
  case BRAID_OP_NE:
  case BRAID_OP_FUNORDERED:
    return {condition, wanted};
  default:
    return is_order(node.op) || is_number_order(node.op) ? Comparison{condition, wanted} : Comparison{};
  }
}

std::optional<Place> LineSearch::residual(Expr comparison) {
  const braid_node &node = store_[comparison];
  const unsigned width = store_.width(node.a);
  const Value a = evaluator_.value(node.a), b = evaluator_.value(node.b);
  if (is_number_order(node.op) || node.op == BRAID_OP_FUNORDERED) {
    if (expr::floating::is_nan(uint64_t(a), width) || expr::floating::is_nan(uint64_t(b), width))
      return std::nullopt;
    const auto without_negative_zero = [&](Value number) {
      const int64_t place = expr::place_of(uint64_t(number), width);
      return Place(place < 0 ? place + 1 : place);
    };
    return without_negative_zero(a) - without_negative_zero(b);
  }
  if (width > 64) // differences of these may not fit; the sign is what matters most
    return a == b ? 0 : a < b ? -1 : 1;
  if (node.op == BRAID_OP_ULT || node.op == BRAID_OP_ULE)
    return Place(a) - Place(b);
  return Place(expr::sign_extended(a, width)) - Place(expr::sign_extended(b, width));
}

double LineSearch::distance(Comparison comparison) {
  const std::optional<Place> between = residual(comparison.e);
  if (!between)
    return 1;
  const Value size = *between < 0 ? Value(-*between) : Value(*between);
  return double(128 - expr::semantics::leading_zeros(size)) / 66;
}

Place LineSearch::place_of(Variable variable, Value value) const {
  const unsigned width = store_.width(variable.e);
  if (variable.is_number)
    return expr::place_of(uint64_t(value), width);
  return width <= WIDEST_LISTED ? Place(value) : Place(expr::sign_extended(value, width));
}

Value LineSearch::value_at(Variable variable, Place place) const {
  const unsigned width = store_.width(variable.e);
  return variable.is_number ? Value(expr::number_at(int64_t(place), width)) : Value(place) & expr::mask_of(width);
}

std::vector<Place> LineSearch::places(Variable variable, std::span<const Value> hints, Value now) const {
  const unsigned width = store_.width(variable.e);
  std::vector<Place> found;
  if (variable.is_number) {
    const Place last = expr::last_place(width);
    const auto add = [&](uint64_t number) {
      if (expr::floating::is_nan(number, width))
        return;
      const Place place = expr::place_of(number, width);
      for (Place near = place - 1; near <= place + 1; near++)
        if (near >= -last - 1 && near <= last)
          found.push_back(near);
    };
    add(uint64_t(now));
    for (const int exponent : EXPONENTS) {
      const double power = std::ldexp(1.0, exponent);
      const uint64_t bits = width == 32 ? std::bit_cast<uint32_t>(float(power)) : std::bit_cast<uint64_t>(power);
      add(bits);
      add(bits | uint64_t(1) << (width - 1));
    }
    add(0);
    found.push_back(last);
    found.push_back(-last - 1);
    for (const Value hint : hints) {
      add(uint64_t(hint));
      add(uint64_t(hint) ^ uint64_t(1) << (width - 1));
    }
  } else {
    const Place last = width <= WIDEST_LISTED ? (Place(1) << width) - 1 : Place(expr::mask_of(width - 1));
    const Place first = width <= WIDEST_LISTED ? 0 : -last - 1;
    const auto add = [&](Place place) {
      for (Place near = place - 1; near <= place + 1; near++)
        if (near >= first && near <= last)
          found.push_back(near);
    };
    if (width <= WIDEST_LISTED)
      for (Place place = 0; place <= last; place++)
        found.push_back(place);
    add(place_of(variable, now));
    for (unsigned bit = 0; bit < std::min(width, 100u); bit++) {
      add(Place(1) << bit);
      add(-(Place(1) << bit));
    }
    add(last);
    add(first);
    for (const Value hint : hints)
      add(place_of(variable, hint & expr::mask_of(width)));
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void LineSearch::run(Variable variable, Comparison comparison, std::span<const Value> hints, Value now,
                     size_t &tries, const Move &move, const Visit &visit) {
  const uint8_t op = store_[comparison.e].op;
  const Look look = [&](Place place) {
    move(value_at(variable, place));
    tries -= std::min<size_t>(tries, 1);
    const std::optional<Place> between = residual(comparison.e);
    const bool holds = evaluator_.holds(comparison.e) == comparison.wanted;
    if (!between)
      return Point{place, 2, holds, Place(expr::mask_of(127))};
    const bool is_equation = op == BRAID_OP_EQ || op == BRAID_OP_NE || op == BRAID_OP_FEQ;
    const bool upwards = is_equation ? *between < 0 : !comparison.wanted;
    return Point{place, *between < 0 ? -1 : *between > 0 ? 1 : 0, holds, upwards ? -*between : *between};
  };
  if (variable.is_number) { // what is not a number lies beside the line
    const uint64_t nan = expr::floating::default_nan(store_.width(variable.e));
    move(nan);
    if (evaluator_.holds(comparison.e) == comparison.wanted && !visit(nan))
      return;
  }
  std::vector<Point> points;
  for (const Place place : places(variable, hints, now)) {
    if (tries == 0)
      return;
    points.push_back(look(place));
    if (points.back().holds && !visit(value_at(variable, place)))
      return;
  }
  // Changes of sign, the nearest first.
  const Place here = place_of(variable, now);
  std::vector<std::pair<Place, size_t>> changes;
  for (size_t i = 1; i < points.size(); i++)
    if (points[i - 1].sign != points[i].sign && points[i].place - points[i - 1].place > 1) {
      const Place away = points[i].place - here;
      changes.emplace_back(away < 0 ? -away : away, i);
    }
  std::sort(changes.begin(), changes.end());
  if (changes.size() > MOST_CHANGES)
    changes.resize(MOST_CHANGES);
  for (const auto &[away, i] : changes) {
    Point low = points[i - 1], high = points[i];
    while (high.place - low.place > 1 && tries != 0) {
      const Point middle = look(low.place + (high.place - low.place) / 2);
      (middle.sign == low.sign ? low : high) = middle;
    }
    for (const Place place : {low.place, high.place, high.place + 1, high.place + 2, low.place - 1}) {
      if (tries == 0)
        return;
      if (place >= points.front().place && place <= points.back().place && look(place).holds &&
          !visit(value_at(variable, place)))
        return;
    }
  }
  std::vector<std::pair<Place, size_t>> valleys;
  for (size_t i = 1; i + 1 < points.size(); i++)
    if (points[i].away <= points[i - 1].away && points[i].away <= points[i + 1].away && !points[i].holds)
      valleys.emplace_back(points[i].away, i);
  std::sort(valleys.begin(), valleys.end());
  if (valleys.size() > MOST_VALLEYS)
    valleys.resize(MOST_VALLEYS);
  for (const auto &[away, i] : valleys)
    if (const Point found = lowest(points[i - 1].place, points[i + 1].place, look, tries);
        found.holds && tries != 0 && (look(found.place), !visit(value_at(variable, found.place))))
      return;
}

LineSearch::Point LineSearch::lowest(Place first, Place last, const Look &look, const size_t &tries) const {
  Point best = look(first);
  while (last - first > 2 && tries != 0 && !best.holds) {
    const Point left = look(first + (last - first) / 3), right = look(last - (last - first) / 3);
    if (left.away < right.away)
      last = right.place;
    else
      first = left.place;
    for (const Point &point : {left, right})
      if (!best.holds && (point.holds || point.away < best.away))
        best = point;
  }
  for (Place place = first; place <= last && last - first <= 2 && !best.holds && tries != 0; place++)
    if (const Point point = look(place); point.holds || point.away < best.away)
      best = point;
  return best;
}

} // namespace braid::solver
