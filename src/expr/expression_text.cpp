#include "expr/expression_text.h"

#include "expr/semantics.h"

#include <fmt/format.h>

namespace braid::expr {

namespace {

bool has_c_type(unsigned width) { return width == 8 || width == 16 || width == 32 || width == 64; }

} // namespace

std::string ExpressionText::enclosed(Piece piece, Precedence outer, bool right, bool associative) {
  const Precedence inner = piece.precedence;
  const auto is_bitwise = [](Precedence p) { return p >= Precedence::BIT_OR && p <= Precedence::BIT_AND; };
  const bool required = inner < outer || (inner == outer && right && !associative);
  // Where compilers ask for parentheses although the grammar does not.
  const bool advisable =
      (outer == Precedence::SHIFT && inner == Precedence::SUM) ||
      (is_bitwise(outer) && inner != outer && inner < Precedence::PRODUCT && inner != Precedence::SHIFT) ||
      (outer == Precedence::OR && inner == Precedence::AND) || (outer <= Precedence::AND && is_bitwise(inner)) ||
      ((outer == Precedence::EQUALITY || outer == Precedence::RELATION) &&
       (inner == Precedence::EQUALITY || inner == Precedence::RELATION));
  return required || advisable ? "(" + piece.text + ")" : std::move(piece.text);
}

ExpressionText::Piece ExpressionText::infix(Piece left, const std::string &symbol, Piece right,
                                            Precedence precedence, bool associative) {
  return {enclosed(std::move(left), precedence, false, associative) + " " + symbol + " " +
              enclosed(std::move(right), precedence, true, associative),
          precedence};
}

ExpressionText::Piece ExpressionText::call(std::string_view function, std::initializer_list<Piece> arguments) {
  std::string text(function);
  const char *separator = "(";
  for (const Piece &argument : arguments) {
    text += separator;
    text += argument.text;
    separator = ", ";
  }
  return {text + ")"};
}

ExpressionText::Piece ExpressionText::prefixed(std::string prefix, Piece piece) {
  return {std::move(prefix) + enclosed(std::move(piece), Precedence::UNARY, false, false), Precedence::UNARY};
}

ExpressionText::Piece ExpressionText::cast(const std::string &type, Piece piece) {
  return prefixed("(" + type + ")", std::move(piece));
}

ExpressionText::Piece ExpressionText::cast(unsigned width, bool is_signed, Piece piece) {
  return cast(fmt::format("{}int{}_t", is_signed ? "" : "u", width), std::move(piece));
}

ExpressionText::Piece ExpressionText::negation(Piece piece) { return prefixed("!", std::move(piece)); }

ExpressionText::Piece ExpressionText::minus_sign(Piece piece) {
  if (piece.text.front() == '-') // -- is another operator
    piece = {"(" + piece.text + ")"};
  return prefixed("-", std::move(piece));
}

ExpressionText::Piece ExpressionText::conditional(Expr chosen_by, Piece yes, const Piece &no) {
  Piece question = condition(chosen_by, false);
  if (question.precedence == Precedence::CONDITIONAL)
    question = {"(" + question.text + ")"};
  if (yes.precedence == Precedence::CONDITIONAL)
    yes = {"(" + yes.text + ")"};
  return {question.text + " ? " + yes.text + " : " + no.text, Precedence::CONDITIONAL};
}

ExpressionText::Piece ExpressionText::constant(Value constant, unsigned width, bool is_signed,
                                               ConstantStyle style) {
  Piece piece{constant_text(constant, width, is_signed, style)};
  if (piece.text.front() == '-')
    piece.precedence = Precedence::UNARY;
  return piece;
}

bool ExpressionText::is_zero(Expr e) const { return readings_.constant(e) == Value(0); }

// How a signed operation needs an operand beside another: C would compute unsigned if one of them were.
ExpressionText::Need ExpressionText::beside(Expr other) const {
  return readings_.may_be_negative(other) ? Need::INT : Need::SIGNED;
}

std::string ExpressionText::print(Expr e) {
  const braid_node &node = nodes_[e];
  if (node.width == 1)
    return condition(e, false).text;
  return (is_number(node) ? number(e) : integer(e, Need::NATURAL)).text;
}

ExpressionText::Piece ExpressionText::integer(Expr e, Need need) {
  e = readings_.simplified(e);
  const braid_node &node = nodes_[e];
  if (node.op == BRAID_OP_CONST)
    return constant(constant_of(node), node.width, need == Need::SIGNED || need == Need::INT,
                    ConstantStyle::NUMBER);
  if (node.width == 1)
    return condition(e, false);
  Level level(*this);
  if (!level)
    return {ELIDED};
  const Reading reading = readings_.of(e);
  const bool is_signed = need == Need::SIGNED || need == Need::INT;
  bool needs_cast = false;
  switch (need) {
  case Need::MODULAR:
    break;
  case Need::NATURAL:
    needs_cast = reading == Reading::WRAPPING;
    break;
  case Need::UNSIGNED:
    needs_cast = reading == Reading::WRAPPING || reading == Reading::SIGNED;
    break;
  case Need::SIGNED:
  case Need::INT:
    needs_cast = reading == Reading::WRAPPING || reading == Reading::UNSIGNED ||
                 (need == Need::INT && readings_.has_unsigned_type(e));
    break;
  }
  if (!needs_cast)
    return plain(e, need);
  // A cast of a truncation is one cast.
  if (node.op == BRAID_OP_EXTRACT)
    return cast(node.width, is_signed, shifted_down(node));
  return cast(node.width, is_signed, plain(e, Need::MODULAR));
}

ExpressionText::Piece ExpressionText::plain(Expr e, Need need) {
  const braid_node &node = nodes_[e];
  if (const std::optional<ByteRange> range = readings_.bytes(e)) {
    Piece bytes{leaves_.name(*range)};
    return range->reversed ? call(fmt::format("bswap{}", node.width), {bytes}) : bytes;
  }
  switch (node.op) {
  case BRAID_OP_SIZE:
  case BRAID_OP_SYMBOL:
    return {leaves_.name(e)};
  case BRAID_OP_READ:
    return element(node);
  case BRAID_OP_LOAD:
    return call(fmt::format("load{}", node.width), {array(node.a), integer(node.b, Need::UNSIGNED)});
  case BRAID_OP_ADD:
  case BRAID_OP_SUB:
    return sum(e);
  case BRAID_OP_MUL: {
    const std::optional<Value> factor = readings_.constant(node.b);
    Piece right =
        factor ? constant(*factor, node.width, true, ConstantStyle::PATTERN) : integer(node.b, Need::MODULAR);
    return infix(integer(node.a, Need::MODULAR), "*", std::move(right), Precedence::PRODUCT);
  }
  case BRAID_OP_UDIV:
    return division(node, false, "/");
  case BRAID_OP_SDIV:
    return division(node, true, "/");
  case BRAID_OP_UREM:
    return division(node, false, "%");
  case BRAID_OP_SREM:
    return division(node, true, "%");
  case BRAID_OP_AND:
    return bits(node, need, "&", Precedence::BIT_AND);
  case BRAID_OP_OR:
    return bits(node, need, "|", Precedence::BIT_OR);
  case BRAID_OP_XOR:
    return bits(node, need, "^", Precedence::BIT_XOR);
  case BRAID_OP_SHL:
    return infix(integer(node.a, Need::MODULAR), "<<", integer(node.b, Need::UNSIGNED), Precedence::SHIFT);
  case BRAID_OP_LSHR:
  case BRAID_OP_ASHR:
    return right_shift(node);
  case BRAID_OP_ITE:
    return choice(node);
  case BRAID_OP_EXTRACT:
    return extraction(node, need);
  case BRAID_OP_CONCAT:
    return concatenation(e);
  case BRAID_OP_ZEXT:
  case BRAID_OP_SEXT:
    return extension(node);
  case BRAID_OP_CTPOP:
    return call("popcount", {integer(node.a, Need::UNSIGNED)});
  case BRAID_OP_CTTZ:
    return call("ctz", {integer(node.a, Need::UNSIGNED)});
  case BRAID_OP_CTLZ:
  case BRAID_OP_BSWAP:
  case BRAID_OP_BITREVERSE: // these depend on the width: say it
    return call(fmt::format("{}{}", operation_of(node).text, node.width), {integer(node.a, Need::MODULAR)});
  case BRAID_OP_FTOSI:
    return cast(node.width, true, number(node.a));
  case BRAID_OP_FTOUI:
    return cast(node.width, false, number(node.a));
  default:
    return call("bits", {number(e)});
  }
}

ExpressionText::Piece ExpressionText::sum(Expr e) {
  const braid_node &node = nodes_[e];
  Expr left = node.a, right = node.b;
  bool minus = node.op == BRAID_OP_SUB;
  if (minus && is_zero(left))
    return minus_sign(integer(right, Need::MODULAR));
  if (!minus && readings_.constant(left) && !readings_.constant(right))
    std::swap(left, right);

  Piece second;
  if (std::optional<Value> amount = readings_.constant(right)) {
    // x + 1 + 2 is x + 3
    for (unsigned steps = 0; steps < 8; steps++) {
      const braid_node &inner = nodes_[left];
      const bool plus = inner.op == BRAID_OP_ADD;
      const std::optional<Value> more =
          plus || inner.op == BRAID_OP_SUB ? readings_.constant(inner.b) : std::nullopt;
      if (!more)
        break;
      amount = (plus != minus ? *amount + *more : *amount - *more) & mask_of(node.width);
      left = inner.a;
    }
    // x + 0xffffffd0 is x - 48, and x - 48 of a byte of input is x - '0'.
    const Value negated = -*amount & mask_of(node.width);
    const bool wraps = node.width >= 32 || readings_.of(e) == Reading::WRAPPING;
    const bool turned = negated < *amount && negated < LARGE_CONSTANT && wraps;
    minus = minus != turned;
    const Value magnitude = turned ? negated : *amount;
    const bool letter =
        minus && (magnitude == '0' || magnitude == 'a' || magnitude == 'A') && readings_.input_byte(left) != 0;
    second = constant(magnitude, node.width, false, letter ? ConstantStyle::LETTER : ConstantStyle::NUMBER);
  } else if (const braid_node &other = nodes_[right]; !minus && other.op == BRAID_OP_SUB && is_zero(other.a)) {
    minus = true;
    second = integer(other.b, Need::MODULAR);
  } else {
    second = integer(right, Need::MODULAR);
  }
  return infix(integer(left, Need::MODULAR), minus ? "-" : "+", std::move(second), Precedence::SUM, !minus);
}

ExpressionText::Piece ExpressionText::division(const braid_node &node, bool is_signed, const char *symbol) {
  if (is_signed)
    return infix(integer(node.a, Need::INT), symbol, integer(node.b, Need::INT), Precedence::PRODUCT);
  const bool plain_symbol = readings_.plain_is_unsigned(node.a, node.b);
  const Need need = plain_symbol ? Need::UNSIGNED : Need::NATURAL;
  return infix(integer(node.a, need), plain_symbol ? symbol : std::string(symbol) + "u", integer(node.b, need),
               Precedence::PRODUCT);
}

ExpressionText::Piece ExpressionText::right_shift(const braid_node &node) {
  Piece amount = integer(node.b, Need::UNSIGNED);
  if (node.op == BRAID_OP_ASHR)
    return infix(integer(node.a, Need::INT), ">>", std::move(amount), Precedence::SHIFT);
  const bool plain_symbol = readings_.plain_is_unsigned(node.a, node.a);
  return infix(integer(node.a, plain_symbol ? Need::UNSIGNED : Need::NATURAL), plain_symbol ? ">>" : ">>u",
               std::move(amount), Precedence::SHIFT);
}

ExpressionText::Piece ExpressionText::bits(const braid_node &node, Need need, const char *symbol,
                                           Precedence precedence) {
  if (need != Need::MODULAR)
    need = Need::NATURAL;
  const std::optional<Value> pattern = readings_.constant(node.b);
  if (node.op == BRAID_OP_XOR && pattern == mask_of(node.width))
    return prefixed("~", integer(node.a, need));
  const auto side = [&](Expr e, Expr other) {
    const std::optional<Value> value = readings_.constant(e);
    if (!value)
      return integer(e, need);
    const bool is_signed = node.width >= 32 || readings_.of(other) == Reading::SIGNED;
    return constant(*value, node.width, is_signed, ConstantStyle::BITS);
  };
  return infix(side(node.a, node.b), symbol, side(node.b, node.a), precedence, true);
}

ExpressionText::Piece ExpressionText::concatenation(Expr e) {
  struct Part {
    Expr e;
    unsigned shift;
  };
  constexpr size_t MOST_PARTS = 16;
  std::vector<Part> parts, open = {{e, 0}};
  while (!open.empty() && parts.size() <= MOST_PARTS) { // high parts first
    const Part part = open.back();
    open.pop_back();
    const braid_node &node = nodes_[part.e];
    if (node.op == BRAID_OP_CONCAT && !readings_.bytes(part.e)) {
      open.push_back({node.b, part.shift});
      open.push_back({node.a, part.shift + nodes_[node.b].width});
    } else {
      parts.push_back(part);
    }
  }
  if (parts.size() > MOST_PARTS) {
    elided_ = true;
    return {ELIDED};
  }
  Value fixed = 0;
  Piece text;
  for (const Part &part : parts) {
    if (const std::optional<Value> value = readings_.constant(part.e)) {
      fixed |= *value << part.shift;
      continue;
    }
    Piece piece = integer(part.e, Need::UNSIGNED);
    if (part.shift != 0)
      piece = infix(std::move(piece), "<<", {std::to_string(part.shift)}, Precedence::SHIFT);
    text = text.text.empty() ? std::move(piece)
                             : infix(std::move(text), "|", std::move(piece), Precedence::BIT_OR, true);
  }
  const unsigned width = nodes_[e].width;
  if (text.text.empty())
    return constant(fixed, width, false, ConstantStyle::BITS);
  return fixed == 0 ? text
                    : infix(std::move(text), "|", constant(fixed, width, false, ConstantStyle::BITS),
                            Precedence::BIT_OR, true);
}

ExpressionText::Piece ExpressionText::extraction(const braid_node &node, Need need) {
  if (node.b == 0 && need == Need::MODULAR && node.width < 32 && has_c_type(node.width))
    return integer(node.a, Need::MODULAR);
  if (readings_.keeps_value(node))
    return integer(node.a, Need::UNSIGNED);
  if (has_c_type(node.width))
    return cast(node.width, false, shifted_down(node));
  return infix(shifted_down(node), "&", constant(mask_of(node.width), 128, false, ConstantStyle::BITS),
               Precedence::BIT_AND);
}

// The operand of an extraction with the bits in question at its low end.
ExpressionText::Piece ExpressionText::shifted_down(const braid_node &node) {
  if (node.b == 0)
    return integer(node.a, Need::MODULAR);
  return infix(integer(node.a, Need::NATURAL), ">>", {std::to_string(node.b)}, Precedence::SHIFT);
}

ExpressionText::Piece ExpressionText::extension(const braid_node &node) {
  if (node.op == BRAID_OP_ZEXT)
    return integer(node.a, Need::UNSIGNED);
  if (nodes_[node.a].width == 1)
    return conditional(node.a, {"-1"}, {"0"});
  return integer(node.a, Need::SIGNED);
}

ExpressionText::Piece ExpressionText::choice(const braid_node &node) {
  if (const std::optional<Extreme> found = readings_.extreme(node)) {
    const bool plain_name = found->is_signed || readings_.plain_is_unsigned(found->first, found->second);
    const Need need = found->is_signed ? Need::INT : plain_name ? Need::UNSIGNED : Need::NATURAL;
    return call(std::string(plain_name ? "" : "u") + (found->is_maximum ? "max" : "min"),
                {integer(found->first, need), integer(found->second, need)});
  }
  const braid_node &test = nodes_[node.a];
  if (const braid_node &negative = nodes_[node.b]; test.op == BRAID_OP_SLT && is_zero(test.b) &&
                                                   test.a == node.c && negative.op == BRAID_OP_SUB &&
                                                   is_zero(negative.a) && negative.b == node.c)
    return call("abs", {integer(node.c, Need::SIGNED)});
  const auto side = [&](Expr e, Expr other) {
    const std::optional<Value> value = readings_.constant(e);
    const bool negative = !readings_.constant(other) ? readings_.of(other) == Reading::SIGNED : node.width >= 32;
    return value ? constant(*value, node.width, negative, ConstantStyle::PATTERN) : integer(e, Need::NATURAL);
  };
  return conditional(node.a, side(node.b, node.c), side(node.c, node.b));
}

ExpressionText::Piece ExpressionText::element(const braid_node &node) {
  return {enclosed(array(node.a), Precedence::PRIMARY, false, false) + "[" + integer(node.b, Need::UNSIGNED).text +
          "]"};
}

// Short tables are shown as they are. C has no word for an array with one element changed; it is made by write().
ExpressionText::Piece ExpressionText::array(Expr e) {
  Level level(*this);
  if (!level)
    return {ELIDED};
  const braid_node &node = nodes_[e];
  switch (node.op) {
  case BRAID_OP_WRITE:
    return call("write", {array(node.a), integer(node.b, Need::UNSIGNED), integer(node.c, Need::NATURAL)});
  case BRAID_OP_ITE:
    return conditional(node.a, array(node.b), array(node.c));
  case BRAID_OP_STORE:
    return call("store", {array(node.a), integer(node.b, Need::UNSIGNED), integer(node.c, Need::NATURAL)});
  case BRAID_OP_TABLE: {
    constexpr size_t MOST_ELEMENTS = 8;
    const Table &table = leaves_.table(e);
    if (table.elements.size() > MOST_ELEMENTS)
      return {leaves_.name(e)};
    std::string text = "{";
    for (const Value element : table.elements)
      text += constant_text(element, node.width, false, ConstantStyle::NUMBER) + ", ";
    return {text + constant_text(table.fallback, node.width, false, ConstantStyle::NUMBER) + ", …}"};
  }
  default:
    return {leaves_.name(e)};
  }
}

} // namespace braid::expr
