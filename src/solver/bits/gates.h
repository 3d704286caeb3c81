// A network of gates over bits: what an expression becomes before it becomes clauses.
//
// A gate computes one bit from at most three others: and, exclusive or, choice (multiplexer) and majority, which
// is the carry of an adder and the step of a comparison. Equal gates are one gate, constants and repeated operands
// disappear as gates are made, and negation is a sign on the reference to a gate, not a gate. This is where most
// of a path constraint's work vanishes: bits that are known stay known through adders, multipliers and shifts.
//
// Inputs are free bits. Those of a definition (the quotient and remainder of a division) are bound by a condition
// that holds for exactly one value of them, so it can be stated whenever one of them is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace braid::solver {

// A reference to a gate, negated if the lowest bit is set.
using Bit = uint32_t;
constexpr Bit ALWAYS = 0, NEVER = 1;
constexpr Bit inverse(Bit bit) { return bit ^ 1; }
constexpr uint32_t gate_of(Bit bit) { return bit >> 1; }
constexpr bool is_negated(Bit bit) { return (bit & 1) != 0; }
constexpr bool is_fixed(Bit bit) { return bit <= NEVER; }

enum class GateKind : uint8_t { CONSTANT, INPUT, AND, XOR, CHOICE, MAJORITY };

struct Gate {
  GateKind kind;
  Bit a, b, c; // CHOICE: a ? b : c. INPUT: a is the number of its definition, 0 for none
};

class Gates {
public:
  Gates() { clear(); }

  void clear();
  size_t size() const { return gates_.size(); }
  const Gate &operator[](uint32_t gate) const { return gates_[gate]; }

  Bit input(uint32_t definition = 0);
  Bit conjunction(Bit a, Bit b);
  Bit disjunction(Bit a, Bit b) { return inverse(conjunction(inverse(a), inverse(b))); }
  Bit exclusion(Bit a, Bit b);
  Bit equality(Bit a, Bit b) { return inverse(exclusion(a, b)); }
  Bit choice(Bit condition, Bit yes, Bit no);
  Bit majority(Bit a, Bit b, Bit c);

  // Inputs made with the number that begin_definition gave belong together; the condition binds them.
  uint32_t begin_definition();
  void end_definition(uint32_t definition, Bit condition) { conditions_[definition] = condition; }
  Bit condition(uint32_t definition) const { return conditions_[definition]; }
  size_t definitions() const { return conditions_.size(); }

private:
  Bit find_or_add(GateKind kind, Bit a, Bit b, Bit c);
  void grow();

  std::vector<Gate> gates_;
  std::vector<uint32_t> slots_; // hash table with open addressing; 0 is free
  std::vector<Bit> conditions_; // by number of definition; 0 is none
};

} // namespace braid::solver
