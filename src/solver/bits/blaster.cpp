#include "solver/bits/blaster.h"

#include "expr/semantics.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace braid::solver {

namespace {

// Larger tables are left to a solver that has arrays.
constexpr size_t MOST_ELEMENTS = 4096;
// Longer histories of an array likewise.
constexpr size_t MOST_ARRAYS = 2000;

Word number(Value value, size_t width) {
  Word word(width);
  for (size_t i = 0; i < width; i++)
    word[i] = (value >> i & 1) != 0 ? ALWAYS : NEVER;
  return word;
}

// Between which numbers a function of the C library stays, if its result is a number. Angles have room for
// rounding.
struct Bounds {
  double low, high;
};

Bounds bounds_of(uint8_t op) {
  constexpr double INFINITE = std::numeric_limits<double>::infinity();
  switch (op) {
  case BRAID_OP_FSIN:
  case BRAID_OP_FCOS:
  case BRAID_OP_FTANH:
  case BRAID_OP_FERF:
    return {-1, 1};
  case BRAID_OP_FASIN:
  case BRAID_OP_FATAN:
    return {-1.6, 1.6};
  case BRAID_OP_FACOS:
    return {0, 3.2};
  case BRAID_OP_FATAN2:
    return {-3.2, 3.2};
  case BRAID_OP_FEXP:
  case BRAID_OP_FEXP2:
  case BRAID_OP_FEXP10:
  case BRAID_OP_FHYPOT:
    return {0, INFINITE};
  case BRAID_OP_FCOSH:
    return {1, INFINITE};
  case BRAID_OP_FEXPM1:
    return {-1, INFINITE};
  case BRAID_OP_FERFC:
    return {0, 2};
  default:
    return {-INFINITE, INFINITE};
  }
}

} // namespace

// Free bits, of which no more is said than where they lie.
Word Blaster::open_result(const braid_node &node) {
  const uint32_t definition = gates_.begin_definition();
  Word result = circuits_.inputs(node.width, definition);
  const auto [low, high] = bounds_of(node.op);
  const auto constant = [&](double value) {
    return number(node.width == 32 ? std::bit_cast<uint32_t>(float(value)) : std::bit_cast<uint64_t>(value),
                  node.width);
  };
  const auto compared = [&](uint8_t op, Bits a, Bits b) { return numbers_.operation(op, 1, a, b, {})[0]; };
  if (node.op == BRAID_OP_FREM) {
    // Of the sign of x and not above it, below y; x itself where it is below y.
    const auto magnitude = [&](Bits a) { return a.first(a.size() - 1); };
    const Bits x = bits(node.a), y = bits(node.b);
    const Bit below = circuits_.less(magnitude(x), magnitude(y), false);
    const Bit is_number = inverse(compared(BRAID_OP_FUNORDERED, result, result));
    const Bit small = gates_.conjunction(circuits_.less(magnitude(result), magnitude(y), false),
                                         circuits_.less(magnitude(result), magnitude(x), true));
    const Bit kept = gates_.disjunction(inverse(below), circuits_.equal(result, x));
    const Bit ordinary =
        gates_.conjunction(gates_.conjunction(small, kept), gates_.equality(result.back(), x.back()));
    const Bit operands = inverse(compared(BRAID_OP_FUNORDERED, x, y));
    gates_.end_definition(definition, gates_.choice(is_number, gates_.conjunction(operands, ordinary), ALWAYS));
    return result;
  }
  gates_.end_definition(definition,
                        gates_.disjunction(compared(BRAID_OP_FUNORDERED, result, result),
                                           gates_.conjunction(compared(BRAID_OP_FLE, constant(low), result),
                                                              compared(BRAID_OP_FLE, result, constant(high)))));
  return result;
}

Bit Blaster::fact(const braid_node &node, Expr e, Value a, Value b, Value result) {
  Bit here = circuits_.equal(bits(node.a), number(a, node.width));
  if (expr::OPERATIONS[node.op].operands > 1)
    here = gates_.conjunction(here, circuits_.equal(bits(node.b), number(b, node.width)));
  return gates_.disjunction(inverse(here), circuits_.equal(bits(e), number(result, node.width)));
}

void Blaster::clear() {
  gates_.clear();
  starts_.assign(starts_.size(), 0);
  kinds_.assign(kinds_.size(), {});
  pool_.assign(1, 0);
  divisions_.clear();
  reads_.clear();
  reads_by_place_.clear();
  reads_by_definition_.clear();
}

void Blaster::set(Expr e, const Word &word) {
  starts_[e] = uint32_t(pool_.size());
  pool_.insert(pool_.end(), word.begin(), word.end());
}

