#include "solver/values/order.h"

#include <algorithm>
#include <array>

namespace braid::solver::values {

namespace {

using Integer = __int128; // terms have at most 64 bits

constexpr unsigned MAX_WIDTH = 64;
constexpr size_t MAX_NODES = 48; // shortest paths between all pairs take the cube of this

struct Range {
  Integer low, high;
};

Integer power(unsigned exponent) { return Integer(1) << exponent; }

Integer least(unsigned width, bool is_signed) { return is_signed ? -power(width - 1) : 0; }

Range full_range(unsigned width, bool is_signed) {
  return {least(width, is_signed), least(width, is_signed) + power(width) - 1};
}

Range range_of(const ValueSet &set, bool is_signed) {
  if (!is_signed)
    return {Integer(set.lowest()), Integer(set.highest())};
  const ValueSet moved = set.plus(Value(1) << (set.width() - 1));
  const Integer half = power(set.width() - 1);
  return {Integer(moved.lowest()) - half, Integer(moved.highest()) - half};
}

// What to add to numbers of the range so that they are what `width` bits hold of them; nothing if that is not one
// number for all.
std::optional<Integer> fitted(const Range &range, unsigned width, bool is_signed) {
  const Integer size = power(width), from_least = range.low - least(width, is_signed);
  const Integer rounds = from_least >= 0 ? from_least / size : -((-from_least + size - 1) / size);
  return range.high - rounds * size < least(width, is_signed) + size ? std::optional(-rounds * size)
                                                                     : std::nullopt;
}

// The constant that a term adds to its variable when that is in `range`, the result read as signed or not.
std::optional<Integer> offset_of(const Side &side, Range range, bool is_signed) {
  if (side.view)
    return std::nullopt;
  Integer offset = 0;
  const auto move = [&](std::optional<Integer> by) {
    if (by) {
      offset += *by;
      range.low += *by;
      range.high += *by;
    }
    return by.has_value();
  };
  for (const Step &step : side.term->steps) {
    if (step.to > MAX_WIDTH)
      return std::nullopt;
    switch (step.op) {
    case BRAID_OP_ZEXT:
    case BRAID_OP_SEXT:
      if (!move(fitted(range, step.from, step.op == BRAID_OP_SEXT)))
        return std::nullopt;
      break;
    case BRAID_OP_ADD:
      move(Integer(step.constant));
      break;
    case BRAID_OP_SUB:
      if (step.constant_first)
        return std::nullopt;
      move(-Integer(step.constant));
      break;
    default:
      return std::nullopt;
    }
  }
  return move(fitted(range, side.width(), is_signed)) ? std::optional(offset) : std::nullopt;
}

class Order {
public:
  Order(const Problem &problem, const State &state) : problem_(problem), state_(state) {
    nodes_.emplace_back(); // the number 0
  }

  Outcome decide(const std::vector<const Relation *> &relations) {
    choose_signs(relations);
    for (const Relation *relation : relations)
      add(*relation);
    if (nodes_.size() == 1 || nodes_.size() > MAX_NODES)
      return {};
    for (size_t node = 1; node < nodes_.size(); node++) {
      const Range &range = nodes_[node].range;
      const Positions &why = state_.reasons[nodes_[node].variable];
      edges_.push_back({0, node, range.high, why});
      edges_.push_back({node, 0, -range.low, why});
    }
    if (std::optional<Positions> circle = negative_circle())
      return Outcome::unsatisfiable(std::move(*circle));
    find_distances();
    if (std::optional<Positions> core = impossible_difference())
      return Outcome::unsatisfiable(std::move(*core));
    for (const bool keep : {true, false})
      if (std::optional<std::vector<Value>> values = chosen(keep))
        return Outcome::satisfiable(std::move(*values));
    return {};
  }

private:
  struct Node {
    uint32_t variable = 0;
    bool is_signed = false;
    Range range{0, 0};
  };
  struct Edge { // to <= from + length
    size_t from, to;
    Integer length;
    Positions why;
  };
  struct Difference { // left + offset != right
    size_t left, right;
    Integer offset;
    Positions why;
  };

