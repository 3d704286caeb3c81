#include "expr/smtlib_functions.h"

#include "expr/smtlib_literals.h"

#include <charconv>
#include <fmt/format.h>

namespace braid::expr::smtlib {

namespace {

constexpr unsigned WIDEST = 128;

[[noreturn]] void refuse_operand(std::string_view function, size_t number, const TypedTerm &operand,
                                 const std::string &expected) {
  throw Complaint{
      fmt::format("{}: operand {} is {}, expected {}", function, number + 1, operand.sort.text(), expected)};
}

void expect_meaning(std::string_view function, Functions::Operands operands, Meaning meaning, const char *name) {
  for (size_t i = 0; i < operands.size(); i++)
    if (operands[i].sort.meaning != meaning)
      refuse_operand(function, i, operands[i], name);
}

void expect_bits(std::string_view function, Functions::Operands operands) {
  expect_meaning(function, operands, Meaning::BITS, "a bit-vector");
}

void expect_same_sort(std::string_view function, Functions::Operands operands, size_t first = 0) {
  for (size_t i = first + 1; i < operands.size(); i++)
    if (operands[i].sort != operands[first].sort)
      refuse_operand(function, i, operands[i], operands[first].sort.text());
}

void expect_same_bits(std::string_view function, Functions::Operands operands) {
  expect_bits(function, operands);
  expect_same_sort(function, operands);
}

TypedTerm truth(Expr e) { return {e, ValueSort::boolean()}; }

std::vector<std::string> library_names() {
  std::vector<std::string> names;
  for (unsigned op = 0; op < BRAID_OP_COUNT; op++)
    if (is_library_function(uint8_t(op)))
      for (const unsigned width : {32, 64})
        names.push_back(smtlib_function(uint8_t(op), width));
  return names;
}

} // namespace

unsigned checked_width(uint64_t width) {
  if (width == 0)
    throw Complaint{"a bit-vector of 0 bits; expected at least 1"};
  if (width > WIDEST)
    throw Complaint{fmt::format("not supported: a bit-vector of {} bits; the widest has {}", width, WIDEST), true};
  return unsigned(width);
}

const std::map<std::string_view, Functions::Entry> &Functions::table() {
  using F = Functions;
  static const std::map<std::string_view, Entry> entries = [] {
    std::map<std::string_view, Entry> all = {
        {"not", {&F::negation, 0, 1, 1}},
        {"and", {&F::connective, BRAID_OP_AND, 1, MANY}},
        {"or", {&F::connective, BRAID_OP_OR, 1, MANY}},
        {"xor", {&F::connective, BRAID_OP_XOR, 1, MANY}},
        {"=>", {&F::implication, 0, 2, MANY}},
        {"=", {&F::equality, 0, 2, MANY}},
        {"distinct", {&F::distinct, 0, 2, MANY}},
        {"ite", {&F::choice, 0, 3, 3}},
        {"select", {&F::select, 0, 2, 2}},
        {"store", {&F::store, 0, 3, 3}},
        {"bvadd", {&F::arithmetic, BRAID_OP_ADD, 2, MANY}},
        {"bvmul", {&F::arithmetic, BRAID_OP_MUL, 2, MANY}},
        {"bvand", {&F::arithmetic, BRAID_OP_AND, 2, MANY}},
        {"bvor", {&F::arithmetic, BRAID_OP_OR, 2, MANY}},
        {"bvxor", {&F::arithmetic, BRAID_OP_XOR, 2, MANY}},
        {"bvsub", {&F::arithmetic, BRAID_OP_SUB}},
        {"bvudiv", {&F::arithmetic, BRAID_OP_UDIV}},
        {"bvsdiv", {&F::arithmetic, BRAID_OP_SDIV}},
        {"bvurem", {&F::arithmetic, BRAID_OP_UREM}},
        {"bvsrem", {&F::arithmetic, BRAID_OP_SREM}},
        {"bvshl", {&F::arithmetic, BRAID_OP_SHL}},
        {"bvlshr", {&F::arithmetic, BRAID_OP_LSHR}},
        {"bvashr", {&F::arithmetic, BRAID_OP_ASHR}},
        {"bvnand", {&F::inverted_arithmetic, BRAID_OP_AND}},
        {"bvnor", {&F::inverted_arithmetic, BRAID_OP_OR}},
        {"bvxnor", {&F::inverted_arithmetic, BRAID_OP_XOR}},
        {"bvsmod", {&F::modulo}},
        {"bvnot", {&F::unary, BRAID_OP_XOR, 1, 1}},
        {"bvneg", {&F::unary, BRAID_OP_SUB, 1, 1}},
        {"bvredor", {&F::reduction, BRAID_OP_NE, 1, 1}},
        {"bvredand", {&F::reduction, BRAID_OP_EQ, 1, 1}},
        {"bvcomp", {&F::comparison_bit}},
        {"bvult", {&F::order, BRAID_OP_ULT}},
        {"bvule", {&F::order, BRAID_OP_ULE}},
        {"bvslt", {&F::order, BRAID_OP_SLT}},
        {"bvsle", {&F::order, BRAID_OP_SLE}},
        {"bvugt", {&F::order, BRAID_OP_ULT, 2, 2, 0, true}},
        {"bvuge", {&F::order, BRAID_OP_ULE, 2, 2, 0, true}},
        {"bvsgt", {&F::order, BRAID_OP_SLT, 2, 2, 0, true}},
        {"bvsge", {&F::order, BRAID_OP_SLE, 2, 2, 0, true}},
        {"concat", {&F::concatenation, 0, 2, MANY}},
        {"extract", {&F::extraction, 0, 1, 1, 2}},
        {"zero_extend", {&F::extension, BRAID_OP_ZEXT, 1, 1, 1}},
        {"sign_extend", {&F::extension, BRAID_OP_SEXT, 1, 1, 1}},
        {"repeat", {&F::repetition, 0, 1, 1, 1}},
        {"rotate_left", {&F::rotation, 0, 1, 1, 1}},
        {"rotate_right", {&F::rotation, 0, 1, 1, 1, true}},
        {"bvuaddo", {&F::overflow, BRAID_OP_ADD}},
        {"bvsaddo", {&F::overflow, BRAID_OP_ADD, 2, 2, 0, true}},
        {"bvusubo", {&F::overflow, BRAID_OP_SUB}},
        {"bvssubo", {&F::overflow, BRAID_OP_SUB, 2, 2, 0, true}},
        {"bvumulo", {&F::product_overflow}},
        {"bvsmulo", {&F::product_overflow, 0, 2, 2, 0, true}},
        {"bvnego", {&F::corner_overflow, 0, 1, 1}},
        {"bvsdivo", {&F::corner_overflow}},
        {"fp", {&F::number_from_parts, 0, 3, 3}},
        {"fp.add", {&F::number_arithmetic, BRAID_OP_FADD, 3, 3}},
        {"fp.sub", {&F::number_arithmetic, BRAID_OP_FSUB, 3, 3}},
        {"fp.mul", {&F::number_arithmetic, BRAID_OP_FMUL, 3, 3}},
        {"fp.div", {&F::number_arithmetic, BRAID_OP_FDIV, 3, 3}},
        {"fp.fma", {&F::number_arithmetic, BRAID_OP_FMA, 4, 4}},
        {"fp.sqrt", {&F::number_arithmetic, BRAID_OP_FSQRT, 2, 2}},
        {"fp.rem", {&F::number_remainder}},
        {"fp.abs", {&F::number_sign, BRAID_OP_AND, 1, 1}},
        {"fp.neg", {&F::number_sign, BRAID_OP_XOR, 1, 1}},
        {"fp.roundToIntegral", {&F::number_integral}},
        {"fp.min", {&F::number_extreme, BRAID_OP_FMIN}},
        {"fp.max", {&F::number_extreme, BRAID_OP_FMAX}},
        {"fp.eq", {&F::number_order, BRAID_OP_FEQ, 2, MANY}},
        {"fp.lt", {&F::number_order, BRAID_OP_FLT, 2, MANY}},
        {"fp.leq", {&F::number_order, BRAID_OP_FLE, 2, MANY}},
        {"fp.gt", {&F::number_order, BRAID_OP_FLT, 2, MANY, 0, true}},
        {"fp.geq", {&F::number_order, BRAID_OP_FLE, 2, MANY, 0, true}},
        {"fp.isNaN", {&F::number_class, 0, 1, 1}},
        {"fp.isInfinite", {&F::number_class, 0, 1, 1}},
        {"fp.isZero", {&F::number_class, 0, 1, 1}},
        {"fp.isNormal", {&F::number_class, 0, 1, 1}},
        {"fp.isSubnormal", {&F::number_class, 0, 1, 1}},
        {"fp.isNegative", {&F::number_class, 0, 1, 1}},
        {"fp.isPositive", {&F::number_class, 0, 1, 1}},
        {"to_fp", {&F::to_number, BRAID_OP_SITOF, 1, 2, 2}},
        {"to_fp_unsigned", {&F::to_number, BRAID_OP_UITOF, 2, 2, 2, true}},
        {"fp.to_ubv", {&F::to_bits, BRAID_OP_FTOUI, 2, 2, 1}},
        {"fp.to_sbv", {&F::to_bits, BRAID_OP_FTOSI, 2, 2, 1}},
        {"-", {&F::decimal_operation, 0, 1, 1}},
        {"/", {&F::decimal_operation, 0, 2, 2}},
    };
    static const std::vector<std::string> names = library_names();
    size_t next = 0;
    for (unsigned op = 0; op < BRAID_OP_COUNT; op++)
      if (is_library_function(uint8_t(op)))
        for (unsigned i = 0; i < 2; i++)
          all[names[next++]] = {&F::library_function, uint8_t(op), OPERATIONS[op].operands,
                                OPERATIONS[op].operands};
    for (auto &[name, entry] : all)
      entry.name = name;
    return all;
  }();
  return entries;
}

bool Functions::knows(std::string_view name) { return table().count(name) != 0; }

bool Functions::is_of_library(std::string_view name) {
  const auto found = table().find(name);
  return found != table().end() && is_library_function(found->second.op);
}

TypedTerm Functions::apply(std::string_view name, Indices indices, Operands operands) {
  const Entry &entry = table().at(name);
  if (indices.size() != entry.indices)
    throw Complaint{entry.indices == 0 ? fmt::format("{} takes no indices", name)
                                       : fmt::format("expected (_ {} ...) with {} ind{}", name, entry.indices,
                                                     entry.indices == 1 ? "ex" : "ices")};
  if (operands.size() < entry.least || operands.size() > entry.most)
    throw Complaint{fmt::format("{}: {} operand{}, expected {}{}", name, operands.size(),
                                operands.size() == 1 ? "" : "s", entry.least,
                                entry.most == MANY          ? " or more"
                                : entry.most != entry.least ? fmt::format(" or {}", entry.most)
                                                            : "")};
  return (this->*entry.make)(entry, indices, operands);
}

Expr Functions::fresh_symbol(const std::string &name, unsigned width, unsigned index_width) {
  std::string free = name;
  for (unsigned number = 2; store_.find_symbol(free); number++)
    free = fmt::format("{}#{}", name, number);
  return store_.symbol(free, width, index_width);
}

std::optional<TypedTerm> Functions::constant(std::string_view name, Indices indices) {
  static const std::map<std::string_view, Rounding> ROUNDINGS = {
      {"RNE", Rounding::RNE}, {"roundNearestTiesToEven", Rounding::RNE},
      {"RNA", Rounding::RNA}, {"roundNearestTiesToAway", Rounding::RNA},
      {"RTP", Rounding::RTP}, {"roundTowardPositive", Rounding::RTP},
      {"RTN", Rounding::RTN}, {"roundTowardNegative", Rounding::RTN},
      {"RTZ", Rounding::RTZ}, {"roundTowardZero", Rounding::RTZ}};
  if (indices.empty()) {
    if (name == "true" || name == "false")
      return truth(store_.truth(name == "true"));
    if (const auto mode = ROUNDINGS.find(name); mode != ROUNDINGS.end())
      return TypedTerm{Expr(mode->second), {Meaning::ROUNDING}};
    return std::nullopt;
  }
  if (indices.size() == 1 && name.starts_with("bv") && name.size() > 2) {
    Value value = 0;
    for (const char digit : name.substr(2)) {
      if (digit < '0' || digit > '9')
        return std::nullopt;
      const auto more = Value(digit - '0');
      if (value > (~Value(0) - more) / 10)
        throw Complaint{fmt::format("{} does not fit in {} bits", name, indices[0]), indices[0] > WIDEST};
      value = value * 10 + more;
    }
    const unsigned width = checked_width(indices[0]);
    if ((value & ~mask_of(width)) != 0)
      throw Complaint{fmt::format("{} does not fit in {} bits", name, width)};
    return bits(value, width);
  }
  static const std::map<std::string_view, std::pair<uint64_t, uint64_t>> NUMBERS = {
      {"+oo", {0x7f800000u, 0x7ff0000000000000u}},   {"-oo", {0xff800000u, 0xfff0000000000000u}},
      {"NaN", {0x7fc00000u, 0x7ff8000000000000u}},   {"+zero", {0, 0}},
      {"-zero", {0x80000000u, 0x8000000000000000u}},
  };
  const auto number = NUMBERS.find(name);
  if (number == NUMBERS.end() || indices.size() != 2)
    return std::nullopt;
  const bool single = indices[0] == 8 && indices[1] == 24;
  if (!single && !(indices[0] == 11 && indices[1] == 53))
    throw Complaint{fmt::format("not supported: numbers of format {} {}", indices[0], indices[1]), true};
  const unsigned width = single ? 32 : 64;
  return TypedTerm{store_.constant(single ? number->second.first : number->second.second, width),
                   ValueSort::number(width)};
}

TypedTerm Functions::constant_array(const ValueSort &sort, const TypedTerm &element) {
  if (sort.meaning != Meaning::ARRAY)
    throw Complaint{fmt::format("(as const {}): expected the sort of an array", sort.text())};
  if (element.sort != sort.element_sort())
    refuse_operand("as const", 0, element, sort.element_sort().text());
  const std::optional<Value> value = store_.constant(element.e);
  if (!value)
    throw Complaint{"not supported: a constant array of a value that is not constant", true};
  return {store_.table({{}, *value}, sort.width, sort.index_width), sort};
}

// Two numbers are equal if their bits are, or if both are NaN.
Expr Functions::equal(const TypedTerm &a, const TypedTerm &b) {
  switch (a.sort.meaning) {
  case Meaning::ARRAY:
    throw Complaint{"not supported: equality of arrays", true};
  case Meaning::ROUNDING:
    return store_.truth(a.e == b.e);
  case Meaning::REAL:
    throw Complaint{"not supported: arithmetic of reals", true};
  case Meaning::NUMBER:
    return store_.either(store_.compare(BRAID_OP_EQ, a.e, b.e), store_.both(is_nan(a.e), is_nan(b.e)));
  default:
    return store_.compare(BRAID_OP_EQ, a.e, b.e);
  }
}

// ---- Core

TypedTerm Functions::negation(const Entry &entry, Indices, Operands operands) {
  expect_meaning(entry.name, operands, Meaning::BOOLEAN, "Bool");
  return truth(store_.inverted(operands[0].e));
}

TypedTerm Functions::connective(const Entry &entry, Indices, Operands operands) {
  expect_meaning(entry.name, operands, Meaning::BOOLEAN, "Bool");
  Expr result = operands[0].e;
  for (const TypedTerm &operand : operands.subspan(1))
    result = store_.binary(entry.op, result, operand.e);
  return truth(result);
}

TypedTerm Functions::implication(const Entry &entry, Indices, Operands operands) {
  expect_meaning(entry.name, operands, Meaning::BOOLEAN, "Bool");
  Expr result = operands.back().e;
  for (size_t i = operands.size() - 1; i-- != 0;) // to the right
    result = store_.either(store_.inverted(operands[i].e), result);
  return truth(result);
}

TypedTerm Functions::equality(const Entry &entry, Indices, Operands operands) {
  expect_same_sort(entry.name, operands);
  Expr result = store_.truth(true);
  for (size_t i = 1; i < operands.size(); i++)
    result = store_.both(result, equal(operands[i - 1], operands[i]));
  return truth(result);
}

TypedTerm Functions::distinct(const Entry &entry, Indices, Operands operands) {
  expect_same_sort(entry.name, operands);
  Expr result = store_.truth(true);
  for (size_t i = 0; i < operands.size(); i++)
    for (size_t j = i + 1; j < operands.size(); j++)
      result = store_.both(result, store_.inverted(equal(operands[i], operands[j])));
  return truth(result);
}

TypedTerm Functions::choice(const Entry &entry, Indices, Operands operands) {
  expect_meaning(entry.name, operands.first(1), Meaning::BOOLEAN, "Bool");
  expect_same_sort(entry.name, operands, 1);
  const ValueSort sort = operands[1].sort;
  if (sort.meaning == Meaning::ROUNDING || sort.meaning == Meaning::REAL)
    throw Complaint{fmt::format("not supported: a choice of a {}", sort.text()), true};
  return {store_.choice(operands[0].e, operands[1].e, operands[2].e), sort};
}

// ---- Arrays

TypedTerm Functions::select(const Entry &entry, Indices, Operands operands) {
  expect_meaning(entry.name, operands.first(1), Meaning::ARRAY, "an array");
  const ValueSort sort = operands[0].sort;
  if (operands[1].sort != sort.index_sort())
    refuse_operand(entry.name, 1, operands[1], sort.index_sort().text());
  return {store_.read(operands[0].e, operands[1].e), sort.element_sort()};
}

TypedTerm Functions::store(const Entry &entry, Indices, Operands operands) {
  expect_meaning(entry.name, operands.first(1), Meaning::ARRAY, "an array");
  const ValueSort sort = operands[0].sort;
  if (operands[1].sort != sort.index_sort())
    refuse_operand(entry.name, 1, operands[1], sort.index_sort().text());
  if (operands[2].sort != sort.element_sort())
    refuse_operand(entry.name, 2, operands[2], sort.element_sort().text());
  return {store_.write(operands[0].e, operands[1].e, operands[2].e), sort};
}

// ---- Bit-vectors

TypedTerm Functions::arithmetic(const Entry &entry, Indices, Operands operands) {
  expect_same_bits(entry.name, operands);
  Expr result = operands[0].e;
  for (const TypedTerm &operand : operands.subspan(1))
    result = store_.binary(entry.op, result, operand.e);
  return {result, operands[0].sort};
}

TypedTerm Functions::inverted_arithmetic(const Entry &entry, Indices indices, Operands operands) {
  const TypedTerm result = arithmetic(entry, indices, operands);
  return {store_.inverted(result.e), result.sort};
}

TypedTerm Functions::unary(const Entry &entry, Indices, Operands operands) {
  expect_bits(entry.name, operands);
  const Expr a = operands[0].e;
  return {entry.op == BRAID_OP_SUB ? store_.negated(a) : store_.inverted(a), operands[0].sort};
}

TypedTerm Functions::reduction(const Entry &entry, Indices, Operands operands) {
  expect_bits(entry.name, operands);
  const unsigned width = operands[0].sort.width;
  const Value limit = entry.op == BRAID_OP_NE ? 0 : mask_of(width);
  return {store_.compare(entry.op, operands[0].e, store_.constant(limit, width)), ValueSort::bits(1)};
}

// The remainder with the sign of the divisor.
TypedTerm Functions::modulo(const Entry &entry, Indices, Operands operands) {
  expect_same_bits(entry.name, operands);
  const ValueSort sort = operands[0].sort;
  const Expr divisor = operands[1].e, remainder = store_.binary(BRAID_OP_SREM, operands[0].e, divisor);
  const Expr signs_differ = store_.extract(store_.binary(BRAID_OP_XOR, remainder, divisor), sort.width - 1u, 1);
  const Expr adjust =
      store_.both(signs_differ, store_.compare(BRAID_OP_NE, remainder, store_.constant(0, sort.width)));
  return {store_.choice(adjust, store_.binary(BRAID_OP_ADD, remainder, divisor), remainder), sort};
}

TypedTerm Functions::order(const Entry &entry, Indices, Operands operands) {
  expect_same_bits(entry.name, operands);
  const Expr a = operands[0].e, b = operands[1].e;
  return truth(entry.swapped ? store_.compare(entry.op, b, a) : store_.compare(entry.op, a, b));
}

TypedTerm Functions::comparison_bit(const Entry &entry, Indices, Operands operands) {
  expect_same_bits(entry.name, operands);
  return {store_.compare(BRAID_OP_EQ, operands[0].e, operands[1].e), ValueSort::bits(1)};
}

TypedTerm Functions::concatenation(const Entry &entry, Indices, Operands operands) {
  expect_bits(entry.name, operands);
  uint64_t width = 0;
  for (const TypedTerm &operand : operands)
    width += operand.sort.width;
  const ValueSort sort = ValueSort::bits(checked_width(width));
  Expr result = operands.back().e;
  for (size_t i = operands.size() - 1; i-- != 0;)
    result = store_.concat(operands[i].e, result);
  return {result, sort};
}

TypedTerm Functions::extraction(const Entry &entry, Indices indices, Operands operands) {
  expect_bits(entry.name, operands);
  const uint32_t high = indices[0], low = indices[1];
  if (high < low || high >= operands[0].sort.width)
    throw Complaint{fmt::format("(_ extract {} {}) of {} bits", high, low, operands[0].sort.width)};
  const unsigned width = high - low + 1;
  const bool all = width == operands[0].sort.width;
  return {all ? operands[0].e : store_.extract(operands[0].e, low, width), ValueSort::bits(width)};
}

TypedTerm Functions::extension(const Entry &entry, Indices indices, Operands operands) {
  expect_bits(entry.name, operands);
  const unsigned width = checked_width(uint64_t(operands[0].sort.width) + indices[0]);
  return {store_.resize(operands[0].e, width, entry.op == BRAID_OP_SEXT), ValueSort::bits(width)};
}

TypedTerm Functions::repetition(const Entry &entry, Indices indices, Operands operands) {
  expect_bits(entry.name, operands);
  if (indices[0] == 0)
    throw Complaint{"(_ repeat 0); expected at least 1"};
  const unsigned width = checked_width(uint64_t(operands[0].sort.width) * indices[0]);
  Expr result = operands[0].e;
  for (uint32_t i = 1; i < indices[0]; i++)
    result = store_.concat(operands[0].e, result);
  return {result, ValueSort::bits(width)};
}

TypedTerm Functions::rotation(const Entry &entry, Indices indices, Operands operands) {
  expect_bits(entry.name, operands);
  const unsigned width = operands[0].sort.width, amount = indices[0] % width;
  if (amount == 0)
    return operands[0];
  const unsigned low = entry.swapped ? amount : width - amount; // bits that become the lowest come from here up
  return {store_.concat(store_.extract(operands[0].e, 0, low), store_.extract(operands[0].e, low, width - low)),
          operands[0].sort};
}

// With one bit more the result is exact: does it fit?
TypedTerm Functions::overflow(const Entry &entry, Indices, Operands operands) {
  expect_same_bits(entry.name, operands);
  const unsigned width = operands[0].sort.width, wider = checked_width(uint64_t(width) + 1);
  const bool is_signed = entry.swapped;
  const Expr exact = store_.binary(entry.op, store_.resize(operands[0].e, wider, is_signed),
                                   store_.resize(operands[1].e, wider, is_signed));
  const Expr kept = store_.resize(store_.extract(exact, 0, width), wider, is_signed);
  return truth(store_.compare(BRAID_OP_NE, exact, kept));
}

TypedTerm Functions::product_overflow(const Entry &entry, Indices, Operands operands) {
  expect_same_bits(entry.name, operands);
  const unsigned width = operands[0].sort.width, wider = checked_width(uint64_t(width) * 2);
  const bool is_signed = entry.swapped;
  const Expr exact = store_.binary(BRAID_OP_MUL, store_.resize(operands[0].e, wider, is_signed),
                                   store_.resize(operands[1].e, wider, is_signed));
  const Expr kept = store_.resize(store_.extract(exact, 0, width), wider, is_signed);
  return truth(store_.compare(BRAID_OP_NE, exact, kept));
}

// Only the most negative number overflows, negated or divided by -1.
TypedTerm Functions::corner_overflow(const Entry &entry, Indices, Operands operands) {
  expect_same_bits(entry.name, operands);
  const unsigned width = operands[0].sort.width;
  Expr result = store_.compare(BRAID_OP_EQ, operands[0].e, store_.constant(Value(1) << (width - 1), width));
  if (operands.size() == 2)
    result = store_.both(result, store_.compare(BRAID_OP_EQ, operands[1].e, store_.constant(~Value(0), width)));
  return truth(result);
}

} // namespace braid::expr::smtlib
