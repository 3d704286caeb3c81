#include "solver/values/hulls.h"

#include "expr/semantics.h"

#include <algorithm>

namespace braid::solver::values {

namespace {

// Nodes looked at for one query.
constexpr unsigned MOST_STEPS = 400;

// first, first + 1, ... first + span, modulo 2^width.
struct Hull {
  Value first = 0, span = 0;
};

class Hulls {
public:
  Hulls(const Store &store, const Problem &problem, const State &state)
      : store_(store), problem_(problem), state_(state) {
    for (uint32_t i = 0; i < problem.variables.size(); i++)
      for (const Symbol symbol : problem.variables[i].part.symbols)
        owners_.emplace(symbol, i);
  }

  // Whether it is false for all values; uses() then has the variables that this rests on.
  bool refutes(Expr constraint, bool wanted) {
    if (++steps_ >= MOST_STEPS)
      return false;
    const braid_node &node = store_[constraint];
    switch (node.op) {
    case BRAID_OP_XOR:
      return store_.is_constant(node.b, 1) && refutes(node.a, !wanted);
    case BRAID_OP_AND:
    case BRAID_OP_OR:
      if ((node.op == BRAID_OP_AND) == wanted)
        return refutes(node.a, wanted) || refutes(node.b, wanted);
      return refutes(node.a, wanted) && refutes(node.b, wanted);
    case BRAID_OP_EQ:
    case BRAID_OP_NE:
    case BRAID_OP_ULT:
    case BRAID_OP_ULE:
    case BRAID_OP_SLT:
    case BRAID_OP_SLE:
      return refutes_comparison(node, wanted);
    default:
      return false;
    }
  }

  std::vector<uint32_t> &uses() { return uses_; }

private:
  Hull full(unsigned width) const { return {0, mask_of(width)}; }
  static bool is_full(const Hull &hull, unsigned width) { return hull.span == mask_of(width); }
  static bool wraps(const Hull &hull, unsigned width) { return hull.span > mask_of(width) - hull.first; }
  static Value last(const Hull &hull) { return hull.first + hull.span; } // only if it does not wrap

  // The smallest and the largest number, as unsigned or signed ones, moved up by half the range if signed.
  Hull ordered(Hull hull, unsigned width, bool is_signed) const {
    if (is_signed)
      hull.first = (hull.first ^ expr::sign_bit<Value>(width)) & mask_of(width);
    return wraps(hull, width) ? full(width) : hull;
  }

  bool refutes_comparison(const braid_node &node, bool wanted) {
    const unsigned width = store_.width(node.a);
    const Hull a = of(node.a), b = of(node.b);
    if (node.op == BRAID_OP_EQ || node.op == BRAID_OP_NE) {
      if ((node.op == BRAID_OP_EQ) != wanted) // the same single value
        return a.span == 0 && b.span == 0 && a.first == b.first;
      const Value mask = mask_of(width); // apart in both directions
      return ((b.first - a.first) & mask) > a.span && ((a.first - b.first) & mask) > b.span;
    }
    const bool is_signed = node.op == BRAID_OP_SLT || node.op == BRAID_OP_SLE;
    const bool is_strict = node.op == BRAID_OP_ULT || node.op == BRAID_OP_SLT;
    const Hull left = ordered(a, width, is_signed), right = ordered(b, width, is_signed);
    // false for all: the lowest on the left is above the highest on the right (or equal to it); true for all: ...
    if (wanted)
      return is_strict ? left.first >= last(right) : left.first > last(right);
    return is_strict ? last(left) < right.first : last(left) <= right.first;
  }

  Hull of(Expr e) {
    if (const auto known = known_.find(e); known != known_.end())
      return known->second;
    const braid_node &node = store_[e];
    if (node.index_width != 0 || steps_ >= MOST_STEPS)
      return full(node.width);
    steps_++;
    const Hull hull = computed(e, node);
    known_.emplace(e, hull);
    return hull;
  }

  Hull computed(Expr e, const braid_node &node) {
    const unsigned width = node.width;
    switch (node.op) {
    case BRAID_OP_CONST:
      return {expr::constant_of(node), 0};
    case BRAID_OP_SYMBOL:
      return of_variable(e, node.a).value_or(full(width));
    case BRAID_OP_CONCAT:
      return of_concatenation(e, node);
    case BRAID_OP_ADD:
      return sum(of(node.a), of(node.b), width);
    case BRAID_OP_SUB:
      return sum(of(node.a), negated(of(node.b), width), width);
    case BRAID_OP_MUL:
      return store_.is_constant(node.b) ? multiple(of(node.a), *store_.constant(node.b), width) : full(width);
    case BRAID_OP_ZEXT: {
      const Hull hull = of(node.a);
      return wraps(hull, store_.width(node.a)) ? full_of(node.a) : hull;
    }
    case BRAID_OP_SEXT:
      return sign_extended(of(node.a), store_.width(node.a), width);
    case BRAID_OP_EXTRACT:
      return part(of(node.a), store_.width(node.a), node.b, width);
    case BRAID_OP_UDIV:
      if (const std::optional<Value> c = store_.constant(node.b); c && *c != 0)
        if (const Hull hull = of(node.a); !wraps(hull, width))
          return {hull.first / *c, last(hull) / *c - hull.first / *c};
      return full(width);
    case BRAID_OP_UREM:
      if (const std::optional<Value> c = store_.constant(node.b); c && *c != 0) {
        const Hull hull = of(node.a);
        if (!wraps(hull, width) && hull.first / *c == last(hull) / *c)
          return {hull.first % *c, hull.span};
        return {0, *c - 1};
      }
      return full(width);
    case BRAID_OP_AND:
      if (const std::optional<Value> c = store_.constant(node.b))
        return {0, *c};
      return full(width);
    case BRAID_OP_ITE: {
      const Hull yes = of(node.b), no = of(node.c);
      if (wraps(yes, width) || wraps(no, width))
        return full(width);
      const Value lowest = std::min(yes.first, no.first);
      return {lowest, std::max(last(yes), last(no)) - lowest};
    }
    default:
      return full(width);
    }
  }

