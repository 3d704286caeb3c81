// Expressions as bits: each expression of a store becomes a word of gates, once.
//
// Divisions of the same operands share one circuit, whichever of quotient and remainder they are after. An array
// that is a symbol is read as free bits for each index expression; that equal indices read equal elements is for
// whoever states the gates as clauses (see Read). Constant tables become choices between their elements.
// Operations without a circuit (fmod, functions of the C library) have free bits as their results: what is
// impossible with them is impossible, and what is possible has to be looked at.
#pragma once

#include "solver/bits/circuits.h"
#include "solver/bits/number_circuits.h"
#include "solver/query.h"

#include <map>
#include <unordered_map>

namespace braid::solver {

class Blaster {
public:
  explicit Blaster(const Store &store) : store_(store), circuits_(gates_), numbers_(gates_) {}

  enum class Outcome : uint8_t { DONE, THEORY, TOO_LARGE, STOPPED };

  // Makes the bits of an expression. `stopped` is asked now and then.
  template <class Stopped> Outcome blast(Expr e, size_t most_gates, const Stopped &stopped);

  bool is_known(Expr e) const { return e < starts_.size() && starts_[e] != 0; }
  // Lowest bit first; only for expressions that were blasted. Valid until the next one is.
  Bits bits(Expr e) const { return {pool_.data() + starts_[e], store_.width(e)}; }

  // Whether there are results in it, or in what it is made of, that are free although they should not be.
  bool is_open(Expr e) const { return e < kinds_.size() && kinds_[e].open; }
  // Whether there is floating point in it.
  bool has_numbers(Expr e) const { return e < kinds_.size() && kinds_[e].numbers; }

  // Whether the operation is left open.
  static bool has_no_circuit(uint8_t op) { return op == BRAID_OP_FREM || expr::is_library_function(op); }
  // That such an operation, of one or two operands that were blasted, has this result for these operands.
  Bit fact(const braid_node &node, Expr e, Value a, Value b, Value result);

  const Gates &gates() const { return gates_; }
  Gates &gates() { return gates_; }

  // A read of an array that is a symbol, at an index that is not written before.
  struct Read {
    Symbol array;
    Expr index;
    Word element;
  };
  const std::vector<Read> &reads() const { return reads_; }
  // The read whose element an input belongs to, by number of definition; none for other inputs.
  const Read *read_of(uint32_t definition) const {
    const auto found = reads_by_definition_.find(definition);
    return found == reads_by_definition_.end() ? nullptr : &reads_[found->second];
  }
  uint32_t read_number(uint32_t definition) const { return reads_by_definition_.at(definition); }

  // Forgets everything.
  void clear();

private:
  Outcome convert(Expr e);
  void set(Expr e, const Word &word);
  Word operation(const braid_node &node);
  Word open_result(const braid_node &node);
  Word signed_division(const braid_node &node);
  const Circuits::Division &division(Bits a, Bits b);
  std::optional<Word> element(Expr array, Expr index);
  Word symbol_element(const braid_node &node, Expr index);
  Word table_element(Expr table, Bits index);
  bool is_readable(Expr array) const;

  const Store &store_;
  Gates gates_;
  Circuits circuits_;
  NumberCircuits numbers_;
  struct Kind {
    bool open = false, numbers = false;
  };
  std::vector<Kind> kinds_;      // by expression
  std::vector<uint32_t> starts_; // by expression: where its bits begin in the pool; 0 for none
  Word pool_ = Word(1);
  std::map<std::pair<Word, Word>, Circuits::Division> divisions_;
  std::vector<Read> reads_;
  std::map<std::pair<Symbol, Expr>, uint32_t> reads_by_place_;
  std::unordered_map<uint32_t, uint32_t> reads_by_definition_;
  std::vector<Expr> pending_;
};

template <class Stopped> Blaster::Outcome Blaster::blast(Expr e, size_t most_gates, const Stopped &stopped) {
  if (starts_.size() < store_.size()) {
    starts_.resize(store_.size());
    kinds_.resize(store_.size());
  }
  pending_.assign(1, e);
  while (!pending_.empty()) {
    const Expr next = pending_.back();
    const braid_node &node = store_[next];
    if (starts_[next] != 0) {
      pending_.pop_back();
      continue;
    }
    const size_t before = pending_.size();
    for (unsigned i = 0; i < expr::OPERATIONS[node.op].operands; i++)
      if (const Expr wanted = expr::operand(node, i); starts_[wanted] == 0)
        pending_.push_back(wanted);
    if (pending_.size() != before)
      continue;
    if (const Outcome outcome = convert(next); outcome != Outcome::DONE)
      return outcome;
    if (gates_.size() > most_gates)
      return Outcome::TOO_LARGE;
    pending_.pop_back();
    if (stopped())
      return Outcome::STOPPED;
  }
  return Outcome::DONE;
}

} // namespace braid::solver
