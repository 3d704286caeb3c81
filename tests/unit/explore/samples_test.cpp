// What is known about black boxes: every pair that was seen and no other, for a single call and for one inside
// another.
#include "explore/samples.h"
#include "expr/evaluate.h"
#include "trace_builder.h"

#include <gtest/gtest.h>

namespace braid::explore {
namespace {

using trace::Label;
using trace::test::TraceBuilder;

const std::string BYTE_TO_BYTE = black_box_name("f", std::vector<unsigned>{8}, 8);

// A call of a function of one byte.
struct Call {
  Call(expr::Store &store, Expr argument, const std::string &name)
      : call{BYTE_TO_BYTE, {argument}, store.symbol(name, 8)} {}
  BlackBoxCall call;
};

TEST(Samples, AQueryMayChooseEveryPairThatWasSeenAndNoOther) {
  Samples samples;
  samples.add(BYTE_TO_BYTE, {3}, 40);
  samples.add(BYTE_TO_BYTE, {5}, 40);
  samples.add(BYTE_TO_BYTE, {5}, 41); // not a function of its argument
  samples.add(BYTE_TO_BYTE, {3}, 40);
  samples.add(black_box_name("g", std::vector<unsigned>{8}, 8), {7}, 70);
  samples.add(black_box_name("f", std::vector<unsigned>{8, 8}, 8), {7, 7}, 70);
  EXPECT_EQ(samples.size(), 5U);
  expr::Store store;
  const Expr x = store.symbol("x", 8);
  const Call f(store, x, "f(x)");
  const Expr known = samples.is_known(store, f.call), fresh = samples.is_new(store, f.call);
  expr::Evaluator evaluator(store);
  for (unsigned argument = 0; argument < 256; argument++)
    for (const unsigned result : {0U, 40U, 41U, 70U}) {
      expr::Assignment assignment;
      assignment.set(store.symbol_of(x), argument);
      assignment.set(store.symbol_of(f.call.result), result);
      evaluator.assign(assignment);
      const bool seen = (argument == 3 && result == 40) || (argument == 5 && (result == 40 || result == 41));
      EXPECT_EQ(evaluator.holds(known), seen) << argument << " -> " << result;
      EXPECT_EQ(evaluator.holds(fresh), argument != 3 && argument != 5) << argument;
    }
}

TEST(Samples, ConstantArgumentsArePartOfThePair) {
  Samples samples;
  const std::string name = black_box_name("f", std::vector<unsigned>{8, 32}, 8);
  samples.add(name, {3, 1}, 40);
  samples.add(name, {4, 2}, 50);
  expr::Store store;
  const Expr x = store.symbol("x", 8);
  const BlackBoxCall call{name, {x, store.constant(2, 32)}, store.symbol("f", 8)};
  expr::Evaluator evaluator(store);
  expr::Assignment assignment;
  assignment.set(store.symbol_of(x), 3);
  assignment.set(store.symbol_of(call.result), 40);
  const Expr known = samples.is_known(store, call), fresh = samples.is_new(store, call);
  evaluator.assign(assignment);
  EXPECT_FALSE(evaluator.holds(known));
  EXPECT_TRUE(evaluator.holds(fresh));
  assignment.set(store.symbol_of(x), 4);
  assignment.set(store.symbol_of(call.result), 50);
  evaluator.assign(assignment);
  EXPECT_TRUE(evaluator.holds(known));
  EXPECT_FALSE(evaluator.holds(fresh));
}

TEST(Samples, NothingIsKnownOfAFunctionThatWasNotSeen) {
  expr::Store store;
  const Call f(store, store.symbol("x", 8), "f(x)");
  EXPECT_EQ(Samples().is_known(store, f.call), store.truth(false));
  EXPECT_EQ(Samples().is_new(store, f.call), store.truth(true));
}

TEST(Samples, WorkersCatchUp) {
  Samples shared, own;
  shared.add(BYTE_TO_BYTE, {1}, 10);
  own.catch_up(shared);
  shared.add(BYTE_TO_BYTE, {2}, 20);
  shared.add("g(8)8", {1}, 11);
  own.catch_up(shared);
  EXPECT_EQ(own.size(), shared.size());
  expr::Store store;
  const Call f(store, store.symbol("x", 8), "f(x)");
  EXPECT_EQ(own.is_known(store, f.call), shared.is_known(store, f.call));
}

TEST(Samples, PairsOfOneFunctionHaveALimit) {
  Samples samples;
  for (uint64_t i = 0; i < 2 * Samples::MOST_PAIRS; i++)
    samples.add("f(64)64", {i}, i);
  EXPECT_EQ(samples.size(), Samples::MOST_PAIRS);
  samples.add("g(64)64", {0}, 0);
  EXPECT_EQ(samples.size(), Samples::MOST_PAIRS + 1);
}

// One call inside another by way of a callback, and one that did not return.
TEST(Samples, PairsAreLearntFromTraces) {
  TraceBuilder builder;
  builder.add_source(BRAID_SOURCE_STDIN, "ab");
  const uint32_t outer = builder.add_source(BRAID_SOURCE_RESULT, "x", "f");
  const uint32_t inner = builder.add_source(BRAID_SOURCE_RESULT, "y", "g");
  const uint32_t without = builder.add_source(BRAID_SOURCE_RESULT, std::string(1, '\0'), "f");
  builder.add_event(BRAID_EVENT_PASSED, 0, builder.input(0, 0), 0, outer, 0);
  builder.add_event(BRAID_EVENT_PASSED, 0, builder.input(0, 1), 0, inner, 0);
  builder.add_event(BRAID_EVENT_PASSED, 0, builder.constant(16, 9), 0, inner, 1);
  builder.add_event(BRAID_EVENT_RESULT, 0, builder.input(inner, 0), 0, inner);
  builder.add_event(BRAID_EVENT_RESULT, 0, builder.input(outer, 0), 0, outer);
  builder.add_event(BRAID_EVENT_PASSED, 0, builder.input(0, 1), 0, without, 0);
  const trace::View view = builder.view();
  ASSERT_TRUE(view.whole());
  Samples learnt, expected;
  learnt.learn(view);
  learnt.learn(view);
  expected.add("f(8)8", {'a'}, 'x');
  expected.add("g(8,16)8", {'b', 9}, 'y');
  EXPECT_EQ(learnt.size(), expected.size());
  expr::Store store;
  const Expr x = store.symbol("x", 8);
  const BlackBoxCall f{"f(8)8", {x}, store.symbol("f", 8)};
  const BlackBoxCall g{"g(8,16)8", {x, store.symbol("y", 16)}, store.symbol("g", 8)};
  EXPECT_EQ(learnt.is_known(store, f), expected.is_known(store, f));
  EXPECT_EQ(learnt.is_known(store, g), expected.is_known(store, g));
}

TEST(Samples, CallsWithTheSameArgumentsAgree) {
  expr::Store store;
  const Expr x = store.symbol("x", 8), y = store.symbol("y", 8);
  const Call f(store, x, "f(x)"), again(store, x, "f(x)#2"), other(store, y, "f(y)");
  EXPECT_EQ(agree(store, f.call, again.call), store.compare(BRAID_OP_EQ, f.call.result, again.call.result));
  BlackBoxCall g = other.call;
  g.function = "g(8)8";
  EXPECT_EQ(agree(store, f.call, g), store.truth(true));
  const Expr both = agree(store, f.call, other.call);
  expr::Evaluator evaluator(store);
  for (const unsigned argument : {1U, 2U})
    for (const unsigned result : {3U, 4U}) {
      expr::Assignment assignment;
      assignment.set(store.symbol_of(x), 1);
      assignment.set(store.symbol_of(f.call.result), 3);
      assignment.set(store.symbol_of(y), argument);
      assignment.set(store.symbol_of(other.call.result), result);
      evaluator.assign(assignment);
      EXPECT_EQ(evaluator.holds(both), argument != 1 || result == 3);
    }
}

TEST(Samples, CallsBehindConstraints) {
  expr::Store store;
  const Expr x = store.symbol("x", 8), y = store.symbol("y", 8);
  Path path;
  path.calls.push_back(Call(store, x, "first").call);
  path.calls.push_back(Call(store, y, "second").call);
  path.calls.push_back(Call(store, path.calls[0].result, "third").call); // of the first one's result
  const auto behind = [&](Expr left) {
    const Expr constraint = store.compare(BRAID_OP_EQ, left, store.constant(1, 8));
    std::vector<size_t> numbers;
    for (const BlackBoxCall *call : calls_behind(store, path, {&constraint, 1}))
      numbers.push_back(size_t(call - path.calls.data()));
    return numbers;
  };
  EXPECT_EQ(behind(x), std::vector<size_t>{});
  EXPECT_EQ(behind(path.calls[0].result), std::vector<size_t>{0});
  EXPECT_EQ(behind(path.calls[1].result), std::vector<size_t>{1});
  EXPECT_EQ(behind(path.calls[2].result), (std::vector<size_t>{0, 2}));
}

} // namespace
} // namespace braid::explore