  Hull full_of(Expr e) const { return full(store_.width(e)); }

  // An expression that is all of a variable.
  std::optional<Hull> of_variable(Expr e, Symbol symbol) {
    const auto owner = owners_.find(symbol);
    if (owner == owners_.end() || problem_.variables[owner->second].part.width != store_.width(e))
      return std::nullopt;
    const ValueSet &set = state_.sets[owner->second];
    if (set.is_empty() || set.is_full())
      return std::nullopt;
    uses_.push_back(owner->second);
    // Around the widest gap: for numbers around 0 that are negative and positive the hull wraps.
    if (set.pieces().size() == 1)
      return Hull{set.pieces()[0].first, set.pieces()[0].span()};
    return Hull{set.lowest(), set.highest() - set.lowest()};
  }

  Hull of_concatenation(Expr e, const braid_node &node) {
    // All of a variable that has the same symbols in the same order?
    std::vector<Symbol> symbols;
    Expr rest = e;
    for (; store_[rest].op == BRAID_OP_CONCAT && store_.is_symbol(store_[rest].a); rest = store_[rest].b)
      symbols.push_back(store_.symbol_of(store_[rest].a));
    if (store_.is_symbol(rest) && !symbols.empty()) {
      symbols.push_back(store_.symbol_of(rest));
      const auto owner = owners_.find(symbols[0]);
      if (owner != owners_.end() && problem_.variables[owner->second].part.symbols == symbols)
        return of_variable(e, symbols[0]).value_or(full(node.width));
    }
    const unsigned low = store_.width(node.b) % 128; // less than the whole
    const Hull high_part = of(node.a), low_part = of(node.b);
    if (wraps(high_part, store_.width(node.a)))
      return full(node.width);
    const Hull below = wraps(low_part, low) ? full(low) : low_part;
    const Value lowest = high_part.first << low | below.first;
    return {lowest, (last(high_part) << low | last(below)) - lowest};
  }

  Hull sum(const Hull &a, const Hull &b, unsigned width) const {
    if (a.span > mask_of(width) - b.span)
      return full(width);
    return {(a.first + b.first) & mask_of(width), a.span + b.span};
  }

  Hull negated(const Hull &a, unsigned width) const { return {-(a.first + a.span) & mask_of(width), a.span}; }

  Hull multiple(const Hull &a, Value factor, unsigned width) const {
    const Value mask = mask_of(width);
    // A large factor is a small negative one.
    const bool is_negative = (factor & expr::sign_bit<Value>(width)) != 0;
    const Value size = is_negative ? -factor & mask : factor;
    if (size != 0 && a.span > mask / size)
      return full(width);
    const Hull positive{(a.first * size) & mask, a.span * size};
    return is_negative ? negated(positive, width) : positive;
  }

  Hull sign_extended(const Hull &a, unsigned from, unsigned width) const {
    const Value half = expr::sign_bit<Value>(from);
    const Hull moved{(a.first + half) & mask_of(from), a.span}; // signed order is unsigned order of this
    const Hull inside = wraps(moved, from) ? full(from) : moved;
    return {(inside.first - half) & mask_of(width), inside.span};
  }

  Hull part(const Hull &a, unsigned from, unsigned low, unsigned width) const {
    const Value mask = mask_of(width);
    if (low == 0)
      return a.span > mask ? full(width) : Hull{a.first & mask, a.span};
    if (wraps(a, from))
      return full(width);
    const Value first = a.first >> low, end = last(a) >> low;
    return end - first > mask ? full(width) : Hull{first & mask, end - first};
  }

  const Store &store_;
  const Problem &problem_;
  const State &state_;
  std::unordered_map<Symbol, uint32_t> owners_;
  std::unordered_map<Expr, Hull> known_;
  std::vector<uint32_t> uses_;
  unsigned steps_ = 0;
};

} // namespace

std::optional<Positions> refuted_by_hulls(const Store &store, const Query &query, const Problem &problem,
                                          const State &state) {
  Hulls hulls(store, problem, state);
  // The last constraint is the new one.
  for (size_t i = query.constraints.size(); i != 0; i--) {
    if (!hulls.refutes(query.constraints[i - 1], true))
      continue;
    Positions core{uint32_t(i - 1)};
    std::vector<uint32_t> &uses = hulls.uses();
    std::sort(uses.begin(), uses.end());
    uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
    for (const uint32_t variable : uses)
      add_positions(core, state.reasons[variable]);
    return core;
  }
  return std::nullopt;
}

} // namespace braid::solver::values