bool Blaster::is_readable(Expr array) const {
  const braid_node &node = store_[array];
  return node.op != BRAID_OP_TABLE || store_.table_of(array).elements.size() <= MOST_ELEMENTS;
}

Blaster::Outcome Blaster::convert(Expr e) {
  const braid_node &node = store_[e];
  for (unsigned i = 0; i < expr::OPERATIONS[node.op].operands; i++) {
    const Kind &operand = kinds_[expr::operand(node, i)];
    kinds_[e].open |= operand.open;
    kinds_[e].numbers |= operand.numbers;
  }
  if (node.index_width != 0) {
    if (!is_readable(e))
      return Outcome::THEORY;
    starts_[e] = uint32_t(pool_.size()); // no bits of its own; reads look into it
    return Outcome::DONE;
  }
  switch (node.op) {
  case BRAID_OP_CONST:
    set(e, number(expr::constant_of(node), node.width));
    return Outcome::DONE;
  case BRAID_OP_SYMBOL:
    set(e, circuits_.inputs(node.width));
    return Outcome::DONE;
  case BRAID_OP_READ: {
    const std::optional<Word> word = element(node.a, node.b);
    if (!word)
      return Outcome::THEORY;
    set(e, *word);
    return Outcome::DONE;
  }
  default:
    if (NumberCircuits::knows(node.op)) {
      const unsigned operands = expr::OPERATIONS[node.op].operands;
      kinds_[e].numbers = true;
      set(e, numbers_.operation(node.op, node.width, bits(node.a), operands > 1 ? bits(node.b) : Bits(),
                                operands > 2 ? bits(node.c) : Bits()));
      return Outcome::DONE;
    }
    if (has_no_circuit(node.op)) {
      kinds_[e] = {.open = true, .numbers = true};
      set(e, open_result(node));
      return Outcome::DONE;
    }
    if (node.op < BRAID_OP_ADD || node.op > BRAID_OP_BITREVERSE)
      return Outcome::THEORY;
    set(e, operation(node));
    return Outcome::DONE;
  }
}

const Circuits::Division &Blaster::division(Bits a, Bits b) {
  const auto [found, added] = divisions_.try_emplace({Word(a.begin(), a.end()), Word(b.begin(), b.end())});
  if (added)
    found->second = circuits_.division(a, b);
  return found->second;
}

// By the numbers without their signs; the quotient is negative if one of them is, the remainder if the dividend
// is.
Word Blaster::signed_division(const braid_node &node) {
  const Bits a = bits(node.a), b = bits(node.b);
  const Bit negative_a = a.back(), negative_b = b.back();
  const Word magnitude_a = circuits_.choice(negative_a, circuits_.negative(a), a);
  const Word magnitude_b = circuits_.choice(negative_b, circuits_.negative(b), b);
  const Circuits::Division &result = division(magnitude_a, magnitude_b);
  if (node.op == BRAID_OP_SREM)
    return circuits_.choice(negative_a, circuits_.negative(result.remainder), result.remainder);
  return circuits_.choice(gates_.exclusion(negative_a, negative_b), circuits_.negative(result.quotient),
                          result.quotient);
}

