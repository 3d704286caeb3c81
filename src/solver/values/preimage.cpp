// Sets carried backward through an operation: for which x does op(x, constant) lie in a set?
//
// Every case is exact or gives nothing. A preimage commutes with the complement, so where a set has too many
// pieces, its complement is tried: x % 7 != 3 has the preimage of x % 7 == 3, taken away from everything.
#include "expr/semantics.h"
#include "solver/values/step.h"

#include <algorithm>

namespace braid::solver::values {

namespace {

using Result = std::optional<ValueSet>;

ValueSet all_or_nothing(unsigned width, bool all) { return all ? ValueSet::full(width) : ValueSet::empty(width); }

Value top_bit(unsigned width) { return Value(1) << (width - 1); }

// x / divisor in `set`; the divisor is not 0.
Result of_quotient(const ValueSet &set, Value divisor) {
  const Value mask = set.mask();
  const Result wanted = set.intersection(ValueSet::range(set.width(), 0, mask / divisor));
  if (!wanted)
    return std::nullopt;
  Pieces pieces;
  const auto add_range = [&](Value low, Value high) { // quotients from low to high
    const Value first = low * divisor, last = high * divisor + std::min(divisor - 1, mask - high * divisor);
    pieces.push_back(strided(first, last - first, 1));
  };
  for (const StridedInterval &piece : wanted->linear()) {
    if (piece.stride == 1) {
      add_range(piece.first, piece.last());
    } else if (std::min(piece.steps, divisor) + pieces.size() >= ValueSet::MAX_UNJOINED) {
      return std::nullopt;
    } else if (piece.steps < divisor) {
      for (Value i = 0; i <= piece.steps; i++)
        add_range(piece.first + i * piece.stride, piece.first + i * piece.stride);
    } else {
      for (Value rest = 0; rest < divisor; rest++) {
        const bool last_fits = rest <= mask - piece.last() * divisor;
        pieces.push_back(
            strided(piece.first * divisor + rest, piece.steps - (last_fits ? 0 : 1), piece.stride * divisor));
      }
    }
  }
  return ValueSet::joined(set.width(), pieces);
}

// x % divisor in `set`; the divisor is not 0.
Result of_remainder(const ValueSet &set, Value divisor) {
  const Value mask = set.mask(), rounds = mask / divisor;
  const Result wanted = set.intersection(ValueSet::range(set.width(), 0, divisor - 1));
  if (!wanted)
    return std::nullopt;
  Pieces pieces;
  for (const StridedInterval &piece : wanted->linear()) {
    if (divisor % piece.stride == 0 && piece.steps + 1 == divisor / piece.stride) {
      pieces.push_back(strided(piece.first, (mask - piece.first) / piece.stride, piece.stride));
    } else if (std::min(piece.steps, rounds) + pieces.size() >= ValueSet::MAX_UNJOINED) {
      return std::nullopt;
    } else if (piece.steps <= rounds) {
      for (Value i = 0; i <= piece.steps; i++) {
        const Value first = piece.first + i * piece.stride;
        pieces.push_back(strided(first, (mask - first) / divisor, divisor));
      }
    } else {
      for (Value round = 0; round <= rounds; round++) {
        const Value offset = round * divisor;
        if (piece.first > mask - offset)
          continue;
        const Value room = (mask - offset - piece.first) / piece.stride;
        pieces.push_back(strided(piece.first + offset, std::min(room, piece.steps), piece.stride));
      }
    }
  }
  return ValueSet::joined(set.width(), pieces);
}

Result of_product(const ValueSet &set, Value factor) {
  const unsigned width = set.width();
  if (factor == 0)
    return all_or_nothing(width, set.contains(0));
  // x * odd * 2^bits: the product must be a multiple, and the highest bits of x do not matter.
  const unsigned bits = expr::semantics::trailing_zeros(factor);
  const Result multiples = bits == 0 ? set : quotients_of_multiples(set, bits, 0);
  if (!multiples)
    return std::nullopt;
  const Result factors = product(*multiples, expr::inverse_of_odd(factor >> bits) & multiples->mask());
  return factors ? repeated(*factors, width) : std::nullopt;
}

// constant / x in `set`.
Result of_divisor(const ValueSet &set, Value constant) {
  const unsigned width = set.width();
  const Value mask = set.mask();
  Pieces pieces;
  const auto add = [&](Value low, Value high) { // low <= constant / x <= high, x not 0
    const Value before = high == mask ? 0 : constant / (high + 1), last = low == 0 ? mask : constant / low;
    if (before < last)
      pieces.push_back(strided(before + 1, last - before - 1, 1));
  };
  for (const StridedInterval &piece : set.linear()) {
    if (piece.stride == 1) {
      add(piece.first, piece.last());
    } else if (piece.steps >= 2 * ValueSet::MAX_UNJOINED) {
      return std::nullopt;
    } else {
      for (Value i = 0; i <= piece.steps; i++)
        add(piece.first + i * piece.stride, piece.first + i * piece.stride);
    }
  }
  if (set.contains(mask)) // constant / 0
    pieces.push_back(strided(0, 0, 1));
  return ValueSet::joined(width, pieces);
}

// A signed operation is the unsigned one on magnitudes: `of_positive` are the x >= 0, `of_negative` the
// magnitudes of those below 0 that are right.
Result by_sign(const Result &of_positive, const Result &of_negative, unsigned width) {
  if (!of_positive || !of_negative)
    return std::nullopt;
  const Value top = top_bit(width);
  const Result positive = of_positive->intersection(ValueSet::range(width, 0, top - 1));
  const Result magnitudes = of_negative->intersection(ValueSet::range(width, 1, top));
  return positive && magnitudes ? positive->with(magnitudes->reflected(0)) : std::nullopt;
}

Result of_signed_division(const Step &step, const ValueSet &set) {
  const unsigned width = set.width();
  const bool negative = (step.constant & top_bit(width)) != 0;
  const Value magnitude = negative ? -step.constant & set.mask() : step.constant;
  const bool division = step.op == BRAID_OP_SDIV;
  if (step.constant == 0) {
    if (!division)
      return set;
    return by_sign(all_or_nothing(width, set.contains(set.mask())), all_or_nothing(width, set.contains(1)), width);
  }
  if (division) // the quotient is below 0 if the signs differ
    return by_sign(of_quotient(negative ? set.reflected(0) : set, magnitude),
                   of_quotient(negative ? set : set.reflected(0), magnitude), width);
  return by_sign(of_remainder(set, magnitude), of_remainder(set.reflected(0), magnitude), width);
}

// x from bit `low` on, `set.width()` bits of it, in `set`.
Result of_extract(const ValueSet &set, unsigned low, unsigned width) {
  Result above = repeated(set, width - low);
  if (!above || low == 0)
    return above;
  return of_quotient(above->with_width(width), Value(1) << low);
}

// x & mask in `set`, where mask has several runs of ones: member by member.
Result of_scattered_mask(const ValueSet &set, Value mask) {
  const unsigned width = set.width();
  std::vector<Value> members;
  if (set.has_at_most(2 * ValueSet::MAX_UNJOINED)) {
    for (Value i = 0; !set.is_empty() && i <= set.last_index(); i++)
      if (const Value member = set.member(i); (member & ~mask) == 0)
        members.push_back(member);
  } else if (expr::semantics::ones(mask) <= 8) {
    for (Value part = 0;; part = (part - mask) & mask) { // all values made of bits of the mask
      if (set.contains(part))
        members.push_back(part);
      if (part == mask)
        break;
    }
  } else {
    return std::nullopt;
  }
  // The bits that do not matter: those of their longest run are one stride, the others are tried.
  Value rest = ~mask & set.mask(), run = 0, others = rest;
  while (rest != 0) {
    const Value lowest = rest & -rest, bits = rest & ~(rest + lowest);
    if (expr::semantics::ones(bits) > expr::semantics::ones(run))
      run = bits;
    rest &= ~bits;
  }
  others &= ~run;
  if (expr::semantics::ones(others) > 6 ||
      members.size() << expr::semantics::ones(others) > 2 * ValueSet::MAX_UNJOINED)
    return std::nullopt;
  Pieces pieces;
  for (const Value member : members)
    for (Value part = 0;; part = (part - others) & others) {
      const Value unit = run != 0 ? run & -run : 1; // no bit may be free
      pieces.push_back(strided(member | part, run / unit, unit));
      if (part == others)
        break;
    }
  return ValueSet::joined(width, pieces);
}

Result of_mask(const ValueSet &set, Value mask) {
  if (mask == 0)
    return all_or_nothing(set.width(), set.contains(0));
  const unsigned low = expr::semantics::trailing_zeros(mask), bits = expr::semantics::ones(mask);
  if (mask >> low != mask_of(bits))
    return of_scattered_mask(set, mask);
  const Result masked = set.intersection(ValueSet::range(set.width(), 0, mask));
  const Result shifted = masked && low > 0 ? quotients_of_multiples(*masked, low, 0) : masked;
  return shifted ? of_extract(shifted->with_width(bits), low, set.width()) : std::nullopt;
}

// x >> amount with copies of the sign: the division, rounded down, of numbers moved up by 2^(width - 1).
Result of_signed_shift(const ValueSet &set, Value amount) {
  const unsigned width = set.width(), bits = unsigned(std::min<Value>(amount, width - 1));
  const Result moved = of_quotient(set.plus(top_bit(width) >> bits), Value(1) << bits);
  return moved ? Result(moved->plus(top_bit(width))) : std::nullopt;
}

// constant shifted by x: all amounts less than the width, one by one, and the others together.
Result of_amount(const Step &step, const ValueSet &set) {
  const Value width = step.from, most = mask_of(step.from); // the width is never more than the largest number
  Pieces pieces;
  for (Value amount = 0; amount < width; amount++)
    if (set.contains(step.apply(amount)))
      pieces.push_back(strided(amount, 0, 1));
  if (set.contains(step.apply(width)))
    pieces.push_back(strided(width, most - width, 1));
  return ValueSet::joined(step.from, pieces);
}

Result of_leading_zeros(const ValueSet &set) {
  Pieces pieces;
  for (unsigned zeros = 0; zeros <= set.width(); zeros++)
    if (set.contains(zeros)) {
      const unsigned bits = set.width() - zeros; // the highest one is bit bits - 1
      pieces.push_back(bits == 0 ? strided(0, 0, 1) : strided(top_bit(bits), top_bit(bits) - 1, 1));
    }
  return ValueSet::joined(set.width(), pieces);
}

Result of_trailing_zeros(const ValueSet &set) {
  Pieces pieces;
  for (unsigned zeros = 0; zeros <= set.width(); zeros++)
    if (set.contains(zeros)) {
      if (zeros == set.width())
        pieces.push_back(strided(0, 0, 1));
      else if (zeros == set.width() - 1)
        pieces.push_back(strided(top_bit(set.width()), 0, 1));
      else
        pieces.push_back(strided(Value(1) << zeros, mask_of(set.width() - zeros - 1), Value(2) << zeros));
    }
  return ValueSet::joined(set.width(), pieces);
}

// Through an operation that is its own inverse: member by member.
Result of_involution(const Step &step, const ValueSet &set) {
  if (!set.has_at_most(2 * ValueSet::MAX_UNJOINED))
    return std::nullopt;
  Pieces pieces;
  for (Value i = 0; !set.is_empty() && i <= set.last_index(); i++)
    pieces.push_back(strided(step.apply(set.member(i)), 0, 1));
  return ValueSet::joined(set.width(), pieces);
}

// Sign extension is zero extension of numbers moved up by half their range.
Result of_sign_extension(const ValueSet &set, unsigned from) {
  const Result inside = set.plus(top_bit(from)).intersection(ValueSet::range(set.width(), 0, mask_of(from)));
  return inside ? Result(inside->with_width(from).plus(top_bit(from))) : std::nullopt;
}

Result of_concatenation(const Step &step, const ValueSet &set) {
  if (!step.constant_first)
    return quotients_of_multiples(set, step.to - step.from, step.constant);
  const Value base = step.constant << step.from;
  const Result inside = set.intersection(ValueSet::range(set.width(), base, base + mask_of(step.from)));
  return inside ? Result(inside->plus(-base).with_width(step.from)) : std::nullopt;
}

Result direct(const Step &step, const ValueSet &set) {
  const Value c = step.constant, mask = set.mask();
  switch (step.op) {
  case BRAID_OP_ADD:
    return set.plus(-c);
  case BRAID_OP_SUB:
    return step.constant_first ? set.reflected(c) : set.plus(c);
  case BRAID_OP_MUL:
    return of_product(set, c);
  case BRAID_OP_UDIV:
    if (step.constant_first)
      return of_divisor(set, c);
    return c == 0 ? all_or_nothing(step.from, set.contains(mask)) : of_quotient(set, c);
  case BRAID_OP_UREM:
    if (step.constant_first)
      return std::nullopt;
    return c == 0 ? set : of_remainder(set, c);
  case BRAID_OP_SDIV:
  case BRAID_OP_SREM:
    return step.constant_first ? std::nullopt : of_signed_division(step, set);
  case BRAID_OP_AND:
    return of_mask(set, c);
  case BRAID_OP_OR: { // ~(~x & ~c)
    const Result inverted = of_mask(set.reflected(mask), ~c & mask);
    return inverted ? Result(inverted->reflected(mask)) : std::nullopt;
  }
  case BRAID_OP_XOR:
    return c == mask ? set.reflected(mask) : flipped(set, c);
  case BRAID_OP_SHL:
  case BRAID_OP_LSHR:
  case BRAID_OP_ASHR:
    if (step.constant_first)
      return of_amount(step, set);
    if (step.op == BRAID_OP_ASHR)
      return of_signed_shift(set, c);
    if (c >= step.from)
      return all_or_nothing(step.from, set.contains(0));
    return step.op == BRAID_OP_SHL ? of_product(set, Value(1) << unsigned(c))
                                   : of_quotient(set, Value(1) << unsigned(c));
  case BRAID_OP_EQ:
  case BRAID_OP_NE:
  case BRAID_OP_ULT:
  case BRAID_OP_ULE:
  case BRAID_OP_SLT:
  case BRAID_OP_SLE:
    if (set.contains(0) == set.contains(1))
      return all_or_nothing(step.from, set.contains(1));
    return set.contains(1) ? Result(truth_of(step)) : truth_of(step).complement();
  case BRAID_OP_ITE:
    return ValueSet::joined(1, set.contains(c) && set.contains(step.other) ? Pieces{strided(0, 1, 1)}
                               : set.contains(c)                           ? Pieces{strided(1, 0, 1)}
                               : set.contains(step.other)                  ? Pieces{strided(0, 0, 1)}
                                                                           : Pieces{});
  case BRAID_OP_EXTRACT:
    return of_extract(set, step.low, step.from);
  case BRAID_OP_CONCAT:
    return of_concatenation(step, set);
  case BRAID_OP_ZEXT: {
    const Result inside = set.intersection(ValueSet::range(step.to, 0, mask_of(step.from)));
    return inside ? Result(inside->with_width(step.from)) : std::nullopt;
  }
  case BRAID_OP_SEXT:
    return of_sign_extension(set, step.from);
  case BRAID_OP_CTLZ:
    return of_leading_zeros(set);
  case BRAID_OP_CTTZ:
    return of_trailing_zeros(set);
  case BRAID_OP_BSWAP:
  case BRAID_OP_BITREVERSE:
    return of_involution(step, set);
  default:
    return std::nullopt;
  }
}

} // namespace

Value Step::apply(Value x) const {
  switch (op) {
  case BRAID_OP_ITE:
    return x != 0 ? constant : other;
  case BRAID_OP_EXTRACT:
    return expr::apply<Value>(op, to, from, x, low, 0);
  case BRAID_OP_CONCAT:
    return constant_first ? constant << from | x : x << (to - from) | constant;
  default:
    return constant_first ? expr::apply<Value>(op, to, from, constant, x, 0)
                          : expr::apply<Value>(op, to, from, x, constant, 0);
  }
}

std::optional<ValueSet> preimage(const Step &step, const ValueSet &set) {
  if (set.is_empty() || set.is_full())
    return all_or_nothing(step.from, set.is_full());
  if (Result result = direct(step, set))
    return result;
  const Result others = set.complement();
  const Result taken = others ? direct(step, *others) : std::nullopt;
  return taken ? taken->complement() : std::nullopt;
}

} // namespace braid::solver::values
