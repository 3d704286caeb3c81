#include "random_query.h"

#include <fmt/format.h>

namespace braid::solver::test {

RandomQueries::RandomQueries(Store &store, Random &random) : store_(store), random_(random), evaluator_(store) {
  const uint64_t count = random.chance(70) ? 1 + random.below(6) : 6 + random.below(10);
  for (uint64_t i = 0; i < count; i++)
    bytes_.push_back(store.symbol(fmt::format("b{}", i), 8));
  start_program();
}

void RandomQueries::start_program() {
  for (const Expr byte : bytes_)
    input_.set(store_.symbol_of(byte), random_.chance(60) ? 32 + random_.below(95) : random_.below(256));
  conditions_.clear();
  const uint64_t count = random_.chance(80) ? 1 + random_.below(8) : 8 + random_.below(12);
  for (uint64_t i = 0; i < count; i++)
    conditions_.push_back(condition(random_.chance(75) ? 1 : random_.chance(80) ? 2 : 3));
  position_ = 0;
}

unsigned RandomQueries::common_width() {
  static constexpr unsigned WIDTHS[] = {8, 8, 8, 16, 32, 32, 32, 32, 64};
  return random_.pick(WIDTHS);
}

Expr RandomQueries::byte() { return random_.pick(bytes_); }

// Bytes that lie beside each other, read as one number; or fewer, extended.
Expr RandomQueries::number(unsigned width) {
  const unsigned count = random_.chance(40) ? 1 : width / 8;
  const uint64_t first = random_.below(bytes_.size());
  const bool big_endian = random_.chance(30);
  Expr result = 0;
  for (unsigned i = 0; i < count; i++) {
    const Expr next = bytes_[(first + i) % bytes_.size()];
    result = result == 0 ? next : big_endian ? store_.concat(result, next) : store_.concat(next, result);
  }
  return store_.resize(result, width, random_.chance(40));
}

// The value of digits, as strtol computes it.
Expr RandomQueries::parsed_number(unsigned width) {
  static constexpr unsigned BASES[] = {10, 10, 16, 8};
  const unsigned base = random_.pick(BASES);
  const uint64_t digits = 1 + random_.below(3);
  Expr result = store_.constant(0, width);
  for (uint64_t i = 0; i < digits; i++) {
    const Expr character = store_.resize(byte(), width, random_.chance(50));
    Expr digit = store_.binary(BRAID_OP_SUB, character, store_.constant('0', width));
    if (base == 16)
      digit = store_.choice(store_.compare(BRAID_OP_ULT, store_.constant('9', width), character),
                            store_.binary(BRAID_OP_SUB, character, store_.constant('a' - 10, width)), digit);
    result = store_.binary(BRAID_OP_ADD, store_.binary(BRAID_OP_MUL, result, store_.constant(base, width)), digit);
  }
  return result;
}

Expr RandomQueries::checksum(unsigned width) {
  const uint64_t count = 1 + random_.below(std::min<size_t>(bytes_.size(), 4));
  const unsigned kind = unsigned(random_.below(4));
  Expr result = store_.constant(random_.chance(50) ? 0 : 5381, width);
  for (uint64_t i = 0; i < count; i++) {
    const Expr next = store_.resize(byte(), width, false);
    switch (kind) {
    case 0:
      result = store_.binary(BRAID_OP_ADD, result, next);
      break;
    case 1:
      result = store_.binary(BRAID_OP_XOR, result, next);
      break;
    case 2:
      result = store_.binary(BRAID_OP_ADD, store_.binary(BRAID_OP_MUL, result, store_.constant(33, width)), next);
      break;
    default: { // a rotation
      const unsigned amount = 1 + unsigned(random_.below(width - 1));
      result = store_.binary(
          BRAID_OP_XOR,
          store_.binary(BRAID_OP_OR, store_.binary(BRAID_OP_SHL, result, store_.constant(amount, width)),
                        store_.binary(BRAID_OP_LSHR, result, store_.constant(width - amount, width))),
          next);
    }
    }
  }
  return result;
}

// A term by way of another width.
Expr RandomQueries::part(unsigned width, unsigned levels) {
  const unsigned other = common_width();
  if (other == width)
    return term(width, levels);
  const Expr from = term(other, levels);
  if (other > width && random_.chance(50))
    return store_.extract(from, unsigned(random_.below(other - width + 1)), width);
  return store_.resize(from, width, random_.chance(50));
}

Expr RandomQueries::arithmetic(unsigned width, unsigned levels) {
  const Expr a = term(width, levels);
  const auto c = [&](Value value) { return store_.constant(value, width); };
  static constexpr unsigned DIVISORS[] = {2, 3, 4, 7, 10, 12, 16, 60, 100, 255};
  // Products and quotients of terms are hard for every solver: seldom, and narrow.
  const bool narrow = width <= 16;
  switch (random_.below(16)) {
  case 0:
  case 1:
    return store_.binary(BRAID_OP_ADD, a, random_.chance(50) ? term(width, levels) : c(random_.below(300)));
  case 2:
  case 3:
    return store_.binary(BRAID_OP_SUB, a, random_.chance(50) ? term(width, levels) : c(random_.below(300)));
  case 4:
    return store_.binary(BRAID_OP_MUL, a,
                         narrow && random_.chance(40) ? term(width, levels) : c(random_.below(1000)));
  case 5:
  case 6: {
    static constexpr uint8_t OPS[] = {BRAID_OP_UDIV, BRAID_OP_SDIV, BRAID_OP_UREM, BRAID_OP_SREM};
    const bool by_term = narrow && random_.chance(30);
    return store_.binary(random_.pick(OPS), a,
                         by_term ? term(width, 0)
                                 : c(random_.chance(90) ? Value(random_.pick(DIVISORS)) : random_.value(width)));
  }
  case 7:
  case 8: {
    static constexpr unsigned MASKS[] = {0x0f, 0xf0, 0x20, 0xdf, 0x7f, 0x80, 1, 3, 0xff};
    return store_.binary(BRAID_OP_AND, a,
                         random_.chance(70)   ? c(random_.pick(MASKS))
                         : random_.chance(50) ? c(random_.value(width))
                                              : term(width, levels));
  }
  case 9:
    return store_.binary(BRAID_OP_OR, a, random_.chance(60) ? c(0x20) : term(width, levels));
  case 10:
    return store_.binary(BRAID_OP_XOR, a, random_.chance(60) ? c(random_.value(width)) : term(width, levels));
  case 11:
  case 12: {
    static constexpr uint8_t OPS[] = {BRAID_OP_SHL, BRAID_OP_LSHR, BRAID_OP_ASHR};
    const Expr amount = random_.chance(70) ? c(random_.below(width + 1))
                        : random_.chance(70)
                            ? store_.binary(BRAID_OP_AND, store_.resize(byte(), width, false), c(width - 1))
                            : term(width, 0);
    return store_.binary(random_.pick(OPS), a, amount);
  }
  case 13:
    return store_.choice(comparison(levels), a, random_.chance(50) ? term(width, levels) : c(random_.below(100)));
  case 14: {
    static constexpr uint8_t OPS[] = {BRAID_OP_CTPOP, BRAID_OP_CTLZ, BRAID_OP_CTTZ, BRAID_OP_BSWAP,
                                      BRAID_OP_BITREVERSE};
    return store_.make(random_.pick(OPS), width, a);
  }
  default:
    return random_.chance(50) ? store_.negated(a) : store_.inverted(a);
  }
}

Expr RandomQueries::term(unsigned width, unsigned levels) {
  if (levels == 0 || random_.chance(30))
    return number(width);
  switch (random_.below(10)) {
  case 0:
    return parsed_number(width);
  case 1:
    return checksum(width);
  case 2:
    return part(width, levels - 1);
  default:
    return arithmetic(width, levels - 1);
  }
}

// Near the value that the expression has now, or one that programs compare with.
Value RandomQueries::constant_beside(Expr e) {
  static constexpr unsigned CHARACTERS[] = {'0', '9', 'a', 'z', 'A', 'Z', '{', '-', ' ', '\n', 0, 0x7f, 10, 100};
  const Value mask = expr::mask_of(store_.width(e));
  if (random_.chance(40))
    return random_.pick(CHARACTERS) & mask;
  if (random_.chance(30))
    return random_.value(store_.width(e));
  evaluator_.assign(input_);
  return (evaluator_.value(e) + Value(random_.below(5)) - 2) & mask;
}

Expr RandomQueries::comparison(unsigned levels) {
  static constexpr uint8_t OPS[] = {BRAID_OP_EQ,  BRAID_OP_EQ,  BRAID_OP_NE, BRAID_OP_ULT,
                                    BRAID_OP_ULE, BRAID_OP_SLT, BRAID_OP_SLE};
  const unsigned width = common_width();
  const Expr a = term(width, levels);
  const Expr b = random_.chance(70) ? store_.constant(constant_beside(a), width) : term(width, levels);
  return random_.chance(50) ? store_.compare(random_.pick(OPS), a, b) : store_.compare(random_.pick(OPS), b, a);
}

Expr RandomQueries::condition(unsigned levels) {
  const Expr first = comparison(levels);
  switch (random_.below(12)) {
  case 0:
    return store_.both(first, comparison(levels));
  case 1:
    return store_.either(first, comparison(levels));
  case 2:
    return store_.binary(BRAID_OP_XOR, first, comparison(0));
  case 3: // a flag: bits of a byte, tested
    return store_.extract(byte(), unsigned(random_.below(8)), 1);
  default:
    return first;
  }
}

OwnedQuery RandomQueries::path_query() {
  if (position_ >= conditions_.size() || random_.chance(5))
    start_program();
  OwnedQuery query;
  evaluator_.assign(input_);
  for (size_t i = 0; i <= position_; i++) {
    const bool holds = evaluator_.holds(conditions_[i]);
    query.constraints.push_back(holds != (i == position_) ? conditions_[i] : store_.inverted(conditions_[i]));
  }
  position_++;
  query.previous = input_;
  query.has_previous = query.prefix_holds = true;
  return query;
}

// Constraints that no run has met.
OwnedQuery RandomQueries::free_query() {
  OwnedQuery query;
  for (uint64_t i = 0, count = 1 + random_.below(6); i < count; i++)
    query.constraints.push_back(condition(random_.chance(70) ? 1 : 2));
  if (random_.chance(50)) {
    query.previous = input_;
    query.has_previous = true;
  }
  return query;
}

// A path query with one of its constraints denied in other words.
OwnedQuery RandomQueries::contradiction() {
  const unsigned width = common_width();
  const Expr x = term(width, 1),
             y = random_.chance(50) ? term(width, 1) : store_.constant(constant_beside(x), width);
  const Expr z = random_.chance(50) ? term(width, 0) : y;
  OwnedQuery query = free_query();
  static constexpr uint8_t STRICT[] = {BRAID_OP_ULT, BRAID_OP_SLT};
  const uint8_t less = random_.pick(STRICT);
  std::vector<Expr> denied{store_.compare(less, x, y), store_.compare(less, y, z), store_.compare(less, z, x)};
  if (random_.chance(40))
    denied = {store_.compare(BRAID_OP_EQ, store_.binary(BRAID_OP_XOR, x, y), store_.constant(0, width)),
              store_.compare(BRAID_OP_NE, store_.binary(BRAID_OP_SUB, x, y), store_.constant(0, width))};
  for (const Expr part : denied)
    query.constraints.insert(query.constraints.begin() + ptrdiff_t(random_.below(query.constraints.size() + 1)),
                             part);
  return query;
}

OwnedQuery RandomQueries::next() {
  const uint64_t kind = random_.below(10);
  return kind < 7 ? path_query() : kind < 9 ? free_query() : contradiction();
}

void RandomQueries::follow(const Assignment &model) {
  if (!random_.chance(50))
    return;
  for (const Expr byte : bytes_)
    input_.set(store_.symbol_of(byte), model[store_.symbol_of(byte)]);
  if (position_ >= conditions_.size() && random_.chance(70))
    position_ = random_.below(conditions_.size());
}

} // namespace braid::solver::test
