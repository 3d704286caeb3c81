// Stating clauses can be cut short at any moment, and what was stated must serve later queries all the same.
#include "solver/bits/clauses.h"

#include <bit>
#include <gtest/gtest.h>

namespace braid::solver::test {
namespace {

// What is stated after being stopped at each moment there is: `no` cannot hold, `yes` can.
void expect_the_same_after_each_stop(const Store &store, const std::vector<Expr> &possible,
                                     const std::vector<Expr> &impossible) {
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

TEST(Clauses, StatingGoesOnWhereItWasStopped) {
  Store store;
  const Expr x = store.symbol("x", 64), y = store.symbol("y", 64);
  // Thousands of gates: the product of two symbols. 3 * 5 is 15, and nothing even is.
  const Expr product = store.binary(BRAID_OP_MUL, x, y);
  const auto equals = [&](Expr e, uint64_t value) {
    return store.compare(BRAID_OP_EQ, e, store.constant(value, 64));
  };
  expect_the_same_after_each_stop(store, {equals(product, 15), equals(x, 3)},
                                  {equals(product, 16), equals(x, 3), equals(y, 5)});
}

// Gates that are used in many places: nothing may refer to one that was not stated in the end.
TEST(Clauses, SharedGatesAreStatedOnce) {
  Store store;
  const Expr x = store.symbol("x", 64);
  const auto number = [&](double value) { return store.constant(std::bit_cast<uint64_t>(value), 64); };
  const Expr cube = store.plain(BRAID_OP_FMUL, 64, store.plain(BRAID_OP_FMUL, 64, x, x), x);
  const Expr value = store.plain(BRAID_OP_FSUB, 64, cube, store.plain(BRAID_OP_FADD, 64, x, x));
  const auto equals = [&](Expr e, double wanted) { return store.plain(BRAID_OP_FEQ, 1, e, number(wanted)); };
  expect_the_same_after_each_stop(store, {equals(value, 21), equals(x, 3)}, {equals(value, 20), equals(x, 3)});
}

} // namespace
} // namespace braid::solver::test
