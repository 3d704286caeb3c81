// Random queries so small that every assignment can be tried: the truth about solvers by enumeration.
#pragma once

#include "../expr/random.h"
#include "solver/query.h"

#include <fmt/format.h>

namespace braid::solver::test {

using expr::test::Random;

// Symbols of a few bits and expressions over them, made as programs make them: all integer operations, any widths
// up to twelve bits. Sometimes there is an array of two elements of two bits, and a table.
class SmallExpressions {
public:
  SmallExpressions(Store &store, Random &random) : store_(store), random_(random) {
    if (random.chance(30))
      arrays_ = {store.symbol("array", 2, 1), store.table({{3}, 1}, 2, 1)};
    unsigned bits = arrays_.empty() ? 0 : 4;
    while (bits < 8) {
      const unsigned width = 1 + unsigned(random.below(5));
      symbols_.push_back(store.symbol(fmt::format("s{}", symbols_.size()), width));
      bits += width;
    }
    made_ = symbols_;
  }

  const std::vector<Expr> &symbols() const { return symbols_; }

  // One bit wide and not constant, if it can be helped.
  Expr constraint() {
    for (unsigned attempt = 0; attempt < 20; attempt++) {
      const unsigned steps = 1 + unsigned(random_.below(4));
      for (unsigned i = 0; i < steps; i++)
        add_operation();
      const Expr a = random_.pick(made_), b = of_width(store_.width(a));
      static constexpr uint8_t COMPARISONS[] = {BRAID_OP_EQ,  BRAID_OP_NE,  BRAID_OP_ULT,
                                                BRAID_OP_ULE, BRAID_OP_SLT, BRAID_OP_SLE};
      const Expr e = store_.compare(random_.pick(COMPARISONS), a, b);
      if (!store_.is_constant(e))
        return e;
    }
    return store_.compare(BRAID_OP_EQ, symbols_[0], store_.constant(0, store_.width(symbols_[0])));
  }

  // Every assignment of the symbols, as long as `visit` wants more.
  template <class Visit> void enumerate(const Visit &visit) const {
    unsigned bits = 0;
    for (const Expr symbol : symbols_)
      bits += store_.width(symbol);
    bits += arrays_.empty() ? 0 : 4;
    for (uint64_t number = 0; number < uint64_t(1) << bits; number++) {
      Assignment assignment;
      uint64_t rest = number;
      for (const Expr symbol : symbols_) {
        assignment.set(store_.symbol_of(symbol), rest & uint64_t(expr::mask_of(store_.width(symbol))));
        rest >>= store_.width(symbol);
      }
      if (!arrays_.empty())
        assignment.set_array(store_.symbol_of(arrays_[0]), array_of(rest));
      if (!visit(assignment))
        return;
    }
  }

  Assignment any_assignment() {
    Assignment assignment;
    for (const Expr symbol : symbols_)
      assignment.set(store_.symbol_of(symbol), random_.value(store_.width(symbol)));
    if (!arrays_.empty())
      assignment.set_array(store_.symbol_of(arrays_[0]), array_of(random_.word()));
    return assignment;
  }

private:
  static expr::ArrayValue array_of(uint64_t bits) {
    expr::ArrayValue array;
    for (unsigned i = 0; i < 2; i++)
      array.set(i, bits >> 2 * i & 3);
    return array;
  }

  void add_array() {
    const Expr array = random_.pick(arrays_);
    if (arrays_.size() > 6)
      arrays_.resize(2);
    if (random_.chance(60))
      arrays_.push_back(store_.write(array, of_width(1), of_width(2)));
    else
      arrays_.push_back(store_.choice(of_width(1), array, random_.pick(arrays_)));
  }

  Expr of_width(unsigned width) {
    if (random_.chance(50))
      return store_.constant(random_.value(width), width);
    return store_.resize(random_.pick(made_), width, random_.chance(30));
  }

  void add_operation() {
    if (!arrays_.empty() && random_.chance(40)) {
      add_array();
      return keep(store_.read(random_.pick(arrays_), of_width(1)));
    }
    const auto op = uint8_t(BRAID_OP_ADD + random_.below(BRAID_OP_BITREVERSE + 1 - BRAID_OP_ADD));
    const Expr a = random_.pick(made_);
    const unsigned width = store_.width(a);
    Expr e = 0;
    switch (expr::OPERATIONS[op].shape) {
    case expr::Shape::SAME:
      if (op == BRAID_OP_BSWAP && width % 8 != 0)
        return;
      e = expr::OPERATIONS[op].operands == 1 ? store_.make(op, width, a)
                                             : store_.make(op, width, a, of_width(width));
      break;
    case expr::Shape::COMPARE:
      e = store_.compare(op, a, of_width(width));
      break;
    case expr::Shape::ITE:
      e = store_.choice(of_width(1), a, of_width(width));
      break;
    case expr::Shape::EXTRACT: {
      const unsigned taken = 1 + unsigned(random_.below(width));
      e = store_.extract(a, unsigned(random_.below(width - taken + 1)), taken);
      break;
    }
    case expr::Shape::CONCAT: {
      const Expr b = random_.pick(made_);
      if (width + store_.width(b) <= 12)
        e = store_.concat(a, b);
      break;
    }
    default:
      e = store_.resize(a, std::min(12u, width + 1 + unsigned(random_.below(4))), op == BRAID_OP_SEXT);
    }
    keep(e);
  }

  void keep(Expr e) {
    if (e == 0 || store_.is_constant(e))
      return;
    if (made_.size() < 40)
      made_.push_back(e);
    else
      made_[symbols_.size() + random_.below(made_.size() - symbols_.size())] = e;
  }

  Store &store_;
  Random &random_;
  std::vector<Expr> symbols_, made_;
  std::vector<Expr> arrays_; // the symbol, the table, and what was made of them; empty if there are none
};

} // namespace braid::solver::test