Word Blaster::operation(const braid_node &node) {
  const Bits a = bits(node.a);
  const bool has_b = expr::OPERATIONS[node.op].operands > 1;
  const Bits b = has_b ? bits(node.b) : Bits();
  Word word;
  switch (node.op) {
  case BRAID_OP_ADD:
    return circuits_.sum(a, b);
  case BRAID_OP_SUB:
    return circuits_.difference(a, b);
  case BRAID_OP_MUL:
    return circuits_.product(a, b);
  case BRAID_OP_UDIV:
    return division(a, b).quotient;
  case BRAID_OP_UREM:
    return division(a, b).remainder;
  case BRAID_OP_SDIV:
  case BRAID_OP_SREM:
    return signed_division(node);
  case BRAID_OP_AND:
    for (size_t i = 0; i < a.size(); i++)
      word.push_back(gates_.conjunction(a[i], b[i]));
    return word;
  case BRAID_OP_OR:
    for (size_t i = 0; i < a.size(); i++)
      word.push_back(gates_.disjunction(a[i], b[i]));
    return word;
  case BRAID_OP_XOR:
    for (size_t i = 0; i < a.size(); i++)
      word.push_back(gates_.exclusion(a[i], b[i]));
    return word;
  case BRAID_OP_SHL:
    return circuits_.shifted_left(a, b);
  case BRAID_OP_LSHR:
    return circuits_.shifted_right(a, b, NEVER);
  case BRAID_OP_ASHR:
    return circuits_.shifted_right(a, b, a.back());
  case BRAID_OP_EQ:
    return {circuits_.equal(a, b)};
  case BRAID_OP_NE:
    return {inverse(circuits_.equal(a, b))};
  case BRAID_OP_ULT:
  case BRAID_OP_ULE:
    return {circuits_.less(a, b, node.op == BRAID_OP_ULE)};
  case BRAID_OP_SLT:
  case BRAID_OP_SLE:
    return {circuits_.signed_less(a, b, node.op == BRAID_OP_SLE)};
  case BRAID_OP_ITE:
    return circuits_.choice(a[0], b, bits(node.c));
  case BRAID_OP_EXTRACT:
    return {a.begin() + node.b, a.begin() + node.b + node.width};
  case BRAID_OP_CONCAT:
    word.assign(b.begin(), b.end());
    word.insert(word.end(), a.begin(), a.end());
    return word;
  case BRAID_OP_ZEXT:
  case BRAID_OP_SEXT:
    word.assign(a.begin(), a.end());
    word.resize(node.width, node.op == BRAID_OP_SEXT ? a.back() : NEVER);
    return word;
  case BRAID_OP_CTPOP:
    return circuits_.ones_counted(a);
  case BRAID_OP_CTLZ:
    return circuits_.zeros_counted(a, true);
  case BRAID_OP_CTTZ:
    return circuits_.zeros_counted(a, false);
  case BRAID_OP_BSWAP:
    for (size_t i = a.size(); i != 0; i -= 8)
      word.insert(word.end(), a.begin() + ptrdiff_t(i - 8), a.begin() + ptrdiff_t(i));
    return word;
  default: // BITREVERSE
    return {a.rbegin(), a.rend()};
  }
}

// A choice for each bit of the index; whole halves of a table that are equal cost nothing.
Word Blaster::table_element(Expr table, Bits index) {
  const expr::Table &contents = store_.table_of(table);
  const size_t width = store_.width(table);
  size_t stages = 0;
  while (size_t(1) << stages < contents.elements.size() && stages < index.size())
    stages++;
  std::vector<Word> level(size_t(1) << stages);
  for (size_t i = 0; i < level.size(); i++)
    level[i] = number(contents.at(i), width);
  for (size_t stage = 0; stage < stages; stage++) {
    for (size_t i = 0; i < level.size() / 2; i++)
      level[i] = circuits_.choice(index[stage], level[2 * i + 1], level[2 * i]);
    level.resize(level.size() / 2);
  }
  const Bit beyond = circuits_.any(index.subspan(stages));
  return circuits_.choice(beyond, number(contents.fallback, width), level[0]);
}

// An element of a symbol's array: free bits, one word for each place that is read.
Word Blaster::symbol_element(const braid_node &node, Expr index) {
  const auto [found, added] = reads_by_place_.try_emplace({node.a, index}, uint32_t(reads_.size()));
  if (added) {
    const uint32_t definition = gates_.begin_definition();
    reads_by_definition_.emplace(definition, found->second);
    reads_.push_back({node.a, index, circuits_.inputs(node.width, definition)});
  }
  return reads_[found->second].element;
}

// The element at the index in all arrays that this one was made from, oldest first; each is needed once, also
// where choices share them. Nothing if they are too many.
std::optional<Word> Blaster::element(Expr array, Expr index) {
  std::vector<Expr> arrays{array};
  std::unordered_map<Expr, Word> elements{{array, {}}};
  for (size_t i = 0; i < arrays.size(); i++) {
    const braid_node &node = store_[arrays[i]];
    if (arrays.size() > MOST_ARRAYS)
      return std::nullopt;
    if (node.op == BRAID_OP_WRITE && elements.try_emplace(node.a).second)
      arrays.push_back(node.a);
    if (node.op == BRAID_OP_ITE)
      for (const Expr arm : {node.b, node.c})
        if (elements.try_emplace(arm).second)
          arrays.push_back(arm);
  }
  std::sort(arrays.begin(), arrays.end()); // operands have smaller numbers
  const Bits at = bits(index);
  for (const Expr next : arrays) {
    const braid_node &node = store_[next];
    Word &word = elements.at(next);
    switch (node.op) {
    case BRAID_OP_TABLE:
      word = table_element(next, at);
      break;
    case BRAID_OP_ITE:
      word = circuits_.choice(bits(node.a)[0], elements.at(node.b), elements.at(node.c));
      break;
    case BRAID_OP_WRITE:
      word = circuits_.choice(circuits_.equal(at, bits(node.b)), bits(node.c), elements.at(node.a));
      break;
    default:
      word = symbol_element(node, index);
    }
  }
  return elements.at(array);
}

} // namespace braid::solver
