#include "expr/smtlib_terms.h"

#include "expr/floating.h"
#include "expr/smtlib_literals.h"

#include <algorithm>
#include <fmt/format.h>

namespace braid::expr::smtlib {

namespace {

Term bits_of(Expr e) { return {e, Sort::BITS}; }
Term boolean_of(Expr e) { return {e, Sort::BOOLEAN}; }
Term number_of(Expr e) { return {e, Sort::NUMBER}; }
Term array_of(Expr e) { return {e, Sort::ARRAY}; }

std::string to_number(unsigned width, const char *function = "to_fp") {
  const auto [exponent, significand] = number_sort(width);
  return fmt::format("(_ {} {} {})", function, exponent, significand);
}

std::string array_sort(const braid_node &node) {
  return fmt::format("(Array (_ BitVec {}) (_ BitVec {}))", index_width_of(node), node.width);
}

std::string extract(unsigned high, unsigned low) { return fmt::format("(_ extract {} {})", high, low); }

// (function operand...)
template <class... Operands> Form application(std::string_view function, const Operands &...operands) {
  Form form;
  form << "(" << function;
  ((form << " " << operands), ...);
  form << ")";
  return form;
}

const char *bits_function(uint8_t op) {
  switch (op) {
  case BRAID_OP_ADD:
    return "bvadd";
  case BRAID_OP_SUB:
    return "bvsub";
  case BRAID_OP_MUL:
    return "bvmul";
  case BRAID_OP_UDIV:
    return "bvudiv";
  case BRAID_OP_SDIV:
    return "bvsdiv";
  case BRAID_OP_UREM:
    return "bvurem";
  case BRAID_OP_SREM:
    return "bvsrem";
  case BRAID_OP_AND:
    return "bvand";
  case BRAID_OP_OR:
    return "bvor";
  case BRAID_OP_XOR:
    return "bvxor";
  case BRAID_OP_SHL:
    return "bvshl";
  case BRAID_OP_LSHR:
    return "bvlshr";
  case BRAID_OP_ASHR:
    return "bvashr";
  default:
    return nullptr;
  }
}

// Operations on one bit that SMT-LIB has for Bool.
bool is_boolean(const braid_node &node) {
  const Shape shape = operation_of(node).shape;
  if (shape == Shape::COMPARE || shape == Shape::FCOMPARE)
    return true;
  return node.width == 1 && node.index_width == 0 &&
         (node.op == BRAID_OP_AND || node.op == BRAID_OP_OR || node.op == BRAID_OP_XOR ||
          node.op == BRAID_OP_ITE || node.op == BRAID_OP_CONST);
}

// Operations that compute a FloatingPoint; FMIN and FMAX only choose one.
bool computes_number(const braid_node &node) {
  switch (node.op) {
  case BRAID_OP_FMIN:
  case BRAID_OP_FMAX:
    return false;
  case BRAID_OP_FEXTEND:
  case BRAID_OP_FROUNDTO:
  case BRAID_OP_SITOF:
  case BRAID_OP_UITOF:
    return true;
  default:
    return operation_of(node).shape == Shape::FSAME || is_library_function(node.op);
  }
}

} // namespace

Form &Form::operator<<(std::string_view text) {
  if (parts_.empty() || parts_.back().index() != 0)
    parts_.emplace_back(std::string(text));
  else
    std::get<std::string>(parts_.back()) += text;
  return *this;
}

Form &Form::operator<<(Term term) {
  parts_.emplace_back(term);
  return *this;
}

Form &Form::operator<<(const Form &form) {
  for (const auto &part : form.parts_) {
    if (const std::string *text = std::get_if<std::string>(&part))
      *this << *text;
    else
      *this << std::get<Term>(part);
  }
  return *this;
}

std::string Terms::name(Term term) {
  switch (term.sort) {
  case Sort::BITS:
    return fmt::format("v{}", term.e);
  case Sort::BOOLEAN:
    return fmt::format("c{}", term.e);
  case Sort::NUMBER:
    return fmt::format("f{}", term.e);
  default:
    return term.without == 0 ? fmt::format("array{}", term.e) : fmt::format("array{}_{}", term.e, term.without);
  }
}

std::string Terms::sort_name(Term term) const {
  const unsigned width = nodes_[term.e].width;
  if (term.sort == Sort::BOOLEAN)
    return "Bool";
  if (term.sort == Sort::BITS)
    return fmt::format("(_ BitVec {})", width);
  if (term.sort == Sort::ARRAY)
    return array_sort(nodes_[term.e]);
  const auto [exponent, significand] = number_sort(width);
  return fmt::format("(_ FloatingPoint {} {})", exponent, significand);
}

bool Terms::is_free(Term term) const { return term.sort == Sort::BITS && computes_number(nodes_[term.e]); }

Term Terms::natural(Expr e) const {
  const braid_node &node = nodes_[e];
  if (is_boolean(node))
    return boolean_of(e);
  return bits_of(e);
}

std::string Terms::constant(Expr e, Value value) const {
  if (natural(e).sort == Sort::BOOLEAN)
    return value != 0 ? "true" : "false";
  return smtlib_literal(value, nodes_[e].width);
}

Form Terms::form(Term term) const {
  switch (term.sort) {
  case Sort::BITS:
    return bits(term.e);
  case Sort::BOOLEAN:
    return boolean(term.e);
  case Sort::NUMBER:
    return number(term.e);
  default:
    return array(term);
  }
}

Form Terms::bits(Expr e) const {
  const braid_node &node = nodes_[e];
  if (node.op == BRAID_OP_CONST)
    return Form(smtlib_literal(constant_of(node), node.width));
  if (operation_of(node).operands == 0)
    return Form(leaves_.smtlib_name(e));
  if (is_boolean(node))
    return application("ite", boolean_of(e), Form("#b1"), Form("#b0"));
  if (computes_number(node))
    return Form(fmt::format("bits{}", e));
  if (const char *function = bits_function(node.op))
    return application(function, bits_of(node.a), bits_of(node.b));
  switch (node.op) {
  case BRAID_OP_ITE:
    return application("ite", boolean_of(node.a), bits_of(node.b), bits_of(node.c));
  case BRAID_OP_EXTRACT:
    return application(extract(node.b + node.width - 1, node.b), bits_of(node.a));
  case BRAID_OP_CONCAT:
    return application("concat", bits_of(node.a), bits_of(node.b));
  case BRAID_OP_ZEXT:
    return application(fmt::format("(_ zero_extend {})", node.width - nodes_[node.a].width), bits_of(node.a));
  case BRAID_OP_SEXT:
    return application(fmt::format("(_ sign_extend {})", node.width - nodes_[node.a].width), bits_of(node.a));
  case BRAID_OP_CTPOP:
    return counted_ones(node, 0, node.width);
  case BRAID_OP_CTLZ:
  case BRAID_OP_CTTZ:
    return counted_zeros(node);
  case BRAID_OP_BSWAP:
    return reordered(node, 8);
  case BRAID_OP_BITREVERSE:
    return reordered(node, 1);
  case BRAID_OP_FMIN:
  case BRAID_OP_FMAX:
    return choice_of_number(node, Sort::BITS);
  case BRAID_OP_READ:
    return element(node);
  case BRAID_OP_LOAD:
    return loaded(node);
  default:
    return to_integer(node);
  }
}

Form Terms::boolean(Expr e) const {
  const braid_node &node = nodes_[e];
  switch (node.op) {
  case BRAID_OP_CONST:
    return Form(node.value != 0 ? "true" : "false");
  case BRAID_OP_EQ:
  case BRAID_OP_NE: {
    // Two Bools can be compared as such.
    const bool booleans = is_boolean(nodes_[node.a]) && is_boolean(nodes_[node.b]);
    const Sort sort = booleans ? Sort::BOOLEAN : Sort::BITS;
    return application(node.op == BRAID_OP_EQ ? "=" : "distinct", Term{node.a, sort}, Term{node.b, sort});
  }
  case BRAID_OP_ULT:
    return application("bvult", bits_of(node.a), bits_of(node.b));
  case BRAID_OP_ULE:
    return application("bvule", bits_of(node.a), bits_of(node.b));
  case BRAID_OP_SLT:
    return application("bvslt", bits_of(node.a), bits_of(node.b));
  case BRAID_OP_SLE:
    return application("bvsle", bits_of(node.a), bits_of(node.b));
  case BRAID_OP_AND:
    return application("and", boolean_of(node.a), boolean_of(node.b));
  case BRAID_OP_OR:
    return application("or", boolean_of(node.a), boolean_of(node.b));
  case BRAID_OP_XOR:
    if (nodes_[node.b].op == BRAID_OP_CONST && nodes_[node.b].value != 0)
      return application("not", boolean_of(node.a));
    return application("xor", boolean_of(node.a), boolean_of(node.b));
  case BRAID_OP_ITE:
    return application("ite", boolean_of(node.a), boolean_of(node.b), boolean_of(node.c));
  case BRAID_OP_FEQ:
    return application("fp.eq", number_of(node.a), number_of(node.b));
  case BRAID_OP_FLT:
    return application("fp.lt", number_of(node.a), number_of(node.b));
  case BRAID_OP_FLE:
    return application("fp.leq", number_of(node.a), number_of(node.b));
  case BRAID_OP_FUNORDERED:
    return application("or", application("fp.isNaN", number_of(node.a)),
                       application("fp.isNaN", number_of(node.b)));
  default:
    return application("=", bits_of(e), Form("#b1"));
  }
}

Form Terms::number(Expr e) const {
  const braid_node &node = nodes_[e];
  const auto has_pattern = [&](Value pattern) {
    const braid_node &other = nodes_[node.b];
    return other.op == BRAID_OP_CONST && constant_of(other) == pattern;
  };
  if (computes_number(node))
    return number_operation(node);
  switch (node.op) {
  case BRAID_OP_CONST:
    return Form(smtlib_number(node.value, node.width));
  case BRAID_OP_ITE:
    return application("ite", boolean_of(node.a), number_of(node.b), number_of(node.c));
  case BRAID_OP_FMIN:
  case BRAID_OP_FMAX:
    return choice_of_number(node, Sort::NUMBER);
  case BRAID_OP_XOR: // changing the sign bit of a NaN gives a NaN, as fp.neg does
    if (has_pattern(Value(1) << (node.width - 1)))
      return application("fp.neg", number_of(node.a));
    break;
  case BRAID_OP_AND:
    if (has_pattern(mask_of(node.width - 1)))
      return application("fp.abs", number_of(node.a));
    break;
  default:
    break;
  }
  return application(to_number(node.width), bits_of(e));
}

Form Terms::number_operation(const braid_node &node) const {
  const Term a = number_of(node.a), b = number_of(node.b);
  if (is_library_function(node.op)) {
    const std::string function = smtlib_function(node.op, node.width);
    return operation_of(node).operands == 1 ? application(function, a) : application(function, a, b);
  }
  switch (node.op) {
  case BRAID_OP_FADD:
    return application("fp.add RNE", a, b);
  case BRAID_OP_FSUB:
    return application("fp.sub RNE", a, b);
  case BRAID_OP_FMUL:
    return application("fp.mul RNE", a, b);
  case BRAID_OP_FDIV:
    return application("fp.div RNE", a, b);
  case BRAID_OP_FREM:
    return remainder(node);
  case BRAID_OP_FMA:
    return application("fp.fma RNE", a, b, number_of(node.c));
  case BRAID_OP_FSQRT:
    return application("fp.sqrt RNE", a);
  case BRAID_OP_FFLOOR:
    return application("fp.roundToIntegral RTN", a);
  case BRAID_OP_FCEIL:
    return application("fp.roundToIntegral RTP", a);
  case BRAID_OP_FTRUNC:
    return application("fp.roundToIntegral RTZ", a);
  case BRAID_OP_FROUND:
    return application("fp.roundToIntegral RNA", a);
  case BRAID_OP_FROUNDEVEN:
    return application("fp.roundToIntegral RNE", a);
  case BRAID_OP_UITOF:
    return application(to_number(node.width, "to_fp_unsigned") + " RNE", bits_of(node.a));
  case BRAID_OP_SITOF:
    return application(to_number(node.width) + " RNE", bits_of(node.a));
  default: // FEXTEND, FROUNDTO
    return application(to_number(node.width) + " RNE", a);
  }
}

// fmod(x, y) from the IEEE remainder r of |x| and |y|, which lies within |y|/2 around 0: r if it is not
// negative, else r + |y|, which is exact. The result has the sign of x.
Form Terms::remainder(const braid_node &node) const {
  const Term x = number_of(node.a), y = number_of(node.b);
  const Form size_x = application("fp.abs", x), size_y = application("fp.abs", y);
  // A comparison rather than fp.isNegative, for which -0 is negative.
  const Form chosen = application("ite", application("fp.lt", Form("r"), Form(smtlib_number(0, node.width))),
                                  application("fp.add RNE", Form("r"), size_y), application("fp.abs", Form("r")));
  Form form;
  form << "(let ((r " << application("fp.rem", size_x, size_y) << ")) (let ((m " << chosen << ")) "
       << application("ite", application("fp.isNegative", x), application("fp.neg", Form("m")), Form("m")) << "))";
  return form;
}

Form Terms::choice_of_number(const braid_node &node, Sort sort) const {
  const Term a = number_of(node.a), b = number_of(node.b);
  const Form second = application("or", application("fp.isNaN", a),
                                  application(node.op == BRAID_OP_FMIN ? "fp.lt" : "fp.gt", b, a));
  return application("ite", second, Term{node.b, sort}, Term{node.a, sort});
}

Form Terms::to_integer(const braid_node &node) const {
  const bool is_signed = node.op == BRAID_OP_FTOSI;
  const unsigned from = nodes_[node.a].width;
  const Term a = number_of(node.a);
  // Bounds as numbers: powers of two, all exact except 2^128, which is infinity for a float.
  const auto power = [&](unsigned exponent) {
    if (exponent < 128)
      return floating::from_integer(Value(1) << exponent, 128, from, false);
    return from == 32 ? uint64_t(0x7f800000u) : uint64_t(0x47f0000000000000u);
  };
  const uint64_t above = power(is_signed ? node.width - 1 : node.width);
  const uint64_t below = is_signed ? above | (uint64_t(1) << (from - 1)) : 0;
  const Form in_range = application("and", application("fp.leq", Form(smtlib_number(below, from)), Form("t")),
                                    application("fp.lt", Form("t"), Form(smtlib_number(above, from))));
  // Z3 4.8 refuses signed numbers of one bit.
  const bool single = is_signed && node.width == 1;
  Form converted = application(
      fmt::format("(_ fp.to_{}bv {}) RTZ", is_signed ? "s" : "u", single ? 2u : node.width), Form("t"));
  if (single)
    converted = application(extract(0, 0), converted);
  const Value outside = is_signed ? Value(1) << (node.width - 1) : mask_of(node.width);
  Form form;
  form << "(let ((t " << application("fp.roundToIntegral RTZ", a) << ")) "
       << application("ite", in_range, converted, Form(smtlib_literal(outside, node.width))) << ")";
  return form;
}

Form Terms::counted_ones(const braid_node &node, unsigned low, unsigned count) const {
  if (count == 1) {
    const Form bit = application(extract(low, low), bits_of(node.a));
    return node.width == 1 ? bit : application(fmt::format("(_ zero_extend {})", node.width - 1), bit);
  }
  const unsigned half = count / 2;
  return application("bvadd", counted_ones(node, low, half), counted_ones(node, low + half, count - half));
}

Form Terms::counted_zeros(const braid_node &node) const {
  Form form(smtlib_literal(Value(node.width) & mask_of(node.width), node.width));
  for (unsigned zeros = node.width; zeros-- != 0;) {
    const unsigned bit = node.op == BRAID_OP_CTLZ ? node.width - 1 - zeros : zeros;
    form = application("ite", application("=", application(extract(bit, bit), bits_of(node.a)), Form("#b1")),
                       Form(smtlib_literal(zeros, node.width)), form);
  }
  return form;
}

Form Terms::reordered(const braid_node &node, unsigned unit) const {
  Form form;
  for (unsigned low = node.width; low != 0;) { // the highest unit becomes the lowest
    low -= unit;
    const Form part = application(extract(low + unit - 1, low), bits_of(node.a));
    form = low + unit == node.width ? part : application("concat", part, form);
  }
  return form;
}

Form Terms::array(Term term) const {
  const braid_node &node = nodes_[term.e];
  switch (node.op) {
  case BRAID_OP_WRITE:
    return application("store", array_of(node.a), bits_of(node.b), bits_of(node.c));
  case BRAID_OP_ITE:
    return application("ite", boolean_of(node.a), array_of(node.b), array_of(node.c));
  case BRAID_OP_STORE: {
    Form form = application("store", array_of(node.a), bits_of(node.b), byte(node.c, 0));
    for (unsigned i = 1; i < nodes_[node.c].width / 8; i++)
      form = application("store", form, offset(node.b, i), byte(node.c, i));
    return form;
  }
  case BRAID_OP_MEMORY:
  case BRAID_OP_TABLE: {
    const Table &table = leaves_.table(term.e);
    size_t last = table.elements.size() - term.without; // one behind the last that is in this term
    while (last != 0 && table.elements[last - 1] == table.fallback)
      last--;
    if (last == 0)
      return application(fmt::format("(as const {})", array_sort(node)),
                         Form(smtlib_literal(table.fallback, node.width)));
    return application("store", Term{term.e, Sort::ARRAY, uint32_t(table.elements.size() - last + 1)},
                       Form(smtlib_literal(last - 1, index_width_of(node))),
                       Form(smtlib_literal(table.elements[last - 1], node.width)));
  }
  default:
    return Form(leaves_.smtlib_name(term.e));
  }
}

// An offset in an object, and bytes behind it.
Form Terms::offset(Expr first, unsigned bytes) const {
  return application("bvadd", bits_of(first), Form(smtlib_literal(bytes, 64)));
}

Form Terms::byte(Expr value, unsigned number) const {
  return application(extract(8 * number + 7, 8 * number), bits_of(value));
}

Form Terms::loaded(const braid_node &node) const {
  Form form = application("select", array_of(node.a), bits_of(node.b));
  for (unsigned i = 1; i < node.width / 8; i++)
    form = application("concat", application("select", array_of(node.a), offset(node.b, i)), form);
  return form;
}

Form Terms::element(const braid_node &node) const {
  const braid_node &array = nodes_[node.a];
  if (array.op != BRAID_OP_TABLE)
    return application("select", array_of(node.a), bits_of(node.b));
  const Table &table = leaves_.table(node.a);
  if (table.elements.empty())
    return Form(smtlib_literal(table.fallback, node.width));
  unsigned bits = 0; // of the index, for the elements that the table has
  while (bits < array.index_width && bits < 32 && uint64_t(1) << bits < table.elements.size())
    bits++;
  Form inside = chosen_element(node, table, 0, bits);
  if (bits == array.index_width)
    return inside;
  const unsigned rest = array.index_width - bits;
  return application("ite",
                     application("=", application(extract(array.index_width - 1u, bits), bits_of(node.b)),
                                 Form(smtlib_literal(0, rest))),
                     inside, Form(smtlib_literal(table.fallback, node.width)));
}

// One of the 2^bits elements from `first` on, by the low bits of the index.
Form Terms::chosen_element(const braid_node &node, const Table &table, uint64_t first, unsigned bits) const {
  bool same = true;
  for (uint64_t i = 1; same && i < uint64_t(1) << bits; i++)
    same = table.at(first + i) == table.at(first);
  if (same)
    return Form(smtlib_literal(table.at(first), node.width));
  const uint64_t half = uint64_t(1) << (bits - 1);
  return application(
      "ite", application("=", application(extract(bits - 1, bits - 1), bits_of(node.b)), Form("#b1")),
      chosen_element(node, table, first + half, bits - 1), chosen_element(node, table, first, bits - 1));
}

std::vector<Form> Terms::conditions(Term free) const {
  const braid_node &node = nodes_[free.e];
  const Form constant = bits(free.e);
  const Term number = number_of(free.e);
  std::vector<Form> conditions = {application("=", application(to_number(node.width), constant), number)};
  if (node.op != BRAID_OP_SITOF && node.op != BRAID_OP_UITOF)
    conditions.push_back(
        application("=>", application("fp.isNaN", number), application("=", constant, nan_bits(node))));
  return conditions;
}

// Which NaN an operation gives: see floating.h.
Form Terms::nan_bits(const braid_node &node) const {
  const Term a = bits_of(node.a);
  if (node.op == BRAID_OP_FEXTEND)
    return application(
        "concat", application(extract(31, 31), a),
        application("concat", Form("#xfff"),
                    application("concat", application(extract(21, 0), a), Form(smtlib_literal(0, 29)))));
  if (node.op == BRAID_OP_FROUNDTO)
    return application("concat", application(extract(63, 63), a),
                       application("concat", Form(smtlib_literal(0x1ff, 9)), application(extract(50, 29), a)));
  Form form(smtlib_literal(floating::default_nan(node.width), node.width));
  for (unsigned i = operation_of(node).operands; i-- != 0;)
    form = application("ite", application("fp.isNaN", number_of(operand(node, i))),
                       application("bvor", bits_of(operand(node, i)),
                                   Form(smtlib_literal(floating::quiet_bit(node.width), node.width))),
                       form);
  return form;
}

} // namespace braid::expr::smtlib
