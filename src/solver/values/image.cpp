// Sets carried forward through an operation: which values can op(x, constant) have? Exact, or nothing.
#include "expr/semantics.h"
#include "solver/values/step.h"

#include <algorithm>

namespace braid::solver::values {

namespace {

using Result = std::optional<ValueSet>;

Value top_bit(unsigned width) { return Value(1) << (width - 1); }

Result member_by_member(const Step &step, const ValueSet &set) {
  if (!set.has_at_most(ValueSet::MAX_PIECES))
    return std::nullopt;
  std::vector<Value> results;
  for (Value i = 0; !set.is_empty() && i <= set.last_index(); i++)
    results.push_back(step.apply(set.member(i)));
  std::sort(results.begin(), results.end());
  results.erase(std::unique(results.begin(), results.end()), results.end());
  Pieces pieces;
  for (const Value value : results)
    pieces.push_back(strided(value, 0, 1));
  return ValueSet::joined(step.to, pieces);
}

// The divisor is not 0. A stride up to the divisor meets every quotient, a multiple of it every so many.
Result quotients(const ValueSet &set, Value divisor) {
  Pieces pieces;
  for (const StridedInterval &piece : set.linear()) {
    const Value first = piece.first / divisor;
    if (piece.stride <= divisor)
      pieces.push_back(strided(first, piece.last() / divisor - first, 1));
    else if (piece.stride % divisor == 0)
      pieces.push_back(strided(first, piece.steps, piece.stride / divisor));
    else if (piece.steps < ValueSet::MAX_PIECES)
      for (Value i = 0; i <= piece.steps; i++)
        pieces.push_back(strided((piece.first + i * piece.stride) / divisor, 0, 1));
    else
      return std::nullopt;
  }
  return ValueSet::united(set.width(), pieces);
}

// The divisor is not 0. Enough members meet every remainder that the greatest common divisor of stride and
// divisor allows; fewer make one interval for each multiple of the divisor that they pass.
Result remainders(const ValueSet &set, Value divisor) {
  Pieces pieces;
  for (const StridedInterval &piece : set.linear()) {
    const Value unit = greatest_common_divisor(piece.stride, divisor);
    if (piece.steps >= divisor / unit - 1) {
      pieces.push_back(strided(piece.first % unit, divisor / unit - 1, unit));
      continue;
    }
    if (piece.last() / divisor - piece.first / divisor >= ValueSet::MAX_PIECES)
      return std::nullopt;
    Value first = piece.first, steps = piece.steps;
    for (;;) {
      const Value here = std::min(steps, (divisor - 1 - first % divisor) / piece.stride);
      pieces.push_back(strided(first % divisor, here, piece.stride));
      if (here == steps)
        break;
      first += (here + 1) * piece.stride;
      steps -= here + 1;
    }
  }
  return ValueSet::united(set.width(), pieces);
}

// A signed operation is the unsigned one on magnitudes.
Result signed_division(const Step &step, const ValueSet &set) {
  const unsigned width = set.width();
  const Value top = top_bit(width), c = step.constant;
  if (c == 0)
    return step.op == BRAID_OP_SREM ? Result(set) : std::nullopt;
  const bool negative = (c & top) != 0;
  const Value magnitude = negative ? -c & set.mask() : c;
  const Result positive = set.intersection(ValueSet::range(width, 0, top - 1));
  const Result below = set.intersection(ValueSet::range(width, top, set.mask()));
  if (!positive || !below)
    return std::nullopt;
  const bool division = step.op == BRAID_OP_SDIV;
  const Result a = division ? quotients(*positive, magnitude) : remainders(*positive, magnitude);
  const ValueSet magnitudes = below->reflected(0);
  const Result b = division ? quotients(magnitudes, magnitude) : remainders(magnitudes, magnitude);
  if (!a || !b)
    return std::nullopt;
  if (division)
    return negative ? a->reflected(0).with(*b) : a->with(b->reflected(0));
  return a->with(b->reflected(0));
}

Result masked(const ValueSet &set, Value mask) {
  if (mask == 0)
    return set.is_empty() ? set : ValueSet::single(set.width(), 0);
  const unsigned low = expr::semantics::trailing_zeros(mask), bits = expr::semantics::ones(mask);
  if (mask >> low != mask_of(bits))
    return std::nullopt;
  const Result shifted = quotients(set, Value(1) << low);
  const Result kept = shifted ? truncated(*shifted, bits) : std::nullopt;
  const Result back = kept ? scaled(*kept, low, 0) : std::nullopt;
  return back ? Result(back->with_width(set.width())) : std::nullopt;
}

Result two_values(unsigned width, const Result &yes, const Result &no, Value value_yes, Value value_no) {
  if (!yes || !no)
    return std::nullopt;
  Pieces pieces;
  if (!yes->is_empty())
    pieces.push_back(strided(value_yes, 0, 1));
  if (!no->is_empty())
    pieces.push_back(strided(value_no, 0, 1));
  return ValueSet::united(width, pieces);
}

Result direct(const Step &step, const ValueSet &set) {
  const Value c = step.constant, mask = set.mask();
  switch (step.op) {
  case BRAID_OP_ADD:
    return set.plus(c);
  case BRAID_OP_SUB:
    return step.constant_first ? set.reflected(c) : set.plus(-c);
  case BRAID_OP_MUL:
    return product(set, c);
  case BRAID_OP_UDIV:
    return step.constant_first || c == 0 ? std::nullopt : quotients(set, c);
  case BRAID_OP_UREM:
    if (step.constant_first)
      return std::nullopt;
    return c == 0 ? set : remainders(set, c);
  case BRAID_OP_SDIV:
  case BRAID_OP_SREM:
    return step.constant_first ? std::nullopt : signed_division(step, set);
  case BRAID_OP_AND:
    return masked(set, c);
  case BRAID_OP_OR: { // ~(~x & ~c)
    const Result inverted = masked(set.reflected(mask), ~c & mask);
    return inverted ? Result(inverted->reflected(mask)) : std::nullopt;
  }
  case BRAID_OP_XOR:
    return c == mask ? set.reflected(mask) : flipped(set, c);
  case BRAID_OP_SHL:
    return step.constant_first ? std::nullopt : product(set, c >= step.from ? 0 : Value(1) << unsigned(c));
  case BRAID_OP_LSHR:
    if (step.constant_first)
      return std::nullopt;
    return c >= step.from ? product(set, 0) : quotients(set, Value(1) << unsigned(c));
  case BRAID_OP_ASHR: { // the quotient of numbers moved up by 2^(width - 1)
    if (step.constant_first)
      return std::nullopt;
    const unsigned bits = unsigned(std::min<Value>(c, step.from - 1));
    const Result moved = quotients(set.plus(top_bit(step.from)), Value(1) << bits);
    return moved ? Result(moved->plus(-(top_bit(step.from) >> bits))) : std::nullopt;
  }
  case BRAID_OP_EQ:
  case BRAID_OP_NE:
  case BRAID_OP_ULT:
  case BRAID_OP_ULE:
  case BRAID_OP_SLT:
  case BRAID_OP_SLE:
    return two_values(1, set.intersection(truth_of(step)), set.difference(truth_of(step)), 1, 0);
  case BRAID_OP_ITE:
    return two_values(step.to, set.intersection(ValueSet::single(1, 1)), set.intersection(ValueSet::single(1, 0)),
                      c, step.other);
  case BRAID_OP_EXTRACT: {
    const Result shifted = quotients(set, Value(1) << step.low);
    return shifted ? truncated(*shifted, step.to) : std::nullopt;
  }
  case BRAID_OP_CONCAT:
    if (step.constant_first)
      return set.with_width(step.to).plus(c << step.from);
    return scaled(set, step.to - step.from, c);
  case BRAID_OP_ZEXT:
    return set.with_width(step.to);
  case BRAID_OP_SEXT: { // move up by 2^(from - 1), extend, move down
    const ValueSet moved = set.plus(top_bit(step.from)).with_width(step.to);
    return moved.plus(-top_bit(step.from));
  }
  default:
    return std::nullopt;
  }
}

} // namespace

std::optional<ValueSet> image(const Step &step, const ValueSet &set) {
  if (set.is_full() && (step.op == BRAID_OP_ADD || step.op == BRAID_OP_SUB || step.op == BRAID_OP_XOR))
    return set;
  if (Result result = direct(step, set))
    return result;
  return member_by_member(step, set);
}

} // namespace braid::solver::values
