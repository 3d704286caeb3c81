// Arithmetic on words of bits, as gates. Words have their lowest bit first.
#pragma once

#include "solver/bits/gates.h"

#include <span>

namespace braid::solver {

using Word = std::vector<Bit>;
using Bits = std::span<const Bit>;

class Circuits {
public:
  explicit Circuits(Gates &gates) : gates_(gates) {}

  Word inputs(size_t width, uint32_t definition = 0);

  // Operands of equal width, results of the same.
  Word sum(Bits a, Bits b, Bit carry = NEVER);
  Word difference(Bits a, Bits b);
  Word negative(Bits a);
  Word product(Bits a, Bits b);
  struct Division {
    Word quotient, remainder;
  };
  Division division(Bits a, Bits b); // unsigned
  Word choice(Bit condition, Bits yes, Bits no);
  Word shifted_left(Bits a, Bits amount) { return shifted(a, amount, true, NEVER); }
  Word shifted_right(Bits a, Bits amount, Bit fill) { return shifted(a, amount, false, fill); }
  Word ones_counted(Bits a);
  Word zeros_counted(Bits a, bool from_top);

  Bit equal(Bits a, Bits b);
  Bit less(Bits a, Bits b, bool or_equal); // unsigned
  Bit signed_less(Bits a, Bits b, bool or_equal);
  Bit any(Bits a);

private:
  Word shifted(Bits a, Bits amount, bool left, Bit fill);
  Word constant_product(Bits a, Bits constant);
  Division long_division(Bits a, Bits b);
  Division constant_division(Bits a, Bits b);
  Word square(Bits a);

  Gates &gates_;
};

} // namespace braid::solver
