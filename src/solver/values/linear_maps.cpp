// Sets carried through the maps that keep strides: multiplication, shifts, truncation and their inverses; and
// through XOR, which keeps aligned blocks.
#include "expr/semantics.h"
#include "solver/values/step.h"

#include <algorithm>

namespace braid::solver::values {

namespace {

// Adds the numbers first + i * stride modulo 2^width, for i from 0 to steps, as intervals. They go round more than
// once, so every q-th of them may make an interval with a small stride where they themselves do not: with stride
// 1/3 modulo 2^width every third one does. False if no q within the bound is enough.
bool add_progression(Value first, Value steps, Value stride, unsigned width, Pieces &to) {
  const Value mask = mask_of(width);
  first &= mask;
  stride &= mask;
  if (stride == 0)
    steps = 0;
  else if (const Value unit = stride & -stride; steps >= mask / unit) { // all numbers that are first modulo unit
    to.push_back(strided(first & (unit - 1), mask / unit, unit));
    return true;
  }
  for (Value q = 1; q <= std::min<Value>(steps + 1, ValueSet::MAX_PIECES) || q == 1; q++) {
    const Value up = (stride * q) & mask, down = -up & mask, smaller = std::min(up, down), rounds = steps / q;
    if (rounds != 0 && smaller > mask / rounds)
      continue;
    for (Value i = 0; i < q; i++) {
      const Value here = (steps - i) / q, begin = first + i * stride;
      to.push_back(strided((up <= down ? begin : begin + here * up) & mask, here, smaller));
    }
    return true;
  }
  return false;
}

// Adds the interval [first, last] xor mask, block by aligned block; all are multiplied by 2^shift, and `low` is
// added.
void add_flipped_range(Value first, Value last, Value mask, unsigned shift, Value low, Pieces &to) {
  for (;;) {
    unsigned bits = first == 0 ? 127 : expr::semantics::trailing_zeros(first);
    while (bits > 0 && mask_of(bits) > last - first)
      bits--;
    to.push_back(strided((((first ^ mask) & ~mask_of(bits)) << shift) | low, mask_of(bits), Value(1) << shift));
    if (last - first == mask_of(bits))
      return;
    first += mask_of(bits) + 1;
  }
}

} // namespace

std::optional<ValueSet> product(const ValueSet &set, Value factor) {
  Pieces pieces;
  for (const StridedInterval &piece : set.pieces())
    if (!add_progression(piece.first * factor, piece.steps, piece.stride * factor, set.width(), pieces))
      return std::nullopt;
  return (factor & 1) != 0 ? ValueSet::joined(set.width(), pieces) : ValueSet::united(set.width(), pieces);
}

std::optional<ValueSet> truncated(const ValueSet &set, unsigned width) {
  Pieces pieces;
  for (const StridedInterval &piece : set.pieces())
    if (!add_progression(piece.first, piece.steps, piece.stride, width, pieces))
      return std::nullopt;
  return ValueSet::united(width, pieces);
}

std::optional<ValueSet> repeated(const ValueSet &set, unsigned width) {
  if (width == set.width())
    return set;
  const Value mask = mask_of(width), copies = mask_of(width - set.width()), distance = set.mask() + 1;
  Pieces pieces;
  for (const StridedInterval &piece : set.pieces()) {
    if ((piece.stride & (piece.stride - 1)) == 0 &&
        piece.steps == set.mask() / piece.stride) // all numbers that are the same modulo the stride
      pieces.push_back(strided(piece.first & (piece.stride - 1), mask / piece.stride, piece.stride));
    else if (std::min(piece.steps, copies) + pieces.size() >= ValueSet::MAX_UNJOINED)
      return std::nullopt;
    else if (piece.steps <= copies)
      for (Value i = 0; i <= piece.steps; i++)
        pieces.push_back(strided((piece.first + i * piece.stride) & set.mask(), copies, distance));
    else
      for (Value i = 0; i <= copies; i++)
        pieces.push_back(strided(piece.first + i * distance, piece.steps, piece.stride));
  }
  return ValueSet::joined(width, pieces);
}

std::optional<ValueSet> quotients_of_multiples(const ValueSet &set, unsigned bits, Value rest) {
  const unsigned width = set.width() - bits;
  const auto wanted = set.intersection(ValueSet::progression(set.width(), rest, mask_of(width), Value(1) << bits));
  if (!wanted)
    return std::nullopt;
  Pieces pieces;
  for (const StridedInterval &piece : wanted->linear())
    pieces.push_back(strided(piece.first >> bits, piece.steps, piece.stride >> bits));
  return ValueSet::joined(width, pieces);
}

std::optional<ValueSet> scaled(const ValueSet &set, unsigned bits, Value rest) {
  Pieces pieces;
  for (const StridedInterval &piece : set.linear())
    pieces.push_back(strided(piece.first << bits | rest, piece.steps, piece.stride << bits));
  return ValueSet::joined(set.width() + bits, pieces);
}

std::optional<ValueSet> flipped(const ValueSet &set, Value mask) {
  Pieces pieces;
  if (set.width() > 16 && set.pieces().size() <= 4 && !set.is_empty() &&
      set.mask() - set.last_index() <= 4) { // the others are few, the blocks would be many
    const std::optional<ValueSet> others = set.complement();
    const std::optional<ValueSet> taken = others ? flipped(*others, mask) : std::nullopt;
    return taken ? taken->complement() : std::nullopt;
  }
  for (const StridedInterval &piece : set.linear()) {
    if (piece.steps < ValueSet::MAX_PIECES && piece.stride != 1) {
      for (Value i = 0; i <= piece.steps; i++)
        pieces.push_back(strided((piece.first + i * piece.stride) ^ mask, 0, 1));
      continue;
    }
    if ((piece.stride & (piece.stride - 1)) != 0)
      return std::nullopt;
    const unsigned shift = expr::semantics::trailing_zeros(piece.stride);
    add_flipped_range(piece.first >> shift, piece.last() >> shift, mask >> shift, shift,
                      (piece.first ^ mask) & (piece.stride - 1), pieces);
  }
  return ValueSet::joined(set.width(), pieces);
}

ValueSet truth_of(const Step &comparison) {
  const unsigned width = comparison.from;
  const Value c = comparison.constant, mask = mask_of(width);
  const Value least = comparison.op == BRAID_OP_SLT || comparison.op == BRAID_OP_SLE ? (mask >> 1) + 1 : 0;
  const Value most = (least - 1) & mask;
  switch (comparison.op) {
  case BRAID_OP_EQ:
    return ValueSet::single(width, c);
  case BRAID_OP_NE:
    return ValueSet::range(width, (c + 1) & mask, (c - 1) & mask);
  case BRAID_OP_ULT:
  case BRAID_OP_SLT:
    if (c == (comparison.constant_first ? most : least))
      return ValueSet::empty(width);
    return comparison.constant_first ? ValueSet::range(width, (c + 1) & mask, most)
                                     : ValueSet::range(width, least, (c - 1) & mask);
  default: // ULE, SLE
    return comparison.constant_first ? ValueSet::range(width, c, most) : ValueSet::range(width, least, c);
  }
}

} // namespace braid::solver::values
