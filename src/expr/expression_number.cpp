// The part of ExpressionText for floating-point numbers.
#include "expr/expression_text.h"
#include "expr/semantics.h"

namespace braid::expr {

namespace {

const char *number_type(unsigned width) { return width == 32 ? "float" : "double"; }

} // namespace

bool ExpressionText::is_number(const braid_node &node) {
  return node.op >= BRAID_OP_FADD && (operation_of(node).shape == Shape::FSAME || is_library_function(node.op) ||
                                      node.op == BRAID_OP_FEXTEND || node.op == BRAID_OP_FROUNDTO ||
                                      node.op == BRAID_OP_SITOF || node.op == BRAID_OP_UITOF);
}

ExpressionText::Piece ExpressionText::number_comparison(const braid_node &node, bool negated) {
  if (node.op == BRAID_OP_FUNORDERED) {
    const auto is_ordinary = [&](Expr e) {
      const std::optional<Value> value = readings_.constant(e);
      return value && !floating::is_nan(uint64_t(*value), nodes_[e].width);
    };
    Piece piece = node.a == node.b || is_ordinary(node.b) ? call("isnan", {number(node.a)})
                  : is_ordinary(node.a)                   ? call("isnan", {number(node.b)})
                                                          : call("isunordered", {number(node.a), number(node.b)});
    return negated ? negation(std::move(piece)) : piece;
  }
  Expr left = node.a, right = node.b;
  const bool turned = readings_.constant(left) && !readings_.constant(right);
  if (turned)
    std::swap(left, right);
  if (node.op == BRAID_OP_FEQ) // with a NaN != is true, as the negation of == is
    return infix(number(left), negated ? "!=" : "==", number(right), Precedence::EQUALITY);
  const std::string symbol = std::string(turned ? ">" : "<") + (node.op == BRAID_OP_FLE ? "=" : "");
  Piece piece = infix(number(left), symbol, number(right), Precedence::RELATION);
  return negated ? negation(std::move(piece)) : piece; // with a NaN both < and >= are false
}

ExpressionText::Piece ExpressionText::number(Expr e) {
  const braid_node &node = nodes_[e];
  if (node.op == BRAID_OP_CONST) {
    Piece piece{number_text(node.value, node.width)};
    if (piece.text.front() == '-')
      piece.precedence = Precedence::UNARY;
    return piece;
  }
  const std::string from_bits = std::string("as_") + number_type(node.width);
  if (const std::optional<ByteRange> range = readings_.bytes(e)) {
    Piece bytes{leaves_.name(*range)};
    return leaves_.is_variable(*range) && !range->reversed ? bytes : call(from_bits, {integer(e, Need::NATURAL)});
  }
  if (node.op == BRAID_OP_SYMBOL)
    return {leaves_.name(e)};
  Level level(*this);
  if (!level)
    return {ELIDED};
  if (is_number(node))
    return number_operation(node);
  const auto has_pattern = [&](Value pattern) { return readings_.constant(node.b) == pattern; };
  if (node.op == BRAID_OP_XOR && has_pattern(sign_bit<Value>(node.width)))
    return minus_sign(number(node.a));
  if (node.op == BRAID_OP_AND && has_pattern(mask_of(node.width - 1)))
    return call("fabs", {number(node.a)});
  if (node.op == BRAID_OP_ITE)
    return conditional(node.a, number(node.b), number(node.c));
  return call(from_bits, {integer(e, Need::NATURAL)});
}

ExpressionText::Piece ExpressionText::number_operation(const braid_node &node) {
  const auto binary = [&](const char *symbol, Precedence precedence) {
    return infix(number(node.a), symbol, number(node.b), precedence);
  };
  switch (node.op) {
  case BRAID_OP_FADD:
    return binary("+", Precedence::SUM);
  case BRAID_OP_FSUB:
    return binary("-", Precedence::SUM);
  case BRAID_OP_FMUL:
    return binary("*", Precedence::PRODUCT);
  case BRAID_OP_FDIV:
    return binary("/", Precedence::PRODUCT);
  case BRAID_OP_FEXTEND:
  case BRAID_OP_FROUNDTO:
    return cast(number_type(node.width), number(node.a));
  case BRAID_OP_SITOF:
    return cast(number_type(node.width), integer(node.a, Need::SIGNED));
  case BRAID_OP_UITOF:
    return cast(number_type(node.width), integer(node.a, Need::UNSIGNED));
  default:
    break;
  }
  const std::string_view function = operation_of(node).text;
  switch (operation_of(node).operands) {
  case 1:
    return call(function, {number(node.a)});
  case 2:
    return call(function, {number(node.a), number(node.b)});
  default:
    return call(function, {number(node.a), number(node.b), number(node.c)});
  }
}

} // namespace braid::expr