  // Each variable is read as signed or as unsigned, whichever serves more of its terms.
  void choose_signs(const std::vector<const Relation *> &relations) {
    votes_.assign(problem_.variables.size(), 0);
    node_of_.assign(problem_.variables.size(), 0);
    std::vector<std::optional<std::array<Range, 2>>> ranges(problem_.variables.size());
    for (const Relation *relation : relations)
      for (const Side *side : {&relation->left, &relation->right}) {
        const ValueSet &set = state_.sets[side->variable];
        if (set.width() > MAX_WIDTH || side->width() > MAX_WIDTH)
          continue;
        if (!ranges[side->variable])
          ranges[side->variable] = {range_of(set, false), range_of(set, true)};
        for (const bool as_signed : {false, true}) {
          const Range &range = (*ranges[side->variable])[as_signed];
          const bool fits = relation->op == BRAID_OP_EQ || relation->op == BRAID_OP_NE
                                ? offset_of(*side, range, false) || offset_of(*side, range, true)
                                : offset_of(*side, range, side->is_signed).has_value();
          votes_[side->variable] += fits ? (as_signed ? 1 : -1) : 0;
        }
      }
  }

  struct Linear { // a term: the node's number plus a constant, for these reasons
    size_t node;
    Integer offset;
    Positions why;
  };

  size_t node_of(uint32_t variable) {
    size_t &node = node_of_[variable];
    if (node == 0) {
      node = nodes_.size();
      const bool is_signed = votes_[variable] > 0;
      nodes_.push_back({variable, is_signed, range_of(state_.sets[variable], is_signed)});
    }
    return node;
  }

  std::optional<Linear> linear(const Side &side, bool is_signed) {
    const unsigned width = state_.sets[side.variable].width();
    if (width > MAX_WIDTH || side.width() > MAX_WIDTH)
      return std::nullopt;
    const size_t node = node_of(side.variable);
    const std::optional<Integer> offset = offset_of(side, nodes_[node].range, is_signed);
    if (!offset)
      return std::nullopt;
    // Whatever made the variable's range small is a reason only if the term depends on it.
    const bool always = offset_of(side, full_range(width, nodes_[node].is_signed), is_signed) == offset;
    return Linear{node, *offset, always ? Positions{} : state_.reasons[side.variable]};
  }

  void add(const Relation &relation) {
    const bool is_order = relation.op == BRAID_OP_ULT || relation.op == BRAID_OP_ULE;
    for (const bool is_signed : {false, true}) {
      if (is_order && is_signed != relation.left.is_signed)
        continue;
      const std::optional<Linear> left = linear(relation.left, is_signed);
      const std::optional<Linear> right = left ? linear(relation.right, is_signed) : std::nullopt;
      if (!right)
        continue;
      Positions why = left->why;
      add_positions(why, right->why);
      add_positions(why, {relation.position});
      const Integer offset = right->offset - left->offset; // left <= right + offset
      if (relation.op == BRAID_OP_NE) {
        differences_.push_back({left->node, right->node, -offset, std::move(why)});
        return;
      }
      if (relation.op == BRAID_OP_EQ)
        edges_.push_back({left->node, right->node, -offset, why});
      edges_.push_back(
          {right->node, left->node, relation.op == BRAID_OP_ULT ? offset - 1 : offset, std::move(why)});
      return;
    }
  }

  // One round of shortening paths; the last edge of the shortest path to each node is kept in `last`.
  std::optional<size_t> shorten(std::vector<Integer> &lengths, std::vector<const Edge *> &last) const {
    std::optional<size_t> changed;
    for (const Edge &edge : edges_)
      if (lengths[edge.from] + edge.length < lengths[edge.to]) {
        lengths[edge.to] = lengths[edge.from] + edge.length;
        last[edge.to] = &edge;
        changed = edge.to;
      }
    return changed;
  }

  std::optional<Positions> negative_circle() const {
    std::vector<Integer> lengths(nodes_.size());
    std::vector<const Edge *> last(nodes_.size());
    std::optional<size_t> changed;
    for (size_t round = 0; round <= nodes_.size(); round++)
      if (changed = shorten(lengths, last); !changed)
        return std::nullopt;
    size_t node = *changed;
    for (size_t i = 0; i < nodes_.size(); i++)
      node = last[node]->from; // after so many steps back one is on the circle
    Positions core;
    for (size_t here = node;;) {
      add_positions(core, last[here]->why);
      here = last[here]->from;
      if (here == node)
        return core;
    }
  }

  // The reasons of a shortest path.
  void add_path(size_t from, size_t to, Positions &why) const {
    const Integer far = power(100);
    std::vector<Integer> lengths(nodes_.size(), far);
    std::vector<const Edge *> last(nodes_.size());
    lengths[from] = 0;
    while (shorten(lengths, last))
      continue;
    for (size_t here = to; here != from; here = last[here]->from)
      add_positions(why, last[here]->why);
  }

