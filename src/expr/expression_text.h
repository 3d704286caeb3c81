// One attempt at printing an expression within a given depth; see text.h for what it should look like and
// for who chooses the depth.
#pragma once

#include "expr/constant_text.h"
#include "expr/reading.h"

namespace braid::expr {

// C's levels, lowest first.
enum class Precedence : uint8_t {
  CONDITIONAL,
  OR,
  AND,
  BIT_OR,
  BIT_XOR,
  BIT_AND,
  EQUALITY,
  RELATION,
  SHIFT,
  SUM,
  PRODUCT,
  UNARY,
  PRIMARY,
};

class ExpressionText {
public:
  // Gives up, with overflowed(), as soon as more than `work` nodes were printed.
  ExpressionText(std::span<const braid_node> nodes, const Leaves &leaves, const Readings &readings, unsigned depth,
                 size_t work)
      : nodes_(nodes), leaves_(leaves), readings_(readings), depth_(depth), work_(work) {}

  std::string print(Expr e);

  bool elided() const { return elided_; }
  bool overflowed() const { return work_ == 0; }

private:
  // Text, and the level of its outermost operator.
  struct Piece {
    std::string text;
    Precedence precedence = Precedence::PRIMARY;
  };
  static constexpr const char *ELIDED = "…";
  // Keeps count of depth and work: a node is entered only if both allow.
  class Level {
  public:
    explicit Level(ExpressionText &owner) : owner_(owner), entered_(owner.depth_ > 0 && owner.work_ > 0) {
      if (entered_) {
        owner_.depth_--;
        owner_.work_--;
      } else {
        owner_.elided_ = true;
      }
    }
    ~Level() {
      if (entered_)
        owner_.depth_++;
    }
    explicit operator bool() const { return entered_; }

  private:
    ExpressionText &owner_;
    bool entered_;
  };

  // How the value of an integer is needed by what surrounds it.
  enum class Need : uint8_t {
    MODULAR,  // only its low bits, as many as its width: an operand of + - * & | ^ <<
    UNSIGNED, // its value as an unsigned number
    SIGNED,   // its value as a signed number
    INT,      // the same, and of a signed type, so that C takes the operation for a signed one
    NATURAL,  // its value, read as is natural for it
  };

  Piece integer(Expr e, Need need);
  Piece plain(Expr e, Need need);
  Piece number(Expr e);
  Piece condition(Expr e, bool negated);

  Piece comparison(const braid_node &node, bool negated);
  Piece equality(const braid_node &node, bool negated);
  Piece equality(Expr left, Expr right, std::optional<Value> value, bool equal); // right only without value
  void balance(Expr &left, Expr &right, std::optional<Value> &value) const;
  bool is_truth(Expr e) const;
  Piece truth(Expr e, bool negated);
  Piece number_comparison(const braid_node &node, bool negated);
  Piece byte_range(Expr e, Value length, bool negated);
  Piece bit_test(const braid_node &node, bool negated);
  Piece sum(Expr e);
  Piece division(const braid_node &node, bool is_signed, const char *symbol);
  Piece right_shift(const braid_node &node);
  Piece bits(const braid_node &node, Need need, const char *symbol, Precedence precedence);
  Piece concatenation(Expr e);
  Piece extraction(const braid_node &node, Need need);
  Piece shifted_down(const braid_node &node);
  Piece extension(const braid_node &node);
  Piece choice(const braid_node &node);
  Piece array(Expr e);
  Piece element(const braid_node &node);
  Piece number_operation(const braid_node &node);

  Piece cast(unsigned width, bool is_signed, Piece piece);
  Piece cast(const std::string &type, Piece piece);
  Piece infix(Piece left, const std::string &symbol, Piece right, Precedence precedence, bool associative = false);
  Piece call(std::string_view function, std::initializer_list<Piece> arguments);
  Piece prefixed(std::string prefix, Piece piece);
  Piece negation(Piece piece);
  Piece minus_sign(Piece piece);
  Piece conditional(Expr condition, Piece yes, const Piece &no);
  Piece constant(Value constant, unsigned width, bool is_signed, ConstantStyle style);
  static std::string enclosed(Piece piece, Precedence outer, bool right, bool associative);

  static bool is_number(const braid_node &node); // the result of a floating-point operation
  bool is_zero(Expr e) const;
  Need beside(Expr other) const;

  std::span<const braid_node> nodes_;
  const Leaves &leaves_;
  const Readings &readings_;
  unsigned depth_;
  size_t work_;
  bool elided_ = false;
};

} // namespace braid::expr
