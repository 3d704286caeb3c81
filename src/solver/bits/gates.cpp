#include "solver/bits/gates.h"

#include <utility>

namespace braid::solver {

namespace {

uint64_t hash_of(GateKind kind, Bit a, Bit b, Bit c) {
  uint64_t hash = (uint64_t(a) << 32 | b) * 0x9e3779b97f4a7c15u;
  hash ^= hash >> 31;
  hash = (hash ^ (uint64_t(c) << 8 | uint64_t(kind))) * 0xbf58476d1ce4e5b9u;
  return hash ^ hash >> 32;
}

} // namespace

void Gates::clear() {
  gates_.assign(1, {GateKind::CONSTANT, 0, 0, 0});
  slots_.assign(4096, 0);
  conditions_.assign(1, ALWAYS);
}

uint32_t Gates::begin_definition() {
  conditions_.push_back(ALWAYS);
  return uint32_t(conditions_.size() - 1);
}

void Gates::grow() {
  std::vector<uint32_t> slots(slots_.size() * 2);
  const size_t mask = slots.size() - 1;
  for (uint32_t gate = 1; gate < gates_.size(); gate++) {
    const Gate &entry = gates_[gate];
    if (entry.kind == GateKind::INPUT)
      continue;
    size_t at = hash_of(entry.kind, entry.a, entry.b, entry.c) & mask;
    while (slots[at] != 0)
      at = (at + 1) & mask;
    slots[at] = gate;
  }
  slots_ = std::move(slots);
}

Bit Gates::find_or_add(GateKind kind, Bit a, Bit b, Bit c) {
  const size_t mask = slots_.size() - 1;
  size_t at = hash_of(kind, a, b, c) & mask;
  for (; slots_[at] != 0; at = (at + 1) & mask) {
    const Gate &known = gates_[slots_[at]];
    if (known.kind == kind && known.a == a && known.b == b && known.c == c)
      return slots_[at] << 1;
  }
  const auto gate = uint32_t(gates_.size());
  gates_.push_back({kind, a, b, c});
  slots_[at] = gate;
  if (gates_.size() * 2 > slots_.size())
    grow();
  return gate << 1;
}

Bit Gates::input(uint32_t definition) {
  gates_.push_back({GateKind::INPUT, definition, 0, 0});
  return Bit(gates_.size() - 1) << 1;
}

Bit Gates::conjunction(Bit a, Bit b) {
  if (a > b)
    std::swap(a, b);
  // 1 & b = b;  0 & b = 0;  b & b = b;  b & not b = 0
  if (a == ALWAYS || a == b)
    return b;
  if (a == NEVER || a == inverse(b))
    return NEVER;
  // (x & y) & x = x & y;  (x & y) & not x = 0;  not (x & y) & not x = not x;  not (x & y) & x = x & not y
  for (const auto &[whole, part] : {std::pair(a, b), std::pair(b, a)}) {
    const Gate &gate = gates_[gate_of(whole)];
    if (gate.kind != GateKind::AND)
      continue;
    if (!is_negated(whole)) {
      if (part == gate.a || part == gate.b)
        return whole;
      if (part == inverse(gate.a) || part == inverse(gate.b))
        return NEVER;
    } else {
      if (part == inverse(gate.a) || part == inverse(gate.b))
        return part;
      if (part == gate.a)
        return conjunction(part, inverse(gate.b));
      if (part == gate.b)
        return conjunction(part, inverse(gate.a));
    }
  }
  return find_or_add(GateKind::AND, a, b, 0);
}

Bit Gates::exclusion(Bit a, Bit b) {
  // Signs move to the result.
  const Bit sign = (a ^ b) & 1;
  a &= ~Bit(1);
  b &= ~Bit(1);
  if (a > b)
    std::swap(a, b);
  if (a == b)
    return NEVER ^ sign;
  if (a == ALWAYS)
    return inverse(b) ^ sign;
  return find_or_add(GateKind::XOR, a, b, 0) ^ sign;
}

Bit Gates::choice(Bit condition, Bit yes, Bit no) {
  if (is_negated(condition)) {
    condition = inverse(condition);
    std::swap(yes, no);
  }
  if (condition == ALWAYS || yes == no)
    return yes;
  if (yes == inverse(no))
    return exclusion(condition, no);
  if (is_fixed(yes))
    return yes == ALWAYS ? disjunction(condition, no) : conjunction(inverse(condition), no);
  if (is_fixed(no))
    return no == ALWAYS ? disjunction(inverse(condition), yes) : conjunction(condition, yes);
  if (gate_of(yes) == gate_of(condition))
    return yes == condition ? disjunction(condition, no) : conjunction(inverse(condition), no);
  if (gate_of(no) == gate_of(condition))
    return no == condition ? conjunction(condition, yes) : disjunction(inverse(condition), yes);
  const Bit sign = no & 1;
  return find_or_add(GateKind::CHOICE, condition, yes ^ sign, no ^ sign) ^ sign;
}

Bit Gates::majority(Bit a, Bit b, Bit c) {
  if (a > b)
    std::swap(a, b);
  if (b > c)
    std::swap(b, c);
  if (a > b)
    std::swap(a, b);
  if (a == ALWAYS)
    return disjunction(b, c);
  if (a == NEVER)
    return conjunction(b, c);
  if (a == b || b == c)
    return b;
  if (a == inverse(b))
    return c;
  if (b == inverse(c))
    return a;
  // The majority of negations is the negation of the majority.
  const Bit sign = a & 1;
  return find_or_add(GateKind::MAJORITY, a ^ sign, b ^ sign, c ^ sign) ^ sign;
}

} // namespace braid::solver
