#include "explore/wanted_values.h"
#include "solver/chain.h"

#include <gtest/gtest.h>

namespace braid::explore {
namespace {

class WantedValues : public testing::Test {
protected:
  Expr byte(const char *name) { return store_.symbol(name, 8); }

  Step value_of(Expr e, uint64_t value) {
    Step step{};
    step.kind = StepKind::VALUE;
    step.event_kind = BRAID_EVENT_LENGTH;
    step.is_allocation = true;
    step.expression = e;
    step.choice = value;
    return step;
  }

  uint64_t next(const Step &step, size_t seen, uint64_t largest, std::vector<Expr> constraints) {
    solver::Solver solver(store_, {});
    const expr::Assignment none;
    const solver::Answer answer =
        by_policy(store_, step, seen, largest, std::move(constraints),
                  [&](std::span<const Expr> all) { return solver.solve(solver::Query{all, &none, false}); });
    EXPECT_EQ(answer.verdict, solver::Verdict::SATISFIABLE);
    expr::Evaluator evaluator(store_);
    evaluator.assign(answer.model);
    return uint64_t(evaluator.value(step.expression));
  }

  expr::Store store_;
};

TEST_F(WantedValues, SmallestLargestWantedAndLargest) {
  const Expr size = store_.resize(byte("n"), 64, false);
  const Step step = value_of(size, 100);
  const std::vector<Expr> odd{store_.compare(
      BRAID_OP_EQ, store_.binary(BRAID_OP_AND, byte("n"), store_.constant(1, 8)), store_.constant(1, 8))};
  EXPECT_EQ(next(step, 1, 50, odd), 1u);
  EXPECT_EQ(next(step, 2, 50, odd), 49u);
  EXPECT_EQ(next(step, 2, 0, odd), 255u);
  EXPECT_EQ(next(step, 3, 50, odd), 255u);
  EXPECT_FALSE(has_policy(step, 4));
  EXPECT_FALSE(has_policy(Step{}, 1));
}

TEST_F(WantedValues, NothingBelowTheLimitIsNoObstacle) {
  const Expr size = store_.resize(byte("n"), 64, false);
  const std::vector<Expr> large{store_.compare(BRAID_OP_ULE, store_.constant(90, 8), byte("n"))};
  EXPECT_GE(next(value_of(size, 100), 2, 50, large), 90u);
}

TEST_F(WantedValues, OnlyValuesOfTheCoreAreInTheWay) {
  Path path;
  const auto add = [&](StepKind kind, uint8_t event, uint32_t constraints) {
    Step step{};
    step.kind = kind;
    step.event_kind = event;
    for (uint32_t i = 0; i < constraints; i++)
      path.constraints.push_back(store_.truth(true));
    step.constraints = uint32_t(path.constraints.size());
    path.steps.push_back(step);
  };
  add(StepKind::BRANCH, BRAID_EVENT_BRANCH, 1); // constraint 0
  add(StepKind::VALUE, BRAID_EVENT_LENGTH, 1);  // 1
  add(StepKind::SWITCH, BRAID_EVENT_SWITCH, 3); // 2 to 4
  add(StepKind::VALUE, BRAID_EVENT_OBJECT, 1);  // 5
  add(StepKind::VALUE, BRAID_EVENT_LOST, 1);    // 6
  add(StepKind::BRANCH, BRAID_EVENT_BRANCH, 1); // 7
  const auto found = [&](uint32_t depth, std::vector<uint32_t> core) {
    return values_in_the_way(path, depth, core, 2);
  };
  EXPECT_EQ(found(5, {0, 3, 8, 9}), (std::vector<uint32_t>{1, 4}));
  EXPECT_EQ(found(5, {2, 4, 6, 7}), std::vector<uint32_t>{});
  EXPECT_EQ(found(4, {3, 8}), std::vector<uint32_t>{1});
  EXPECT_EQ(found(5, {0, 1}), std::vector<uint32_t>{});
}

} // namespace
} // namespace braid::explore
