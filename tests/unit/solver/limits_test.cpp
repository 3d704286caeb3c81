// Limits are normal results: a query that is too hard is answered "unknown", with the reason.
#include "solver/bits/bit_vector_layer.h"
#include "solver/chain.h"

#include <gtest/gtest.h>
#include <thread>

namespace braid::solver::test {
namespace {

class Limits : public ::testing::Test {
protected:
  Store store_;
  Expr x_ = store_.symbol("x", 64), y_ = store_.symbol("y", 64);

  Expr c(uint64_t value) { return store_.constant(value, 64); }

  // Factors of a prime, both below 2^32: there are none, and it takes ages to see.
  std::vector<Expr> hard() {
    return {store_.compare(BRAID_OP_EQ, store_.binary(BRAID_OP_MUL, x_, y_), c((uint64_t(1) << 61) - 1)),
            store_.compare(BRAID_OP_ULT, x_, c(uint64_t(1) << 32)),
            store_.compare(BRAID_OP_ULT, y_, c(uint64_t(1) << 32)), store_.compare(BRAID_OP_ULT, c(1), x_),
            store_.compare(BRAID_OP_ULT, c(1), y_)};
  }
  std::vector<Expr> easy() { return {store_.compare(BRAID_OP_ULT, x_, y_)}; }

  static Options options(unsigned milliseconds) {
    Options options;
    options.time_limit = std::chrono::milliseconds(milliseconds);
    options.external.clear();
    return options;
  }
};

TEST_F(Limits, TimeIsAReason) {
  for (const Procedure procedure : {Procedure::LAYERS, Procedure::BITS}) {
    Options with = options(50);
    with.procedure = procedure;
    Solver limited(store_, with);
    const std::vector<Expr> constraints = hard(), simple = easy();
    const Answer answer = limited.solve({constraints});
    EXPECT_EQ(answer.verdict, Verdict::UNKNOWN);
    EXPECT_EQ(answer.reason, Reason::TIME);
    // and the next query is none the worse for it
    EXPECT_EQ(limited.solve({simple}).verdict, Verdict::SATISFIABLE);
  }
}

TEST_F(Limits, ADeadlineThatHasPassed) {
  Solver solver(store_, options(10'000));
  const std::vector<Expr> constraints = hard();
  Query query{constraints};
  query.deadline = Clock::now() - std::chrono::seconds(1);
  const Answer answer = solver.solve(query);
  EXPECT_EQ(answer.verdict, Verdict::UNKNOWN);
  EXPECT_EQ(answer.reason, Reason::TIME);
}

TEST_F(Limits, AnInterruptFromOutside) {
  Solver solver(store_, options(600'000));
  std::thread interrupting([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    solver.interrupt();
  });
  const std::vector<Expr> constraints = hard();
  const Answer answer = solver.solve({constraints});
  interrupting.join();
  EXPECT_EQ(answer.verdict, Verdict::UNKNOWN);
  EXPECT_EQ(answer.reason, Reason::INTERRUPTED);
  solver.resume();
  const std::vector<Expr> simple = easy();
  EXPECT_EQ(solver.solve({simple}).verdict, Verdict::SATISFIABLE);
}

TEST_F(Limits, GatesAreCounted) {
  Session session(store_);
  BitVectorOptions few;
  few.most_gates = 1000;
  BitVectorLayer layer(session, nullptr, few);
  const std::vector<Expr> constraints = hard(), simple = easy();
  const Answer answer = layer.solve({constraints});
  EXPECT_EQ(answer.verdict, Verdict::UNKNOWN);
  EXPECT_EQ(answer.reason, Reason::MEMORY);
  EXPECT_EQ(layer.solve({simple}).verdict, Verdict::SATISFIABLE);
  // What earlier queries left behind is given up for a query that fits alone.
  for (unsigned i = 0; i < 50; i++) {
    const Expr symbol = store_.symbol(std::to_string(i), 64);
    const std::vector<Expr> another = {store_.compare(BRAID_OP_ULT, symbol, y_)};
    ASSERT_EQ(layer.solve({another}).verdict, Verdict::SATISFIABLE);
  }
}

// Conditions that share their parts: going through all ways from the root doubles the work with each level. The
// test ends, or the runner's time limit ends it.
TEST_F(Limits, SharedConditionsAreNotUnfolded) {
  Solver solver(store_, options(1000));
  std::vector<Expr> conditions;
  for (unsigned i = 0; i < 3; i++)
    conditions.push_back(store_.compare(BRAID_OP_EQ, store_.symbol(std::to_string(i), 64), c(i + 7)));
  Expr e = conditions[0];
  for (unsigned i = 0; i < 60; i++) {
    const Expr other = store_.make(BRAID_OP_XOR, 1, e, conditions[1 + i % 2]);
    e = i % 2 == 0 ? store_.both(store_.either(e, other), store_.either(other, conditions[i % 3]))
                   : store_.either(store_.both(e, other), store_.both(other, conditions[i % 3]));
  }
  const std::vector<Expr> constraints = {e};
  EXPECT_NE(solver.solve({constraints}).verdict, Verdict::UNKNOWN);
}

// Rules must not go down a chain of any length on the stack, nor may layers.
TEST_F(Limits, LongChains) {
  Solver solver(store_, options(2000));
  Expr choice = c(0), bits = c(0), sum = c(1);
  for (unsigned i = 0; i < 100'000; i++) {
    const Expr condition = store_.compare(BRAID_OP_EQ, x_, c(i));
    choice = store_.choice(condition, c(i * 3), choice);
    bits = store_.binary(BRAID_OP_OR, bits, store_.binary(BRAID_OP_XOR, y_, c(i)));
    sum = store_.binary(BRAID_OP_ADD, store_.binary(BRAID_OP_MUL, sum, c(5)), i % 2 == 0 ? x_ : y_);
  }
  const std::vector<Expr> constraints = {
      store_.compare(BRAID_OP_EQ, choice, c(3 * 500)), store_.compare(BRAID_OP_EQ, bits, c(0)),
      store_.compare(BRAID_OP_EQ, store_.extract(sum, 3, 20), store_.constant(5, 20))};
  const Answer answer = solver.solve({constraints});
  if (answer.verdict == Verdict::SATISFIABLE) {
    expr::Evaluator evaluator(store_);
    evaluator.assign(answer.model);
    for (const Expr constraint : constraints)
      EXPECT_TRUE(evaluator.holds(constraint));
  }
}

TEST_F(Limits, NothingLeftToAsk) {
  Options none;
  for (const std::string_view name : layer_names())
    none.without.insert(std::string(name));
  none.external.clear();
  Solver solver(store_, none);
  const std::vector<Expr> constraints = easy();
  EXPECT_EQ(solver.solve({constraints}).verdict, Verdict::UNKNOWN);
}

} // namespace
} // namespace braid::solver::test
