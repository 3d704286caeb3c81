// IEEE arithmetic on words of bits, as gates: what floating.h says an operation gives, bit for bit, NaNs included.
//
// A number is taken apart into sign, exponent and significand, the operation computes an exact result, or one with
// a last bit that stands for everything behind it, and one rounding puts it together again. Given constants, all
// gates disappear, so the circuits can be compared with the real arithmetic at the speed of a program.
#pragma once

#include "solver/bits/circuits.h"

namespace braid::solver {

class NumberCircuits {
public:
  explicit NumberCircuits(Gates &gates) : gates_(gates), circuits_(gates) {}

  // Whether there is a circuit: not for FREM, whose steps depend on the exponents, nor for functions of the C
  // library.
  static bool knows(uint8_t op);

  // Operands have 32 or 64 bits, but for SITOF and UITOF; the result has `width`.
  Word operation(uint8_t op, unsigned width, Bits a, Bits b, Bits c);

private:
  struct Format {
    size_t exponent, fraction; // bits
    size_t width() const { return 1 + exponent + fraction; }
    int64_t bias() const { return (int64_t(1) << (exponent - 1)) - 1; }
    int64_t least() const { return 1 - bias(); } // exponent of the smallest normal number
  };
  static Format format_of(size_t width) { return width == 32 ? Format{8, 23} : Format{11, 52}; }

  // A finite number: significand * 2^exponent with the point behind the significand's highest bit. The exponent is
  // a signed word.
  struct Parts {
    Bit sign = NEVER;
    Word exponent, significand;
  };
  struct Class {
    Bit nan, infinite, zero;
  };

  Class class_of(Bits number);
  // The highest bit of the significand is 1 unless the number is 0 (normalised), or may be 0 for small numbers.
  Parts parts_of(Bits number, bool normalised);
  // Shifts the highest 1 to the top.
  void normalise(Parts &parts);
  // The nearest number, without its sign; `may_be_tiny`: the exponent may be below the format's least.
  Word rounded(Parts parts, Format format, bool may_be_tiny);
  Parts sum(Parts a, Parts b);
  Word with_sign(Bit sign, Word magnitude);

  Word addition(Bits a, Bits b, bool subtract);
  Word multiplication(Bits a, Bits b);
  Word division(Bits a, Bits b);
  Word fused(Bits a, Bits b, Bits c);
  Word square_root(Bits a);
  Word integral(uint8_t op, Bits a);
  Word extended(Bits a);
  Word narrowed(Bits a);
  Word from_integer(Bits a, unsigned width, bool is_signed);
  Word to_integer(Bits a, unsigned width, bool is_signed);
  Bit below(Bits a, Bits b, bool or_equal); // neither is a NaN
  Bit equal(Bits a, Bits b);

  // What an operation gives whose operands are NaNs, or that is invalid; else `result`.
  Word with_nan(Bit invalid, std::initializer_list<Bits> operands, Word result);

  Word constant(int64_t value, size_t width) const;
  Word signed_resized(Bits a, size_t width) const;
  // To the right, by an unsigned amount; the last bit collects what falls out.
  Word shifted_right(Word a, Bits amount);
  Word shifted_left(Word a, Bits amount);
  Bit either(Bit a, Bit b) { return gates_.disjunction(a, b); }
  Bit both(Bit a, Bit b) { return gates_.conjunction(a, b); }

  Gates &gates_;
  Circuits circuits_;
};

} // namespace braid::solver
