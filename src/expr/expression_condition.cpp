// The part of ExpressionText for values of one bit: comparisons, and what is made of them.
#include "expr/expression_text.h"

namespace braid::expr {

namespace {

bool is_alphanumeric(Value letter) {
  return (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
}

} // namespace

ExpressionText::Piece ExpressionText::condition(Expr e, bool negated) {
  const braid_node &node = nodes_[e];
  if (node.op == BRAID_OP_CONST)
    return {(node.value != 0) != negated ? "true" : "false"};
  Level level(*this);
  if (!level)
    return negated ? negation({ELIDED}) : Piece{ELIDED};
  switch (node.op) {
  case BRAID_OP_EQ:
  case BRAID_OP_NE:
    return equality(node, negated);
  case BRAID_OP_ULT:
  case BRAID_OP_ULE:
  case BRAID_OP_SLT:
  case BRAID_OP_SLE:
    return comparison(node, negated);
  case BRAID_OP_FEQ:
  case BRAID_OP_FLT:
  case BRAID_OP_FLE:
  case BRAID_OP_FUNORDERED:
    return number_comparison(node, negated);
  case BRAID_OP_SYMBOL:
  case BRAID_OP_READ: {
    Piece piece = node.op == BRAID_OP_SYMBOL ? Piece{leaves_.name(e)} : element(node);
    return negated ? negation(std::move(piece)) : piece;
  }
  case BRAID_OP_EXTRACT:
    return bit_test(node, negated);
  case BRAID_OP_XOR:
    if (const std::optional<Value> flip = readings_.constant(node.b))
      return condition(node.a, negated != (*flip != 0));
    return infix(condition(node.a, false), negated ? "==" : "!=", condition(node.b, false), Precedence::EQUALITY);
  default:
    break;
  }
  Piece piece;
  if (node.op == BRAID_OP_AND)
    piece = infix(condition(node.a, false), "&&", condition(node.b, false), Precedence::AND, true);
  else if (node.op == BRAID_OP_OR)
    piece = infix(condition(node.a, false), "||", condition(node.b, false), Precedence::OR, true);
  else if (node.op == BRAID_OP_ITE)
    piece = conditional(node.a, condition(node.b, false), condition(node.c, false));
  else // arithmetic of one bit
    piece = infix(plain(e, Need::MODULAR), "&", {"1"}, Precedence::BIT_AND);
  return negated ? negation(std::move(piece)) : piece;
}

// Sums with constants move to the other side: x - 104 == 0 is x == 104, and x - y == 0 is x == y.
void ExpressionText::balance(Expr &left, Expr &right, std::optional<Value> &value) const {
  while (value) {
    left = readings_.simplified(left);
    const braid_node &sum = nodes_[left];
    const bool plus = sum.op == BRAID_OP_ADD;
    if (!plus && sum.op != BRAID_OP_SUB)
      return;
    if (const std::optional<Value> amount = readings_.constant(sum.b)) {
      value = (plus ? *value - *amount : *value + *amount) & mask_of(sum.width);
      left = sum.a;
      continue;
    }
    if (plus || *value != 0)
      return;
    left = sum.a;
    right = sum.b;
    value = readings_.constant(right);
    return;
  }
}

ExpressionText::Piece ExpressionText::equality(const braid_node &node, bool negated) {
  Expr left = node.a, right = node.b;
  if (readings_.constant(left) && !readings_.constant(right))
    std::swap(left, right);
  return equality(left, right, readings_.constant(right), (node.op == BRAID_OP_EQ) != negated);
}

ExpressionText::Piece ExpressionText::equality(Expr left, Expr right, std::optional<Value> value, bool equal) {
  balance(left, right, value);
  const char *symbol = equal ? "==" : "!=";
  const braid_node &first = nodes_[left];
  if (!value) {
    if (first.width == 1)
      return infix(condition(left, false), symbol, condition(right, false), Precedence::EQUALITY);
    // Narrow values become ints: equal only if they were read the same way.
    const bool is_signed =
        first.width < 32 && (readings_.of(left) == Reading::SIGNED || readings_.of(right) == Reading::SIGNED);
    const Need need = is_signed ? Need::SIGNED : Need::NATURAL;
    return infix(integer(left, need), symbol, integer(right, need), Precedence::EQUALITY);
  }
  if (first.width == 1)
    return condition(left, equal == (*value == 0));
  if (*value <= 1 && is_truth(left))
    return truth(left, equal == (*value == 0));
  if (first.op == BRAID_OP_SEXT && nodes_[first.a].width == 1 && *value == 0)
    return condition(first.a, equal);
  if (const std::optional<ByteRange> range = readings_.bytes(left); range && range->count > 1) {
    const std::string text = string_text(*value, range->count, range->reversed);
    if (!text.empty() && !leaves_.is_variable(*range))
      return infix({leaves_.name(*range)}, symbol, {text}, Precedence::EQUALITY);
  }
  const ConstantStyle style = readings_.input_byte(left) != 0 ? ConstantStyle::LETTER : ConstantStyle::PATTERN;
  // Whether the sign of a narrower value was extended does not matter to a constant without it.
  if (first.op == BRAID_OP_SEXT && *value <= mask_of(nodes_[first.a].width) >> 1)
    return infix(integer(first.a, Need::UNSIGNED), symbol, constant(*value, first.width, false, style),
                 Precedence::EQUALITY);
  const Reading reading = readings_.of(left);
  const bool is_int = reading == Reading::EITHER && first.width >= 32 && !readings_.has_unsigned_type(left);
  return infix(integer(left, Need::NATURAL), symbol,
               constant(*value, first.width, reading == Reading::SIGNED || is_int, style), Precedence::EQUALITY);
}

// An integer made of truth values alone, such as (a < b) | (c < d).
bool ExpressionText::is_truth(Expr e) const {
  const braid_node &node = nodes_[readings_.simplified(e)];
  if (node.op == BRAID_OP_ZEXT)
    return nodes_[node.a].width == 1;
  const bool logic = node.op == BRAID_OP_AND || node.op == BRAID_OP_OR;
  return logic && node.width > 1 && readings_.maximum(node.a) <= 1 && readings_.maximum(node.b) <= 1 &&
         !readings_.constant(node.b);
}

ExpressionText::Piece ExpressionText::truth(Expr e, bool negated) {
  e = readings_.simplified(e);
  if (!is_truth(e))
    return equality(e, 0, Value(0), negated);
  Level level(*this);
  if (!level)
    return negated ? negation({ELIDED}) : Piece{ELIDED};
  const braid_node &node = nodes_[e];
  if (node.op == BRAID_OP_ZEXT)
    return condition(node.a, negated);
  const bool both = node.op == BRAID_OP_AND;
  Piece piece = infix(truth(node.a, false), both ? "&&" : "||", truth(node.b, false),
                      both ? Precedence::AND : Precedence::OR, true);
  return negated ? negation(std::move(piece)) : piece;
}

ExpressionText::Piece ExpressionText::comparison(const braid_node &node, bool negated) {
  const bool is_signed = node.op == BRAID_OP_SLT || node.op == BRAID_OP_SLE;
  bool strict = node.op == BRAID_OP_ULT || node.op == BRAID_OP_SLT, less = true;
  Expr left = node.a, right = node.b;
  if (negated) { // !(a < b) is a >= b
    less = false;
    strict = !strict;
  }
  if (readings_.constant(left) && !readings_.constant(right)) {
    std::swap(left, right);
    less = !less;
  }
  // Unsigned x < 1 and x <= 0 are x == 0.
  std::optional<Value> value = readings_.constant(right);
  if (!is_signed && value && *value == (less == strict ? 1u : 0u))
    return equality(left, right, Value(0), less);
  if (!is_signed && value && less)
    if (const Piece range = byte_range(left, strict ? *value - 1 : *value, false); !range.text.empty())
      return range;
  if (!is_signed && value && !less)
    if (const Piece range = byte_range(left, strict ? *value : *value - 1, true); !range.text.empty())
      return range;
  // x - y < 0 is x < y where the difference of two small numbers cannot wrap around.
  if (const braid_node &difference = nodes_[left];
      is_signed && value == Value(0) && difference.op == BRAID_OP_SUB && !readings_.constant(difference.b) &&
      !readings_.may_be_negative(difference.a) && !readings_.may_be_negative(difference.b)) {
    left = difference.a;
    right = difference.b;
    value = std::nullopt;
  }
  const bool plain_symbol = is_signed || readings_.plain_is_unsigned(left, right);
  const Need need = plain_symbol ? Need::UNSIGNED : Need::NATURAL;
  Piece second;
  if (value && readings_.input_byte(left) != 0 && *value != '\n') {
    // The bounds of digits and letters are themselves digits and letters: x < ':' is x <= '9'.
    const Value next = less == strict ? *value - 1 : *value + 1;
    if (!is_alphanumeric(*value) && is_alphanumeric(next)) {
      value = next;
      strict = !strict;
    }
    second = constant(*value, nodes_[right].width, is_signed, ConstantStyle::LETTER);
  } else {
    second = integer(right, is_signed ? beside(left) : need);
  }
  const std::string symbol = std::string(less ? "<" : ">") + (strict ? "" : "=") + (plain_symbol ? "" : "u");
  return infix(integer(left, is_signed ? beside(right) : need), symbol, std::move(second), Precedence::RELATION);
}

// x - '0' <= 9, unsigned, is the idiom for x >= '0' && x <= '9'. Empty if it is not that, for a byte x of input.
ExpressionText::Piece ExpressionText::byte_range(Expr e, Value length, bool negated) {
  const braid_node &sum = nodes_[readings_.simplified(e)];
  const std::optional<Value> amount =
      sum.op == BRAID_OP_ADD || sum.op == BRAID_OP_SUB ? readings_.constant(sum.b) : std::nullopt;
  const Expr byte = amount ? readings_.input_byte(sum.a) : 0;
  if (byte == 0)
    return {};
  const Value first = (sum.op == BRAID_OP_ADD ? -*amount : *amount) & mask_of(sum.width);
  // Up to 127 it does not matter whether the byte's sign was extended.
  if (first == 0 || first > 127 || length > 127 - first)
    return {};
  const auto bound = [&](const char *symbol, Value value) {
    const ConstantStyle style = value == '\n' ? ConstantStyle::NUMBER : ConstantStyle::LETTER;
    return infix(integer(byte, Need::UNSIGNED), symbol, constant(value, 8, false, style), Precedence::RELATION);
  };
  if (negated)
    return infix(bound("<", first), "||", bound(">", first + length), Precedence::OR, true);
  return infix(bound(">=", first), "&&", bound("<=", first + length), Precedence::AND, true);
}

ExpressionText::Piece ExpressionText::bit_test(const braid_node &node, bool negated) {
  if (node.b == 0 && readings_.maximum(node.a) <= 1)
    return truth(node.a, negated);
  if (node.b + 1u == nodes_[node.a].width)
    return infix(integer(node.a, Need::SIGNED), negated ? ">=" : "<", {"0"}, Precedence::RELATION);
  Piece masked = infix(integer(node.a, Need::MODULAR), "&",
                       constant(Value(1) << node.b, 128, false, ConstantStyle::BITS), Precedence::BIT_AND);
  return infix(std::move(masked), negated ? "==" : "!=", {"0"}, Precedence::EQUALITY);
}

} // namespace braid::expr
