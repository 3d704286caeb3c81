#include "solver/values/literal.h"

#include <algorithm>

namespace braid::solver::values {

namespace {

constexpr size_t MAX_LEAVES = 16;     // symbols of a part: 128 bits are 16 bytes
constexpr size_t MAX_ELEMENTS = 1024; // of a table that is looked through

bool is_order(uint8_t op) {
  return op == BRAID_OP_ULT || op == BRAID_OP_ULE || op == BRAID_OP_SLT || op == BRAID_OP_SLE;
}

bool is_comparison(uint8_t op) { return op == BRAID_OP_EQ || op == BRAID_OP_NE || is_order(op); }

// The comparison of the operands in the other order that holds when this one does not.
uint8_t negated_order(uint8_t op) {
  switch (op) {
  case BRAID_OP_ULT:
    return BRAID_OP_ULE;
  case BRAID_OP_ULE:
    return BRAID_OP_ULT;
  case BRAID_OP_SLT:
    return BRAID_OP_SLE;
  default:
    return BRAID_OP_SLT;
  }
}

// Sums, shifts, casts and comparisons with constants.
bool is_plain(const braid_node &node) {
  switch (node.op) {
  case BRAID_OP_SYMBOL:
  case BRAID_OP_CONCAT:
  case BRAID_OP_ADD:
  case BRAID_OP_SUB:
  case BRAID_OP_SHL:
  case BRAID_OP_LSHR:
  case BRAID_OP_ZEXT:
  case BRAID_OP_SEXT:
    return true;
  case BRAID_OP_EXTRACT:
    return node.b == 0;
  case BRAID_OP_XOR: // not
    return node.width == 1;
  default:
    return is_comparison(node.op);
  }
}

Membership truth(bool holds) { return {{}, holds ? ValueSet::full(1) : ValueSet::empty(1)}; }

bool is_truth(const Membership &found) { return found.part.symbols.empty(); }

} // namespace

std::optional<unsigned> position_in(const Store &store, const Part &inner, const Part &outer) {
  const auto begin =
      std::search(outer.symbols.begin(), outer.symbols.end(), inner.symbols.begin(), inner.symbols.end());
  if (begin == outer.symbols.end())
    return std::nullopt;
  unsigned low = 0;
  for (auto below = begin + ptrdiff_t(inner.symbols.size()); below != outer.symbols.end(); ++below)
    low += store.width(store.expression_of(*below));
  return low;
}

namespace {

std::optional<ValueSet> lifted(const Store &store, const Membership &found, const Part &part) {
  if (found.part == part)
    return found.set;
  const std::optional<unsigned> low = position_in(store, found.part, part);
  if (!low)
    return std::nullopt;
  return preimage({.op = BRAID_OP_EXTRACT,
                   .from = uint16_t(part.width),
                   .to = uint16_t(found.part.width),
                   .low = uint16_t(*low)},
                  found.set);
}

// Both or either of two; they must be about one part, or one about a part of the other's.
std::optional<Membership> combined(const Store &store, const std::optional<Membership> &a,
                                   const std::optional<Membership> &b, bool both) {
  if (!a || !b)
    return std::nullopt;
  if (is_truth(*a) || is_truth(*b)) {
    const Membership &known = is_truth(*a) ? *a : *b, &other = is_truth(*a) ? *b : *a;
    return known.set.is_full() == both ? other : known;
  }
  const Part &part = a->part.width >= b->part.width ? a->part : b->part;
  const std::optional<ValueSet> first = lifted(store, *a, part), second = lifted(store, *b, part);
  if (!first || !second)
    return std::nullopt;
  const std::optional<ValueSet> set = both ? first->intersection(*second) : first->with(*second);
  return set ? std::optional(Membership{part, *set}) : std::nullopt;
}

} // namespace

const Literals &Reader::read(Expr constraint) {
  const auto [entry, is_new] = known_.try_emplace(constraint);
  if (is_new) {
    budget_ = MAX_STEPS;
    collect(constraint, ValueSet::single(1, 1), entry->second);
  }
  return entry->second;
}

std::optional<Reader::Descent> Reader::descend_concatenation(Expr e) {
  std::vector<Expr> leaves, pending = {e};
  while (!pending.empty()) {
    const Expr next = pending.back();
    pending.pop_back();
    if (store_[next].op == BRAID_OP_CONCAT) {
      pending.push_back(store_[next].b);
      pending.push_back(store_[next].a);
    } else {
      leaves.push_back(next);
    }
    if (leaves.size() + pending.size() > MAX_LEAVES || !spend())
      return std::nullopt;
  }
  // Constants at both ends are steps; what is between them must be one expression, or symbols.
  Descent found;
  size_t begin = 0, end = leaves.size();
  unsigned width = store_.width(e);
  for (; begin < end && store_.is_constant(leaves[begin]); begin++) {
    const unsigned rest = width - store_.width(leaves[begin]);
    if (rest == 0)
      return std::nullopt;
    found.steps.push_back({.op = BRAID_OP_CONCAT,
                           .constant_first = true,
                           .from = uint16_t(rest),
                           .to = uint16_t(width),
                           .constant = *store_.constant(leaves[begin])});
    width = rest;
  }
  for (; end > begin && store_.is_constant(leaves[end - 1]); end--) {
    const unsigned rest = width - store_.width(leaves[end - 1]);
    found.steps.push_back({.op = BRAID_OP_CONCAT,
                           .from = uint16_t(rest),
                           .to = uint16_t(width),
                           .constant = *store_.constant(leaves[end - 1])});
    width = rest;
  }
  if (end - begin == 1) {
    found.operand = leaves[begin];
    return found;
  }
  // Shifts leave only the low bits of the highest symbol, or only the high bits of the lowest one.
  unsigned low = 0, whole = width;
  for (size_t i = begin; i < end; i++) {
    Expr leaf = leaves[i];
    if (const braid_node &node = store_[leaf]; node.op == BRAID_OP_EXTRACT && store_.is_symbol(node.a)) {
      const unsigned above = store_.width(node.a) - node.width - node.b;
      if ((i != begin && above != 0) || (i != end - 1 && node.b != 0))
        return std::nullopt;
      low += node.b;
      whole += node.b + above;
      leaf = node.a;
    }
    if (!store_.is_symbol(leaf))
      return std::nullopt;
    const Symbol symbol = store_.symbol_of(leaf);
    if (std::find(found.part.symbols.begin(), found.part.symbols.end(), symbol) != found.part.symbols.end())
      return std::nullopt;
    found.part.symbols.push_back(symbol);
  }
  if (whole > 128)
    return std::nullopt;
  found.part.width = whole;
  if (whole != width)
    found.steps.push_back(
        {.op = BRAID_OP_EXTRACT, .from = uint16_t(whole), .to = uint16_t(width), .low = uint16_t(low)});
  return found;
}

std::optional<Reader::Descent> Reader::descend(Expr e) {
  const braid_node &node = store_[e];
  const auto width = uint16_t(node.width);
  if (node.index_width != 0 || !spend() || (technique_ == Technique::PLAIN && !is_plain(node)))
    return std::nullopt;
  Descent found;
  switch (node.op) {
  case BRAID_OP_SYMBOL:
    found.part = {{store_.symbol_of(e)}, width};
    return found;
  case BRAID_OP_CONCAT:
    return descend_concatenation(e);
  case BRAID_OP_EXTRACT:
  case BRAID_OP_ZEXT:
  case BRAID_OP_SEXT:
  case BRAID_OP_CTLZ:
  case BRAID_OP_CTTZ:
  case BRAID_OP_BSWAP:
  case BRAID_OP_BITREVERSE: {
    const uint16_t low = node.op == BRAID_OP_EXTRACT ? uint16_t(node.b) : uint16_t(0);
    found.operand = node.a;
    found.steps.push_back({.op = node.op, .from = uint16_t(store_.width(node.a)), .to = width, .low = low});
    return found;
  }
  case BRAID_OP_ITE: {
    const std::optional<Value> yes = store_.constant(node.b), no = store_.constant(node.c);
    if (!yes || !no)
      return std::nullopt;
    found.operand = node.a;
    found.steps.push_back({.op = node.op, .from = 1, .to = width, .constant = *yes, .other = *no});
    return found;
  }
  default:
    break;
  }
  const expr::Shape shape = expr::OPERATIONS[node.op].shape;
  if ((shape != expr::Shape::SAME && shape != expr::Shape::COMPARE) || expr::OPERATIONS[node.op].operands != 2)
    return std::nullopt;
  const std::optional<Value> a = store_.constant(node.a), b = store_.constant(node.b);
  if (a.has_value() == b.has_value())
    return std::nullopt;
  found.operand = a ? node.b : node.a;
  found.steps.push_back({.op = node.op,
                         .constant_first = a.has_value(),
                         .from = uint16_t(store_.width(node.a)),
                         .to = width,
                         .constant = a ? *a : *b});
  return found;
}

std::optional<Term> Reader::term(Expr e) {
  Term result;
  for (;;) {
    std::optional<Descent> down = descend(e);
    if (!down)
      return std::nullopt;
    result.steps.insert(result.steps.end(), down->steps.begin(), down->steps.end());
    if (down->operand == 0) {
      result.part = std::move(down->part);
      std::reverse(result.steps.begin(), result.steps.end());
      return result;
    }
    e = down->operand;
  }
}

bool Reader::carry_back(const std::vector<Step> &steps, ValueSet &wanted) {
  for (const Step &step : steps) {
    std::optional<ValueSet> before = preimage(step, wanted);
    if (!before || !spend(unsigned(before->pieces().size())))
      return false;
    wanted = std::move(*before);
  }
  return true;
}

void Reader::collect(Expr e, ValueSet wanted, Literals &to) {
  for (;;) {
    if (wanted.is_full())
      return;
    if (wanted.is_empty()) {
      to.impossible = true;
      return;
    }
    if (!spend()) {
      to.complete = false;
      return;
    }
    const braid_node &node = store_[e];
    if (const std::optional<Value> value = store_.constant(e)) {
      to.impossible |= !wanted.contains(*value);
      return;
    }
    const bool one_bit = node.width == 1, yes = one_bit && wanted.contains(1);
    if (one_bit && (node.op == BRAID_OP_AND ? yes : node.op == BRAID_OP_OR && !yes)) {
      collect(node.a, wanted, to);
      e = node.b;
      continue;
    }
    std::optional<Descent> down = descend(e);
    if (!down && technique_ == Technique::PLAIN) {
      to.complete = false;
      return;
    }
    if (!down && is_comparison(node.op))
      return collect_comparison(node.op, node.a, node.b, yes, to);
    if (!down && one_bit && node.op == BRAID_OP_XOR)
      return collect_comparison(BRAID_OP_NE, node.a, node.b, yes, to);
    if (!down && (collect_sum(e, wanted, to) || collect_concatenation(e, wanted, to)))
      return;
    if (!down) {
      if (const std::optional<Found> found = find(e, wanted); !found)
        to.complete = false;
      else if (!is_truth(*found))
        to.memberships.push_back(*found);
      else
        to.impossible |= found->set.is_empty();
      return;
    }
    if (!carry_back(down->steps, wanted)) {
      to.complete = false;
      return;
    }
    if (down->operand == 0) {
      if (wanted.is_empty())
        to.impossible = true;
      else if (!wanted.is_full())
        to.memberships.push_back({std::move(down->part), std::move(wanted)});
      return;
    }
    e = down->operand;
  }
}

void Reader::collect_comparison(uint8_t op, Expr left, Expr right, bool truth, Literals &to) {
  if (!truth) {
    if (is_order(op)) {
      op = negated_order(op);
      std::swap(left, right);
    } else {
      op = op == BRAID_OP_EQ ? BRAID_OP_NE : BRAID_OP_EQ;
    }
  }
  std::optional<Term> first = term(left), second = term(right);
  if (first && second)
    to.comparisons.push_back({op, std::move(*first), std::move(*second)});
  else
    to.complete = false;
}

// x - y == c is x == y + c, and x + y == c is x == c - y; the same with !=.
bool Reader::collect_sum(Expr e, const ValueSet &wanted, Literals &to) {
  const braid_node &node = store_[e];
  if (node.op != BRAID_OP_SUB && node.op != BRAID_OP_ADD && node.op != BRAID_OP_XOR)
    return false;
  const bool equal = wanted.is_single();
  if (!equal && wanted.last_index() + 1 != wanted.mask())
    return false;
  const Value c = equal ? wanted.lowest() : wanted.complement()->lowest();
  std::optional<Term> first = term(node.a), second = term(node.b);
  if (!first || !second)
    return false;
  const auto width = uint16_t(node.width);
  const bool sum = node.op == BRAID_OP_ADD;
  const uint8_t op = sum ? BRAID_OP_SUB : node.op == BRAID_OP_SUB ? BRAID_OP_ADD : BRAID_OP_XOR;
  if (c != 0 || sum)
    second->steps.push_back({.op = op, .constant_first = sum, .from = width, .to = width, .constant = c});
  to.comparisons.push_back({uint8_t(equal ? BRAID_OP_EQ : BRAID_OP_NE), std::move(*first), std::move(*second)});
  return true;
}

// A range of numbers is a range for each half if either the high half is one number, or the low half all of them.
bool Reader::collect_concatenation(Expr e, const ValueSet &wanted, Literals &to) {
  const braid_node &node = store_[e];
  const unsigned width = node.width;
  if (node.op != BRAID_OP_CONCAT || wanted.pieces().size() != 1 || wanted.pieces()[0].stride != 1 ||
      wanted.pieces()[0].wraps(width))
    return false;
  const Expr high = node.a, low = node.b;
  const unsigned high_width = store_.width(high), low_width = store_.width(low) % 128; // less than the whole
  const Value first = wanted.lowest(), last = wanted.highest(), mask = mask_of(low_width);
  if (first >> low_width == last >> low_width)
    collect(low, ValueSet::range(low_width, first & mask, last & mask), to);
  else if ((first & mask) != 0 || (last & mask) != mask)
    return false;
  collect(high, ValueSet::range(high_width, first >> low_width, last >> low_width), to);
  return true;
}

std::optional<Reader::Found> Reader::find(Expr e, ValueSet wanted) {
  for (;;) {
    if (wanted.is_full() || wanted.is_empty())
      return truth(wanted.is_full());
    if (const std::optional<Value> value = store_.constant(e))
      return truth(wanted.contains(*value));
    std::optional<Descent> down = descend(e);
    if (!down)
      break;
    if (!carry_back(down->steps, wanted))
      return std::nullopt;
    if (down->operand == 0)
      return wanted.is_full() || wanted.is_empty() ? truth(wanted.is_full())
                                                   : Found{std::move(down->part), std::move(wanted)};
    e = down->operand;
  }
  const braid_node &node = store_[e];
  if (node.index_width != 0 || budget_ == 0)
    return std::nullopt;
  if (node.op == BRAID_OP_ITE)
    return find_choice(node.a, node.b, node.c, wanted);
  if (node.op == BRAID_OP_READ)
    return find_element(node.a, node.b, wanted);
  if (node.width != 1 || (node.op != BRAID_OP_AND && node.op != BRAID_OP_OR))
    return std::nullopt;
  const Expr left = node.a, right = node.b;
  const bool both = (node.op == BRAID_OP_AND) == wanted.contains(1);
  return combined(store_, find(left, wanted), find(right, wanted), both);
}

std::optional<Reader::Found> Reader::find_choice(Expr condition, Expr yes, Expr no, const ValueSet &wanted) {
  const auto when_yes = combined(store_, find(condition, ValueSet::single(1, 1)), find(yes, wanted), true);
  const auto when_no = combined(store_, find(condition, ValueSet::single(1, 0)), find(no, wanted), true);
  return combined(store_, when_yes, when_no, false);
}

std::optional<Reader::Found> Reader::find_element(Expr array, Expr index, const ValueSet &wanted) {
  if (store_[array].op != BRAID_OP_TABLE)
    return std::nullopt;
  const expr::Table &table = store_.table_of(array);
  const unsigned width = store_.width(index);
  if (table.elements.size() > MAX_ELEMENTS)
    return std::nullopt;
  Pieces indices;
  for (size_t i = 0; i < table.elements.size() && i <= mask_of(width); i++) {
    if (!wanted.contains(table.elements[i]))
      continue;
    if (!indices.empty() && indices.back().last() + 1 == i)
      indices.back().steps++;
    else
      indices.push_back(strided(i, 0, 1));
  }
  if (const size_t behind = table.elements.size(); wanted.contains(table.fallback) && behind <= mask_of(width))
    indices.push_back(strided(behind, mask_of(width) - behind, 1));
  const std::optional<ValueSet> set = ValueSet::joined(width, indices);
  return set ? find(index, *set) : std::nullopt;
}

} // namespace braid::solver::values
