// Every answer of the solver against the truth: all assignments of queries over about ten bits.
#include "../sanitized.h"
#include "small_queries.h"
#include "solver/chain.h"

#include <gtest/gtest.h>

namespace braid::solver::test {
namespace {

using expr::test::test_seed;

struct Asked {
  std::vector<Expr> constraints;
  Assignment previous;
  bool prefix_holds = false;
};

// A path as an execution would leave it, its last branch turned; sometimes just any constraints.
Asked random_query(Store &store, Random &random, SmallExpressions &expressions) {
  Asked asked;
  asked.previous = expressions.any_assignment();
  asked.prefix_holds = random.chance(70);
  const size_t count = 1 + random.below(6);
  expr::Evaluator evaluator(store);
  for (size_t i = 0; i < count; i++) {
    Expr constraint = expressions.constraint();
    evaluator.assign(asked.previous);
    if (asked.prefix_holds && evaluator.holds(constraint) == (i + 1 == count))
      constraint = store.inverted(constraint);
    asked.constraints.push_back(constraint);
  }
  return asked;
}

bool satisfiable(Store &store, const SmallExpressions &expressions, const std::vector<Expr> &constraints) {
  bool found = false;
  expr::Evaluator evaluator(store);
  expressions.enumerate([&](const Assignment &assignment) {
    evaluator.assign(assignment);
    found = true;
    for (const Expr constraint : constraints)
      found = found && evaluator.holds(constraint);
    return !found;
  });
  return found;
}

// Compares answers of `options` with the truth for many queries that one solver gets one after the other.
void compare(const Options &options, unsigned rounds, unsigned queries, uint64_t seed) {
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  for (unsigned round = 0; round < braid::test::fewer_if_sanitized(rounds); round++) {
    Store store;
    SmallExpressions expressions(store, random);
    Solver solver(store, options);
    for (unsigned number = 0; number < queries; number++) {
      const Asked asked = random_query(store, random, expressions);
      const Answer answer = solver.solve({asked.constraints, &asked.previous, asked.prefix_holds});
      SCOPED_TRACE("round " + std::to_string(round) + " query " + std::to_string(number));
      const bool truth = satisfiable(store, expressions, asked.constraints);
      ASSERT_EQ(answer.verdict, truth ? Verdict::SATISFIABLE : Verdict::UNSATISFIABLE)
          << reason_text(answer.reason) << answer.detail;
      if (truth) {
        expr::Evaluator evaluator(store);
        evaluator.assign(answer.model);
        for (const Expr constraint : asked.constraints)
          ASSERT_TRUE(evaluator.holds(constraint));
      } else {
        std::vector<Expr> core;
        for (const uint32_t position : answer.core)
          core.push_back(asked.constraints.at(position));
        ASSERT_TRUE(std::is_sorted(answer.core.begin(), answer.core.end()));
        ASSERT_FALSE(satisfiable(store, expressions, core));
      }
    }
  }
}

TEST(Enumeration, AllLayers) { compare({}, 60, 40, test_seed()); }

TEST(Enumeration, BitVectorsAlone) {
  Options options;
  options.procedure = Procedure::BITS;
  compare(options, 25, 40, test_seed());
}

TEST(Enumeration, PlainIntervals) {
  Options options;
  options.procedure = Procedure::INTERVALS;
  compare(options, 25, 40, test_seed());
}

// Any layer may be left out.
TEST(Enumeration, WithoutEachLayer) {
  for (const std::string_view name : layer_names()) {
    SCOPED_TRACE(name);
    Options options;
    options.without.insert(std::string(name));
    if (name == "bits" || name == "z3")
      continue; // a layer that has to answer; Z3 alone is compared elsewhere
    compare(options, 8, 40, test_seed());
  }
}

} // namespace
} // namespace braid::solver::test
