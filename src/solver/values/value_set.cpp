#include "solver/values/value_set.h"

#include <algorithm>
#include <cassert>

namespace braid::solver::values {

namespace {

// Appends a piece, as part of the last one if it continues that. `next_first` is where the piece after it
// begins: two single members become one piece only if that does not tear apart neighbours.
void append(Pieces &to, const StridedInterval &piece, std::optional<Value> next_first) {
  if (!to.empty() && piece.first > to.back().last()) {
    StridedInterval &back = to.back();
    const Value gap = piece.first - back.last();
    const bool both_single = back.steps == 0 && piece.steps == 0;
    const bool fits = both_single
                          ? gap == 1 || next_first != piece.first + 1
                          : (back.steps == 0 || back.stride == gap) && (piece.steps == 0 || piece.stride == gap);
    if (fits) {
      back = strided(back.first, back.steps + piece.steps + 1, gap);
      return;
    }
  }
  to.push_back(piece);
}

// Joins pieces at the top with pieces at the bottom that continue them over 2^width.
void join_over_the_end(Pieces &pieces, unsigned width) {
  const Value end = mask_of(width);
  for (size_t high = 0; high < pieces.size(); high++) {
    if (pieces[high].wraps(width) || (pieces[high].steps != 0 && pieces[high].stride <= end - pieces[high].last()))
      continue;
    for (size_t low = 0; low < pieces.size(); low++) {
      StridedInterval &top = pieces[high];
      const StridedInterval &bottom = pieces[low];
      if (bottom.wraps(width) || bottom.last() >= top.first)
        continue; // also true when both are the same piece
      const Value gap = (bottom.first - top.last()) & end, stride = top.steps != 0 ? top.stride : bottom.stride;
      if (gap != stride || (bottom.steps != 0 && bottom.stride != stride))
        continue;
      top = strided(top.first, top.steps + bottom.steps + 1, stride);
      pieces.erase(pieces.begin() + ptrdiff_t(low));
      high -= low < high ? 1 : 0;
      break;
    }
  }
}

} // namespace

ValueSet ValueSet::range(unsigned width, Value first, Value last) {
  return progression(width, first, (last - first) & mask_of(width), 1);
}

ValueSet ValueSet::progression(unsigned width, Value first, Value steps, Value stride) {
  assert(steps == 0 || stride <= mask_of(width) / steps);
  ValueSet set(width);
  set.pieces_.push_back(strided(first, steps, stride));
  return set;
}

std::optional<ValueSet> ValueSet::joined(unsigned width, const Pieces &pieces) {
  ValueSet set(width);
  if (pieces.size() == 1) {
    set.pieces_ = pieces;
    return set;
  }
  Pieces sorted;
  sorted.reserve(pieces.size() + 1);
  for (const StridedInterval &piece : pieces)
    split(piece, width, sorted);
  std::sort(sorted.begin(), sorted.end(),
            [](const StridedInterval &a, const StridedInterval &b) { return a.first < b.first; });
  for (size_t i = 0; i < sorted.size(); i++)
    append(set.pieces_, sorted[i], i + 1 < sorted.size() ? std::optional(sorted[i + 1].first) : std::nullopt);
  if (set.pieces_.size() > 1)
    join_over_the_end(set.pieces_, width);
  if (set.pieces_.size() > 1 && set.is_full())
    return full(width);
  if (set.pieces_.size() > MAX_PIECES)
    return std::nullopt;
  return set;
}

std::optional<ValueSet> ValueSet::united(unsigned width, const Pieces &pieces) {
  ValueSet all(width);
  for (const StridedInterval &piece : pieces) {
    const std::optional<ValueSet> sum = all.with(progression(width, piece.first, piece.steps, piece.stride));
    if (!sum)
      return std::nullopt;
    all = *sum;
  }
  return all;
}

Pieces ValueSet::linear() const {
  Pieces result;
  result.reserve(pieces_.size() + 1);
  for (const StridedInterval &piece : pieces_)
    split(piece, width_, result);
  return result;
}

bool ValueSet::contains(Value value) const {
  return std::any_of(pieces_.begin(), pieces_.end(),
                     [&](const StridedInterval &piece) { return piece.contains(value, width_); });
}

Value ValueSet::last_index() const {
  Value members = 0; // modulo 2^128, of which one less is right even when all are members
  for (const StridedInterval &piece : pieces_)
    members += piece.steps + 1;
  return members - 1;
}

Value ValueSet::member(Value index) const {
  for (const StridedInterval &piece : pieces_) {
    if (index <= piece.steps)
      return (piece.first + index * piece.stride) & mask();
    index -= piece.steps + 1;
  }
  assert(false);
  return 0;
}

Value ValueSet::lowest() const { return nearest(0); }

Value ValueSet::highest() const { return nearest(mask()); }

Value ValueSet::nearest(Value wanted) const {
  assert(!is_empty());
  Value best = 0, best_distance = 0;
  bool found = false;
  const auto consider = [&](Value member) {
    const Value distance = member > wanted ? member - wanted : wanted - member;
    if (found && distance >= best_distance)
      return;
    best = member;
    best_distance = distance;
    found = true;
  };
  for (const StridedInterval &piece : linear()) {
    if (wanted <= piece.first) {
      consider(piece.first);
    } else if (wanted >= piece.last()) {
      consider(piece.last());
    } else {
      const Value below = piece.first + (wanted - piece.first) / piece.stride * piece.stride;
      consider(below);
      consider(below + piece.stride); // not after the last member, because `wanted` is before it
    }
  }
  return best;
}

ValueSet ValueSet::plus(Value addend) const {
  ValueSet result = *this;
  for (StridedInterval &piece : result.pieces_)
    piece.first = (piece.first + addend) & mask();
  return result;
}

ValueSet ValueSet::reflected(Value minuend) const {
  ValueSet result = *this;
  for (StridedInterval &piece : result.pieces_)
    piece.first = (minuend - piece.last()) & mask();
  return result;
}

ValueSet ValueSet::with_width(unsigned width) const {
  ValueSet result(width);
  result.pieces_ = linear();
  assert(is_empty() || highest() <= mask_of(width));
  return result;
}

std::optional<ValueSet> ValueSet::intersection(const ValueSet &other) const {
  assert(width_ == other.width_);
  const Pieces mine = linear(), others = other.linear();
  Pieces result;
  for (const StridedInterval &a : mine)
    for (const StridedInterval &b : others)
      if (const std::optional<StridedInterval> both = common(a, b))
        result.push_back(*both);
  return joined(width_, result);
}

std::optional<ValueSet> ValueSet::difference(const ValueSet &other) const {
  assert(width_ == other.width_);
  Pieces rest = linear();
  for (const StridedInterval &taken : other.linear()) {
    Pieces smaller;
    for (const StridedInterval &piece : rest)
      if (!subtract(piece, taken, MAX_UNJOINED, smaller) || smaller.size() > 2 * MAX_UNJOINED)
        return std::nullopt;
    rest = std::move(smaller);
  }
  return joined(width_, rest);
}

std::optional<ValueSet> ValueSet::with(const ValueSet &other) const {
  const std::optional<ValueSet> added = other.difference(*this);
  if (!added)
    return std::nullopt;
  Pieces all = pieces_;
  all.insert(all.end(), added->pieces_.begin(), added->pieces_.end());
  return joined(width_, all);
}

} // namespace braid::solver::values