  Integer &distance(size_t from, size_t to) { return distances_[from * nodes_.size() + to]; }

  void find_distances() {
    const size_t size = nodes_.size();
    distances_.assign(size * size, power(100));
    for (size_t node = 0; node < size; node++)
      distance(node, node) = 0;
    for (const Edge &edge : edges_)
      distance(edge.from, edge.to) = std::min(distance(edge.from, edge.to), edge.length);
    for (size_t middle = 0; middle < size; middle++)
      for (size_t from = 0; from < size; from++)
        for (size_t to = 0; to < size; to++)
          distance(from, to) = std::min(distance(from, to), distance(from, middle) + distance(middle, to));
  }

  // Two terms that must be equal and must differ.
  std::optional<Positions> impossible_difference() {
    for (const Difference &difference : differences_) {
      const auto [left, right, offset, why] = difference;
      if (distance(left, right) != offset || distance(right, left) != -offset)
        continue;
      Positions core = why;
      add_path(left, right, core);
      add_path(right, left, core);
      return core;
    }
    return std::nullopt;
  }

  // With `keep` variables whose wanted value is possible go first.
  std::optional<std::vector<Value>> chosen(bool keep) {
    std::vector<Range> ranges(nodes_.size());
    for (size_t node = 0; node < nodes_.size(); node++)
      ranges[node] = {-distance(node, 0), distance(0, node)};
    std::vector<Integer> numbers(nodes_.size());
    std::vector<bool> known(nodes_.size());
    known[0] = true;
    for (const bool only_wanted : {true, false}) {
      if (only_wanted && !keep)
        continue;
      for (size_t node = 1; node < nodes_.size(); node++) {
        if (known[node])
          continue;
        const std::optional<Integer> number = choice(node, ranges[node], numbers, known, only_wanted, keep);
        if (!number && !only_wanted)
          return std::nullopt;
        if (!number)
          continue;
        known[node] = true;
        numbers[node] = *number;
        for (size_t other = 0; other < nodes_.size(); other++) {
          ranges[other].high = std::min(ranges[other].high, *number + distance(node, other));
          ranges[other].low = std::max(ranges[other].low, *number - distance(other, node));
        }
      }
    }
    std::vector<Value> values(problem_.variables.size());
    for (size_t i = 0; i < values.size(); i++)
      values[i] = node_of_[i] != 0 ? Value(numbers[node_of_[i]]) & state_.sets[i].mask()
                                   : state_.sets[i].nearest(problem_.variables[i].wanted);
    return values;
  }

  // A number for a node within the range, in its set, and different from what it must differ from.
  std::optional<Integer> choice(size_t node, const Range &range, const std::vector<Integer> &numbers,
                                const std::vector<bool> &known, bool only_wanted, bool near_wanted) const {
    const ValueSet &set = state_.sets[nodes_[node].variable];
    const Value mask = set.mask();
    if (range.low > range.high)
      return std::nullopt;
    std::optional<ValueSet> candidates =
        set.intersection(ValueSet::range(set.width(), Value(range.low) & mask, Value(range.high) & mask));
    for (const auto &[left, right, offset, why] : differences_) {
      if (!candidates)
        return std::nullopt;
      if (left == node && known[right])
        candidates = candidates->difference(ValueSet::single(set.width(), Value(numbers[right] - offset) & mask));
      else if (right == node && known[left])
        candidates = candidates->difference(ValueSet::single(set.width(), Value(numbers[left] + offset) & mask));
    }
    if (!candidates || candidates->is_empty())
      return std::nullopt;
    const Value wanted = problem_.variables[nodes_[node].variable].wanted;
    if (only_wanted && !candidates->contains(wanted))
      return std::nullopt;
    // Nearest in the order in which the variable is read.
    const Value top = nodes_[node].is_signed ? Value(1) << (set.width() - 1) : 0;
    const Value aim = near_wanted ? wanted : Value(range.low) & mask;
    const Value number = candidates->plus(top).nearest((aim + top) & mask);
    return Integer(number) - Integer(top);
  }

  const Problem &problem_;
  const State &state_;
  std::vector<int> votes_;      // by variable: more than 0 for signed
  std::vector<size_t> node_of_; // by variable; 0 is none
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Difference> differences_;
  std::vector<Integer> distances_;
};

} // namespace

Outcome decide_by_order(const Problem &problem, const State &state,
                        const std::vector<const Relation *> &relations) {
  return Order(problem, state).decide(relations);
}

} // namespace braid::solver::values
