// Stating clauses can be cut short at any moment, and what was stated must serve later queries all the same.
#include "solver/bits/clauses.h"

#include <gtest/gtest.h>

namespace braid::solver::test {
namespace {

TEST(Clauses, StatingGoesOnWhereItWasStopped) {
  Store store;
  const Expr x = store.symbol("x", 64), y = store.symbol("y", 64);
  // Thousands of gates: the product of two symbols. 3 * 5 is 15, and nothing even is.
  const Expr product = store.binary(BRAID_OP_MUL, x, y);
  const auto equals = [&](Expr e, uint64_t value) {
    return store.compare(BRAID_OP_EQ, e, store.constant(value, 64));
  };
  const std::vector<Expr> possible = {equals(product, 15), equals(x, 3)},
                          impossible = {equals(product, 16), equals(x, 3), equals(y, 5)};
  Blaster blaster(store);
  const auto never = [] { return false; };
  const auto roots_of = [&](const std::vector<Expr> &constraints) {
    std::vector<Bit> roots;
    for (const Expr constraint : constraints) {
      EXPECT_EQ(blaster.blast(constraint, SIZE_MAX, never), Blaster::Outcome::DONE);
      roots.push_back(blaster.bits(constraint)[0]);
    }
    return roots;
  };
  const std::vector<Bit> yes = roots_of(possible), no = roots_of(impossible);
  unsigned stops = 0;
  for (unsigned after = 0;; after++) {
    Clauses clauses(blaster);
    unsigned asked = 0;
    const std::function<bool()> stopped = [&] { return asked++ == after; };
    if (clauses.state(yes, stopped) == Clauses::Stated::DONE)
      break;
    stops++;
    EXPECT_EQ(clauses.state(no, never), Clauses::Stated::DONE);
    EXPECT_EQ(clauses.solve(no, never), Clauses::Result::UNSATISFIABLE) << "stopped after " << after;
    EXPECT_EQ(clauses.state(yes, never), Clauses::Stated::DONE);
    EXPECT_EQ(clauses.solve(yes, never), Clauses::Result::SATISFIABLE) << "stopped after " << after;
  }
  EXPECT_GE(stops, 2U);
}

} // namespace
} // namespace braid::solver::test
