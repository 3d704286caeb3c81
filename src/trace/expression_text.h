// One attempt at printing an expression within a given depth; see text.h for what it should look like and
// for who chooses the depth.
#pragma once

#include "trace/constant_text.h"
#include "trace/names.h"
#include "trace/reading.h"

namespace braid::trace {

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
  ExpressionText(const View &view, const SourceNames &names, const Readings &readings, unsigned depth, size_t work)
      : view_(view), names_(names), readings_(readings), depth_(depth), work_(work) {}

  std::string print(Label label);

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

  Piece integer(Label label, Need need);
  Piece plain(Label label, Need need);
  Piece number(Label label);
  Piece condition(Label label, bool negated);

  Piece comparison(const braid_node &node, bool negated);
  Piece equality(const braid_node &node, bool negated);
  Piece equality(Label left, Label right, std::optional<Value> value, bool equal); // right only without value
  void balance(Label &left, Label &right, std::optional<Value> &value) const;
  bool is_truth(Label label) const;
  Piece truth(Label label, bool negated);
  Piece number_comparison(const braid_node &node, bool negated);
  Piece byte_range(Label label, Value length, bool negated);
  Piece bit_test(const braid_node &node, bool negated);
  Piece sum(Label label);
  Piece division(const braid_node &node, bool is_signed, const char *symbol);
  Piece right_shift(const braid_node &node);
  Piece bits(const braid_node &node, Need need, const char *symbol, Precedence precedence);
  Piece concatenation(Label label);
  Piece extraction(const braid_node &node, Need need);
  Piece shifted_down(const braid_node &node);
  Piece extension(const braid_node &node);
  Piece choice(const braid_node &node);
  Piece number_operation(const braid_node &node);

  Piece cast(unsigned width, bool is_signed, Piece piece);
  Piece cast(const std::string &type, Piece piece);
  Piece infix(Piece left, const std::string &symbol, Piece right, Precedence precedence, bool associative = false);
  Piece call(std::string_view function, std::initializer_list<Piece> arguments);
  Piece prefixed(std::string prefix, Piece piece);
  Piece negation(Piece piece);
  Piece minus_sign(Piece piece);
  Piece conditional(Label condition, Piece yes, const Piece &no);
  Piece constant(Value constant, unsigned width, bool is_signed, ConstantStyle style);
  static std::string enclosed(Piece piece, Precedence outer, bool right, bool associative);

  static bool is_number(const braid_node &node); // the result of a floating-point operation
  bool is_zero(Label label) const;
  Need beside(Label other) const;

  const View &view_;
  const SourceNames &names_;
  const Readings &readings_;
  unsigned depth_;
  size_t work_;
  bool elided_ = false;
};

} // namespace braid::trace
