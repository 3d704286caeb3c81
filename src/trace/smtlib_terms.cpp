#include "trace/smtlib_terms.h"

#include "expr/floating.h"

#include <algorithm>
#include <fmt/format.h>

namespace braid::trace::smtlib {

namespace {

Term bits_of(Label label) { return {label, Sort::BITS}; }
Term boolean_of(Label label) { return {label, Sort::BOOLEAN}; }
Term number_of(Label label) { return {label, Sort::NUMBER}; }

std::string binary_literal(Value value, unsigned width) {
  std::string digits = "#b";
  for (unsigned i = width; i != 0; i--) // NOLINTNEXTLINE(clang-analyzer-core.BitwiseShift): widths end at 128
    digits += (value >> (i - 1) & 1) != 0 ? '1' : '0';
  return digits;
}

std::string literal(Value value, unsigned width) {
  if (width % 4 != 0)
    return binary_literal(value, width);
  std::string digits = "#x";
  for (unsigned i = width; i != 0; i -= 4)
    digits += "0123456789abcdef"[unsigned(value >> (i - 4)) & 15];
  return digits;
}

struct NumberSort {
  unsigned exponent, significand; // the significand counts its hidden bit
};
NumberSort number_sort(unsigned width) { return width == 32 ? NumberSort{8, 24} : NumberSort{11, 53}; }

std::string number_literal(uint64_t bits, unsigned width) {
  const auto [exponent, significand] = number_sort(width);
  return fmt::format("(fp {} {} {})", binary_literal(bits >> (width - 1), 1),
                     binary_literal(bits >> (significand - 1), exponent), binary_literal(bits, significand - 1));
}

std::string to_number(unsigned width, const char *function = "to_fp") {
  const auto [exponent, significand] = number_sort(width);
  return fmt::format("(_ {} {} {})", function, exponent, significand);
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
  return node.width == 1 && (node.op == BRAID_OP_AND || node.op == BRAID_OP_OR || node.op == BRAID_OP_XOR ||
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
    return operation_of(node).shape == Shape::FSAME;
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
    return fmt::format("v{}", term.label);
  case Sort::BOOLEAN:
    return fmt::format("c{}", term.label);
  default:
    return fmt::format("f{}", term.label);
  }
}

std::string Terms::sort_name(Term term) const {
  const unsigned width = view_.node(term.label).width;
  if (term.sort == Sort::BOOLEAN)
    return "Bool";
  if (term.sort == Sort::BITS)
    return fmt::format("(_ BitVec {})", width);
  const auto [exponent, significand] = number_sort(width);
  return fmt::format("(_ FloatingPoint {} {})", exponent, significand);
}

std::string Terms::input_name(Label label) const {
  const braid_node &node = view_.node(label);
  std::string name = node.op == BRAID_OP_INPUT ? names_.byte(node.a, node.b) : names_.size(node.a);
  // A symbol in bars may hold anything but bars and backslashes. What replaces them could make two names equal.
  const auto forbidden = [](char c) { return c == '|' || c == '\\'; };
  if (std::any_of(name.begin(), name.end(), forbidden)) {
    std::replace_if(name.begin(), name.end(), forbidden, '_');
    name += fmt::format(" of source {}", node.a);
  }
  return "|" + name + "|";
}

bool Terms::is_free(Term term) const { return term.sort == Sort::BITS && computes_number(view_.node(term.label)); }

Term Terms::natural(Label label) const {
  const braid_node &node = view_.node(label);
  if (is_boolean(node))
    return boolean_of(label);
  return bits_of(label);
}

std::string Terms::constant(Label label, Value value) const {
  if (natural(label).sort == Sort::BOOLEAN)
    return value != 0 ? "true" : "false";
  return literal(value, view_.node(label).width);
}

Form Terms::form(Term term) const {
  switch (term.sort) {
  case Sort::BITS:
    return bits(term.label);
  case Sort::BOOLEAN:
    return boolean(term.label);
  default:
    return number(term.label);
  }
}

Form Terms::bits(Label label) const {
  const braid_node &node = view_.node(label);
  if (node.op == BRAID_OP_CONST)
    return Form(literal(constant_of(node), node.width));
  if (node.op == BRAID_OP_INPUT || node.op == BRAID_OP_SIZE)
    return Form(input_name(label));
  if (is_boolean(node))
    return application("ite", boolean_of(label), Form("#b1"), Form("#b0"));
  if (computes_number(node))
    return Form(fmt::format("bits{}", label));
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
    return application(fmt::format("(_ zero_extend {})", node.width - view_.node(node.a).width), bits_of(node.a));
  case BRAID_OP_SEXT:
    return application(fmt::format("(_ sign_extend {})", node.width - view_.node(node.a).width), bits_of(node.a));
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
  default:
    return to_integer(node);
  }
}

Form Terms::boolean(Label label) const {
  const braid_node &node = view_.node(label);
  switch (node.op) {
  case BRAID_OP_CONST:
    return Form(node.value != 0 ? "true" : "false");
  case BRAID_OP_EQ:
  case BRAID_OP_NE: {
    // Two Bools can be compared as such.
    const bool booleans = is_boolean(view_.node(node.a)) && is_boolean(view_.node(node.b));
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
    if (view_.node(node.b).op == BRAID_OP_CONST && view_.node(node.b).value != 0)
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
    return application("=", bits_of(label), Form("#b1"));
  }
}

Form Terms::number(Label label) const {
  const braid_node &node = view_.node(label);
  const auto has_pattern = [&](Value pattern) {
    const braid_node &other = view_.node(node.b);
    return other.op == BRAID_OP_CONST && constant_of(other) == pattern;
  };
  if (computes_number(node))
    return number_operation(node);
  switch (node.op) {
  case BRAID_OP_CONST:
    return Form(number_literal(node.value, node.width));
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
  return application(to_number(node.width), bits_of(label));
}

Form Terms::number_operation(const braid_node &node) const {
  const Term a = number_of(node.a), b = number_of(node.b);
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
  const Form chosen = application("ite", application("fp.lt", Form("r"), Form(number_literal(0, node.width))),
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
  const unsigned from = view_.node(node.a).width;
  const Term a = number_of(node.a);
  // Bounds as numbers: powers of two, all exact except 2^128, which is infinity for a float.
  const auto power = [&](unsigned exponent) {
    if (exponent < 128)
      return floating::from_integer(Value(1) << exponent, 128, from, false);
    return from == 32 ? uint64_t(0x7f800000u) : uint64_t(0x47f0000000000000u);
  };
  const uint64_t above = power(is_signed ? node.width - 1 : node.width);
  const uint64_t below = is_signed ? above | (uint64_t(1) << (from - 1)) : 0;
  const Form in_range = application("and", application("fp.leq", Form(number_literal(below, from)), Form("t")),
                                    application("fp.lt", Form("t"), Form(number_literal(above, from))));
  const Form converted =
      application(fmt::format("(_ fp.to_{}bv {}) RTZ", is_signed ? "s" : "u", node.width), Form("t"));
  const Value outside = is_signed ? Value(1) << (node.width - 1) : mask_of(node.width);
  Form form;
  form << "(let ((t " << application("fp.roundToIntegral RTZ", a) << ")) "
       << application("ite", in_range, converted, Form(literal(outside, node.width))) << ")";
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
  Form form(literal(Value(node.width) & mask_of(node.width), node.width));
  for (unsigned zeros = node.width; zeros-- != 0;) {
    const unsigned bit = node.op == BRAID_OP_CTLZ ? node.width - 1 - zeros : zeros;
    form = application("ite", application("=", application(extract(bit, bit), bits_of(node.a)), Form("#b1")),
                       Form(literal(zeros, node.width)), form);
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

std::vector<Form> Terms::conditions(Term free) const {
  const braid_node &node = view_.node(free.label);
  const Form constant = bits(free.label);
  const Term number = number_of(free.label);
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
    return application("concat", application(extract(31, 31), a),
                       application("concat", Form("#xfff"),
                                   application("concat", application(extract(21, 0), a), Form(literal(0, 29)))));
  if (node.op == BRAID_OP_FROUNDTO)
    return application("concat", application(extract(63, 63), a),
                       application("concat", Form(literal(0x1ff, 9)), application(extract(50, 29), a)));
  Form form(literal(floating::default_nan(node.width), node.width));
  for (unsigned i = operation_of(node).operands; i-- != 0;)
    form = application(
        "ite", application("fp.isNaN", number_of(operand(node, i))),
        application("bvor", bits_of(operand(node, i)), Form(literal(floating::quiet_bit(node.width), node.width))),
        form);
  return form;
}

} // namespace braid::trace::smtlib
