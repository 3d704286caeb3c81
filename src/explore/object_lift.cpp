#include "explore/object_lift.h"

#include <algorithm>
#include <bit>

namespace braid::explore {

using trace::Label;

namespace {

constexpr unsigned DEEPEST = 24;

// How many of the lowest bits are known to be zero.
unsigned zeros(const expr::Store &store, Expr e, unsigned depth = DEEPEST) {
  const braid_node &node = store[e];
  if (depth == 0)
    return 0;
  const auto of = [&](Expr operand) { return zeros(store, operand, depth - 1); };
  switch (node.op) {
  case BRAID_OP_CONST: {
    const uint64_t low = node.value;
    return std::min<unsigned>(node.width, low == 0 ? 64 : unsigned(std::countr_zero(low)));
  }
  case BRAID_OP_ADD:
  case BRAID_OP_SUB:
  case BRAID_OP_OR:
  case BRAID_OP_XOR:
    return std::min(of(node.a), of(node.b));
  case BRAID_OP_AND:
    return std::max(of(node.a), of(node.b));
  case BRAID_OP_MUL:
    return std::min<unsigned>(node.width, of(node.a) + of(node.b));
  case BRAID_OP_SHL:
    if (const auto by = store.constant(node.b))
      return *by >= node.width ? node.width : std::min<unsigned>(node.width, of(node.a) + unsigned(*by));
    return of(node.a);
  case BRAID_OP_ITE:
    return std::min(of(node.b), of(node.c));
  case BRAID_OP_ZEXT:
  case BRAID_OP_SEXT:
    return of(node.a) == store.width(node.a) ? node.width : of(node.a);
  case BRAID_OP_CONCAT: {
    const unsigned low = of(node.b);
    return low == store.width(node.b) ? low + of(node.a) : low;
  }
  default:
    return 0;
  }
}

// `width` bits of e from bit `shift` on, where the bits below that are zeros: without the sums that a plain
// EXTRACT would have to keep whole.
Expr quotient(expr::Store &store, Expr e, unsigned shift, unsigned width, unsigned depth = DEEPEST) {
  const braid_node node = store[e];
  if (shift == 0 && node.width == width)
    return e;
  const auto part = [&](Expr operand, unsigned by) { return quotient(store, operand, by, width, depth - 1); };
  if (depth != 0)
    switch (node.op) {
    case BRAID_OP_CONST:
      return store.constant(expr::constant_of(node) >> shift, width);
    case BRAID_OP_ADD:
    case BRAID_OP_SUB:
      if (zeros(store, node.a) >= shift && zeros(store, node.b) >= shift)
        return store.make(node.op, width, part(node.a, shift), part(node.b, shift));
      break;
    case BRAID_OP_MUL:
      if (const auto by = store.constant(node.b); by && (*by & ((expr::Value(1) << shift) - 1)) == 0)
        return store.make(BRAID_OP_MUL, width, part(node.a, 0), store.constant(*by >> shift, width));
      break;
    case BRAID_OP_SHL:
      if (const auto by = store.constant(node.b); by && *by >= shift && *by < node.width)
        return store.make(BRAID_OP_SHL, width, part(node.a, 0), store.constant(*by - shift, width));
      break;
    case BRAID_OP_ZEXT:
    case BRAID_OP_SEXT:
      if (const unsigned inner = store.width(node.a); shift + width <= inner)
        return part(node.a, shift);
      else if (shift == 0)
        return store.make(node.op, width, node.a);
      break;
    default:
      break;
    }
  return shift + width <= node.width ? store.extract(e, shift, width)
                                     : store.resize(store.extract(e, shift, node.width - shift), width, false);
}

unsigned index_width(uint64_t elements) { return elements <= 2 ? 1 : unsigned(std::bit_width(elements - 1)); }

} // namespace

void ObjectLift::keep(Label labels) {
  facts_.erase(facts_.lower_bound(labels), facts_.end());
  arrays_.erase(arrays_.lower_bound({labels, 0}), arrays_.end());
  contents_.erase(contents_.lower_bound(labels), contents_.end());
}

const ObjectLift::Facts &ObjectLift::facts(const trace::View &view, Label object, std::span<const Expr> lifted) {
  std::vector<Label> history; // what is not known yet, latest first
  Label known = object;
  while (!facts_.contains(known)) {
    history.push_back(known);
    if (view.node(known).op == BRAID_OP_MEMORY)
      break;
    known = view.node(known).a;
  }
  for (; !history.empty(); history.pop_back()) {
    const braid_node &node = view.node(history.back());
    Facts facts;
    if (node.op == BRAID_OP_MEMORY) {
      facts.bytes = node.b;
    } else {
      facts = facts_.at(node.a);
      if (store_.is_constant(lifted[node.b])) {
        facts.is_constant = facts.is_constant && store_.is_constant(lifted[node.c]);
      } else {
        facts.is_constant = false;
        facts.has_symbolic_offsets = true;
        const unsigned size = unsigned(std::countr_zero(view.node(node.c).width / 8u));
        facts.largest = std::min({facts.largest, size, zeros(store_, lifted[node.b])});
      }
    }
    facts_[history.back()] = facts;
  }
  return facts_.at(object);
}

// The element with some of its bytes replaced: those of `value`, which lies at this offset of the object.
Expr ObjectLift::replaced(Expr array, uint64_t element, unsigned size, uint64_t offset, Expr value,
                          unsigned index_width) {
  const uint64_t bytes = uint64_t(1) << size, first = element << size, end = offset + store_.width(value) / 8;
  const Expr index = store_.constant(element, index_width);
  if (offset <= first && end >= first + bytes)
    return store_.write(array, index, store_.extract(value, unsigned(8 * (first - offset)), unsigned(8 * bytes)));
  const Expr before = store_.read(array, index);
  Expr whole = 0;
  for (uint64_t i = 0; i < bytes; i++) {
    const uint64_t at = first + i;
    const Expr byte = at >= offset && at < end ? store_.extract(value, unsigned(8 * (at - offset)), 8)
                                               : store_.extract(before, unsigned(8 * i), 8);
    whole = i == 0 ? byte : store_.concat(byte, whole);
  }
  return store_.write(array, index, whole);
}

Expr ObjectLift::written(const trace::View &view, const braid_node &node, Expr array, unsigned size,
                         uint32_t bytes, std::span<const Expr> lifted) {
  const uint64_t element_bytes = uint64_t(1) << size, elements = (bytes + element_bytes - 1) >> size;
  const unsigned index_bits = index_width(elements);
  const Expr value = lifted[node.c];
  const uint64_t count = view.node(node.c).width / 8;
  if (const auto offset = store_.constant(lifted[node.b])) {
    for (auto element = uint64_t(*offset) >> size; element << size < uint64_t(*offset) + count; element++)
      if (element < elements)
        array = replaced(array, element, size, uint64_t(*offset), value, index_bits);
    return array;
  }
  const Expr first = quotient(store_, lifted[node.b], size, index_bits);
  for (uint64_t i = 0; i < count >> size; i++)
    array = store_.write(array, store_.binary(BRAID_OP_ADD, first, store_.constant(i, index_bits)),
                         store_.extract(value, unsigned(8 * i * element_bytes), unsigned(8 * element_bytes)));
  return array;
}

Expr ObjectLift::array(const trace::View &view, Label object, unsigned size, std::span<const Expr> lifted) {
  std::vector<Label> history;
  Label known = object;
  while (!arrays_.contains({known, size})) {
    history.push_back(known);
    if (view.node(known).op == BRAID_OP_MEMORY)
      break;
    known = view.node(known).a;
  }
  const uint32_t bytes = facts(view, object, lifted).bytes;
  for (; !history.empty(); history.pop_back()) {
    const braid_node &node = view.node(history.back());
    Expr made = 0;
    if (node.op == BRAID_OP_MEMORY) {
      const uint64_t elements = (uint64_t(bytes) + (uint64_t(1) << size) - 1) >> size;
      expr::Table table;
      table.elements.resize(elements);
      const std::span<const uint8_t> all = view.contents(node);
      for (size_t i = 0; i < all.size(); i++)
        table.elements[i >> size] |= expr::Value(all[i]) << 8 * (i & ((size_t(1) << size) - 1));
      made = store_.table(std::move(table), 8u << size, index_width(elements));
    } else {
      made = written(view, node, arrays_.at({node.a, size}), size, bytes, lifted);
    }
    arrays_[{history.back(), size}] = made;
  }
  return arrays_.at({object, size});
}

// Of an object without symbols.
const std::vector<uint8_t> &ObjectLift::contents(const trace::View &view, Label object) {
  if (const auto found = contents_.find(object); found != contents_.end())
    return found->second;
  std::vector<const braid_node *> history;
  Label at = object;
  for (; view.node(at).op != BRAID_OP_MEMORY; at = view.node(at).a)
    history.push_back(&view.node(at));
  const std::span<const uint8_t> first = view.contents(view.node(at));
  std::vector<uint8_t> all(first.begin(), first.end());
  for (auto store = history.rbegin(); store != history.rend(); ++store) {
    const uint64_t offset = view.node((*store)->b).value, value = view.node((*store)->c).value;
    for (unsigned i = 0; i < view.node((*store)->c).width / 8u && i < 8; i++)
      if (offset + i < all.size())
        all[offset + i] = uint8_t(value >> 8 * i);
  }
  return contents_[object] = std::move(all);
}

// A table of what lies at each offset that the index can be.
Expr ObjectLift::from_table(const trace::View &view, const braid_node &load, Expr offset) {
  const std::vector<uint8_t> &all = contents(view, load.a);
  const unsigned bytes = load.width / 8u;
  if (all.size() < bytes)
    return store_.constant(0, load.width);
  constexpr unsigned LARGEST_STEP = 16;
  const unsigned step = std::min(zeros(store_, offset), LARGEST_STEP);
  expr::Table table;
  for (uint64_t at = 0; at + bytes <= all.size(); at += uint64_t(1) << step) {
    expr::Value value = 0;
    for (unsigned i = 0; i < bytes; i++)
      value |= expr::Value(all[at + i]) << 8 * i;
    table.elements.push_back(value);
  }
  const unsigned bits = index_width(table.elements.size());
  table.fallback = table.elements.back();
  return store_.read(store_.table(std::move(table), load.width, bits), quotient(store_, offset, step, bits));
}

Expr ObjectLift::at_constant(const trace::View &view, const braid_node &load, uint64_t offset,
                             std::span<const Expr> lifted) {
  const Facts known = facts(view, load.a, lifted);
  const unsigned size = known.has_symbolic_offsets ? known.largest : 0;
  const Expr whole = array(view, load.a, size, lifted);
  const unsigned bits = index_width((uint64_t(known.bytes) + (uint64_t(1) << size) - 1) >> size);
  Expr value = 0;
  for (unsigned i = 0; i < load.width / 8u;) {
    const uint64_t at = offset + i, within = at & ((uint64_t(1) << size) - 1);
    const auto count = unsigned(std::min<uint64_t>((uint64_t(1) << size) - within, load.width / 8u - i));
    const Expr element = store_.read(whole, store_.constant(at >> size, bits));
    const Expr part = store_.extract(element, unsigned(8 * within), 8 * count);
    value = i == 0 ? part : store_.concat(part, value);
    i += count;
  }
  return value;
}

Expr ObjectLift::load(const trace::View &view, const braid_node &load, std::span<const Expr> lifted) {
  const Facts known = facts(view, load.a, lifted);
  const Expr offset = lifted[load.b];
  if (const auto constant = store_.constant(offset))
    return at_constant(view, load, uint64_t(*constant), lifted);
  if (known.is_constant)
    return from_table(view, load, offset);
  const unsigned bytes = load.width / 8u;
  const unsigned size = std::min({known.largest, unsigned(std::countr_zero(bytes)), zeros(store_, offset)});
  const Expr whole = array(view, load.a, size, lifted);
  const unsigned bits = index_width((uint64_t(known.bytes) + (uint64_t(1) << size) - 1) >> size);
  const Expr first = quotient(store_, offset, size, bits);
  Expr value = 0;
  for (unsigned i = 0; i < bytes >> size; i++) {
    const Expr part = store_.read(whole, store_.binary(BRAID_OP_ADD, first, store_.constant(i, bits)));
    value = i == 0 ? part : store_.concat(part, value);
  }
  return value;
}

} // namespace braid::explore
