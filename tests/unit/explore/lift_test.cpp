// Lifted expressions must mean what the labels mean: evaluated on both sides, for traces and inputs that nobody
// chose.
#include "explore/lift.h"
#include "random_trace.h"
#include "trace/evaluate.h"
#include "trace/smtlib.h"

#include <gtest/gtest.h>

namespace braid::explore {
namespace {

using trace::Label;
using trace::test::Random;
using trace::test::TraceBuilder;

constexpr size_t BYTES = 16;

std::vector<uint8_t> bytes_of(const std::string &text) { return {text.begin(), text.end()}; }

// The assignment of the symbols under other contents of source 0.
expr::Assignment assignment_of(const InputSymbols &symbols, const expr::Store &store, const std::string &input) {
  expr::Assignment assignment;
  for (Symbol s = 0; s < store.symbols(); s++) {
    const auto place = symbols.place(s);
    assignment.set(s, place->is_size()               ? expr::Value(input.size())
                      : place->offset < input.size() ? uint8_t(input[place->offset])
                                                     : 0);
  }
  return assignment;
}

expr::Assignment own_assignment(const Lift &lift, const InputSymbols &symbols, const trace::View &view) {
  std::vector<std::span<const uint8_t>> contents;
  for (uint32_t source = 0; source < view.sources().size(); source++)
    contents.push_back(view.data(source));
  return symbols.assignment(lift.sources(), contents);
}

TEST(Lift, ExpressionsHaveTheValuesOfTheirLabels) {
  const uint64_t seed = trace::test::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  for (int round = 0; round < 300; round++) {
    TraceBuilder builder;
    builder.add_source(BRAID_SOURCE_STDIN, trace::test::random_bytes(random, BYTES));
    const std::vector<Label> labels = trace::test::add_random_nodes(builder, random, {.nodes = 120});
    for (const Label label : labels)
      if (builder.node(label).width == 1)
        builder.add_event(BRAID_EVENT_BRANCH, 0, label, uint8_t(builder.value(label)));
      else if (random.chance(20))
        builder.add_event(BRAID_EVENT_LENGTH, 0, label);
    const trace::View view = builder.view();
    ASSERT_TRUE(view.whole());
    expr::Store store;
    InputSymbols symbols(store);
    SiteTable sites;
    Lift lift(store, symbols, sites);
    lift.read(view);
    trace::Evaluator expected(view);
    expr::Evaluator lifted(store);
    for (int other = 0; other < 8; other++) {
      const std::string input = trace::test::random_bytes(random, random.chance(80) ? BYTES : random.below(BYTES));
      const std::vector<uint8_t> contents = bytes_of(input);
      trace::Assignment in_trace(view);
      in_trace.set(0, contents);
      expected.run(in_trace);
      const expr::Assignment in_store = assignment_of(symbols, store, input);
      lifted.assign(in_store);
      for (Label label = 1; label < view.nodes().size(); label++)
        if (const Expr e = lift.expression(label)) {
          ASSERT_TRUE(lifted.value(e) == expected[label]) << "label " << label << ", round " << round;
        }
    }
  }
}

TEST(Lift, ConstraintsAreThoseOfTheScriptsAndHoldForTheRun) {
  const uint64_t seed = trace::test::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  for (int round = 0; round < 100; round++) {
    TraceBuilder builder;
    builder.add_source(BRAID_SOURCE_STDIN, trace::test::random_bytes(random, BYTES));
    const uint32_t site = builder.add_site(BRAID_SITE_SWITCH, "x.c", "f", 1, 1, {1, 2, 3}, 8);
    for (const Label label : trace::test::add_random_nodes(builder, random, {.nodes = 80, .widest = 64}))
      if (builder.node(label).width == 1) {
        builder.add_event(random.chance(90) ? BRAID_EVENT_BRANCH : BRAID_EVENT_ASSUME, 0, label,
                          uint8_t(builder.value(label)));
      } else if (builder.node(label).width == 8) {
        const auto value = unsigned(builder.value(label));
        builder.add_event(BRAID_EVENT_SWITCH, site, label, 0, value >= 1 && value <= 3 ? value : 0);
      } else if (random.chance(30)) {
        builder.add_event(BRAID_EVENT_ADDRESS, 0, label);
      }
    const trace::View view = builder.view();
    expr::Store store;
    InputSymbols symbols(store);
    SiteTable sites;
    Lift lift(store, symbols, sites);
    lift.read(view);
    const expr::Assignment own = own_assignment(lift, symbols, view);
    expr::Evaluator evaluator(store);
    evaluator.assign(own);
    for (const Expr constraint : lift.path().constraints)
      EXPECT_TRUE(evaluator.holds(constraint)) << "round " << round;

    const std::vector<trace::Constraint> expected = trace::path_constraints(view);
    trace::ConeEvaluator cone(view);
    for (int other = 0; other < 8; other++) {
      const std::vector<uint8_t> contents = bytes_of(trace::test::random_bytes(random, BYTES));
      trace::Assignment in_trace(view);
      in_trace.set(0, contents);
      cone.assign(in_trace);
      const expr::Assignment in_store =
          assignment_of(symbols, store, std::string(contents.begin(), contents.end()));
      evaluator.assign(in_store);
      size_t violated = 0, lifted_violated = 0;
      for (const trace::Constraint &constraint : expected)
        violated += (cone.value(constraint.expression) == constraint.value) != constraint.equal;
      for (const Expr constraint : lift.path().constraints)
        lifted_violated += evaluator.holds(constraint) ? 0 : 1;
      ASSERT_EQ(lifted_violated, violated) << "round " << round;
    }
  }
}

TEST(Lift, LeavesOutWhatNoEventNeeds) {
  TraceBuilder builder;
  builder.add_source(BRAID_SOURCE_STDIN, "abcd");
  const Label used = builder.input(0, 1), unused = builder.input(0, 2);
  const Label unused_sum = builder.op(BRAID_OP_ADD, 8, used, unused);
  const Label condition = builder.op(BRAID_OP_ULT, 1, used, builder.constant(8, 'x'));
  builder.add_event(BRAID_EVENT_BRANCH, 0, condition, 1);
  builder.add_event(BRAID_EVENT_LOST, 0, unused_sum, 0, 0, BRAID_LOST_OUTPUT);
  const trace::View view = builder.view();
  expr::Store store;
  InputSymbols symbols(store);
  SiteTable sites;
  Lift lift(store, symbols, sites);
  lift.read(view);
  EXPECT_NE(lift.expression(condition), 0u);
  EXPECT_EQ(lift.expression(unused_sum), 0u);
  EXPECT_EQ(lift.expression(unused), 0u);
  EXPECT_EQ(lift.lifted(), 3u);
  EXPECT_EQ(store.symbols(), 1u);
}

// Which of the ways hold under each value of one byte. Two cases go the same way, and one goes where the default
// goes.
TEST(Lift, WaysOfASwitchShareOutAllValues) {
  for (const uint8_t taken : {uint8_t('b'), uint8_t('c'), uint8_t('d'), uint8_t('z')}) {
    TraceBuilder builder;
    builder.add_source(BRAID_SOURCE_STDIN, std::string(1, char(taken)));
    const uint32_t site =
        builder.add_site(BRAID_SITE_SWITCH, "x.c", "f", 1, 1, {'a', 'b', 'c', 'd'}, 8, false, {1, 2, 1, 0});
    const auto way_of = [](unsigned value) { return value == 'a' || value == 'c' ? 1U : value == 'b' ? 2U : 0U; };
    builder.add_event(BRAID_EVENT_SWITCH, site, builder.input(0, 0), 0, taken == 'z' ? 0 : taken - 'a' + 1U);
    expr::Store store;
    InputSymbols symbols(store);
    SiteTable sites;
    Lift lift(store, symbols, sites);
    lift.read(builder.view());
    ASSERT_EQ(lift.path().steps.size(), 1U);
    const Step &step = lift.path().steps[0];
    EXPECT_EQ(step.choice, way_of(taken));
    EXPECT_EQ(step.ways, 3U);
    expr::Evaluator evaluator(store);
    for (unsigned value = 0; value < 256; value++) {
      expr::Assignment assignment;
      assignment.set(0, value);
      const auto hold = [&](const std::vector<Expr> &conditions) {
        evaluator.assign(assignment);
        return std::all_of(conditions.begin(), conditions.end(), [&](Expr e) { return evaluator.holds(e); });
      };
      EXPECT_EQ(hold(lift.path().constraints), way_of(value) == step.choice) << value;
      for (unsigned way = 0; way < 3; way++)
        if (way != step.choice) {
          std::vector<Expr> conditions = another_way(store, sites, step, way);
          EXPECT_EQ(hold(conditions), way_of(value) == way) << value;
          if (value == taken) { // the run itself breaks the last one only
            conditions.pop_back();
            EXPECT_TRUE(hold(conditions));
          }
        }
    }
  }
}

// Other ways that what was decided before leaves no input for.
TEST(Lift, KnowsWaysThatAreExcluded) {
  TraceBuilder builder;
  builder.add_source(BRAID_SOURCE_STDIN, "cd");
  const uint32_t site =
      builder.add_site(BRAID_SITE_SWITCH, "x.c", "f", 1, 1, {'a', 'b', 'c', 'd'}, 8, false, {1, 2, 1, 3});
  const Label byte = builder.input(0, 0), other = builder.input(0, 1);
  const Label above = builder.op(BRAID_OP_ULT, 1, builder.constant(8, 'b'), byte);
  const Label below = builder.op(BRAID_OP_ULT, 1, byte, builder.constant(8, 'e'));
  const Label same =
      builder.op(BRAID_OP_EQ, 1, builder.op(BRAID_OP_ADD, 8, byte, other), builder.constant(8, 'c' + 'd'));
  builder.add_event(BRAID_EVENT_BRANCH, 0, above, 1);
  builder.add_event(BRAID_EVENT_BRANCH, 0, above, 1);
  builder.add_event(BRAID_EVENT_SWITCH, site, byte, 0, 3);
  builder.add_event(BRAID_EVENT_BRANCH, 0, below, 1);
  builder.add_event(BRAID_EVENT_SWITCH, site, byte, 0, 3);
  builder.add_event(BRAID_EVENT_LENGTH, 0, byte);
  builder.add_event(BRAID_EVENT_BRANCH, 0, same, 1);
  builder.add_event(BRAID_EVENT_LENGTH, 0, other);
  builder.add_event(BRAID_EVENT_BRANCH, 0, same, 1);
  expr::Store store;
  InputSymbols symbols(store);
  SiteTable sites;
  Lift lift(store, symbols, sites);
  lift.read(builder.view());
  std::vector<uint64_t> excluded;
  for (const Step &step : lift.path().steps)
    excluded.push_back(step.excluded);
  // The first branch is open and the second decided; then the switch could still go to d and elsewhere, and once
  // it went to a or c, which only c is left of, nothing is open but what is about the other byte.
  EXPECT_EQ(excluded, (std::vector<uint64_t>{0, 0b01, 0b0100, 0b01, 0b1101, 1, 0, 0, 0b01}));
}

TEST(Lift, OtherWaysOfBranchesValuesAndAssumptions) {
  TraceBuilder builder;
  builder.add_source(BRAID_SOURCE_STDIN, "a");
  const Label byte = builder.input(0, 0), x = builder.constant(8, 'x');
  const Label less = builder.op(BRAID_OP_ULT, 1, byte, x), same = builder.op(BRAID_OP_EQ, 1, byte, x);
  builder.add_event(BRAID_EVENT_BRANCH, 0, less, 1);
  builder.add_event(BRAID_EVENT_BRANCH, 0, same, 0);
  builder.add_event(BRAID_EVENT_LENGTH, 0, byte);
  builder.add_event(BRAID_EVENT_ASSUME, 0, same, 0);
  expr::Store store;
  InputSymbols symbols(store);
  SiteTable sites;
  Lift lift(store, symbols, sites);
  lift.read(builder.view());
  const std::vector<Step> &steps = lift.path().steps;
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_EQ(steps[0].kind, StepKind::BRANCH);
  EXPECT_EQ(steps[0].choice, 1U);
  EXPECT_EQ(another_way(store, sites, steps[0], 0), std::vector{store.inverted(lift.expression(less))});
  EXPECT_EQ(another_way(store, sites, steps[1], 1), std::vector{lift.expression(same)});
  EXPECT_EQ(steps[2].kind, StepKind::VALUE);
  EXPECT_EQ(steps[2].choice, uint64_t('a'));
  const std::vector<uint64_t> seen = {'a', 'c'};
  const std::vector<Expr> others = another_way(store, sites, steps[2], 0, seen);
  const auto differs = [&](char value) {
    return store.compare(BRAID_OP_NE, lift.expression(byte), store.constant(uint8_t(value), 8));
  };
  EXPECT_EQ(others, (std::vector{differs('c'), differs('a')}));
  EXPECT_EQ(steps[3].kind, StepKind::ASSUME);
  EXPECT_EQ(another_way(store, sites, steps[3], 1), std::vector{lift.expression(same)});
  EXPECT_EQ(lift.path().before(0).size(), 0U);
  EXPECT_EQ(lift.path().before(2).size(), 2U);
}

// What went into a black box is asked for, or not, as the policy says; what only went out never is.
TEST(Lift, ThePolicyDecidesAboutLostValues) {
  for (const uint16_t reason : {BRAID_LOST_CALL, BRAID_LOST_TYPE, BRAID_LOST_OUTPUT, BRAID_LOST_OVERWRITTEN})
    for (const Concretise policy : {Concretise::SOUND, Concretise::UNSOUND, Concretise::SAMPLED}) {
      TraceBuilder builder;
      builder.add_source(BRAID_SOURCE_STDIN, "a");
      builder.add_event(BRAID_EVENT_LOST, 0, builder.input(0, 0), 0, 0, reason);
      expr::Store store;
      InputSymbols symbols(store);
      SiteTable sites;
      Lift lift(store, symbols, sites, policy);
      lift.read(builder.view());
      const bool comes_back = reason == BRAID_LOST_CALL || reason == BRAID_LOST_TYPE;
      EXPECT_EQ(lift.path().steps.size(), policy != Concretise::UNSOUND && comes_back ? 1U : 0U) << reason;
    }
}

// Results of black boxes are symbols, and the path has the calls: also those in the part that a run shares with
// the one before, and none of those that only the one before had.
TEST(Lift, CallsOfBlackBoxesAreOnThePath) {
  expr::Store store;
  InputSymbols symbols(store);
  SiteTable sites;
  Lift lift(store, symbols, sites, Concretise::SAMPLED);
  for (const char second : {'b', 'c', 'd', 'e'}) {
    TraceBuilder builder;
    builder.add_source(BRAID_SOURCE_STDIN, std::string("a") + second);
    std::vector<Label> results;
    const auto call = [&](const std::string &function, const std::vector<Label> &arguments, char result) {
      const uint32_t source = builder.add_source(BRAID_SOURCE_RESULT, std::string(1, result), function);
      for (size_t i = 0; i < arguments.size(); i++)
        builder.add_event(BRAID_EVENT_PASSED, 0, arguments[i], 0, source, uint16_t(i));
      results.push_back(builder.input(source, 0));
      builder.add_event(BRAID_EVENT_RESULT, 0, results.back(), 0, source);
    };
    const auto decide = [&](Label byte, char value) {
      const Label same = builder.op(BRAID_OP_EQ, 1, byte, builder.constant(8, uint8_t(value)));
      builder.add_event(BRAID_EVENT_BRANCH, 0, same, uint8_t(builder.value(same)));
    };
    const Label first = builder.input(0, 0);
    call("f", {first}, 'x');
    decide(results[0], 'x');
    decide(builder.input(0, 1), 'b');
    if (second != 'c')
      call("g", {results[0], builder.constant(16, 7)}, second); // the result is another one each time
    else
      call("f", {builder.input(0, 1)}, second);
    const trace::View view = builder.view();
    ASSERT_TRUE(view.whole());
    lift.read(view);
    const std::vector<BlackBoxCall> &calls = lift.path().calls;
    ASSERT_EQ(calls.size(), 2U);
    EXPECT_EQ(calls[0].function, "f(8)8");
    EXPECT_EQ(calls[0].arguments, std::vector{lift.expression(first)});
    EXPECT_EQ(store.name(store.symbol_of(calls[0].result)), "result of f[0]");
    EXPECT_EQ(calls[1].function, second == 'c' ? "f(8)8" : "g(8,16)8");
    EXPECT_EQ(calls[1].arguments.size(), second == 'c' ? 1U : 2U);
    if (second != 'c') {
      EXPECT_EQ(calls[1].arguments, (std::vector{calls[0].result, store.constant(7, 16)}));
    }
    EXPECT_EQ(store.name(store.symbol_of(calls[1].result)), second == 'c' ? "result of f#2[0]" : "result of g[0]");
    EXPECT_EQ(lift.path().steps.size(), 2U); // nothing is asked for
    EXPECT_EQ(lift.path().constraints[0], store.compare(BRAID_OP_EQ, calls[0].result, store.constant('x', 8)));
  }
}

TEST(Lift, ModelsBecomeInputs) {
  TraceBuilder builder;
  builder.add_source(BRAID_SOURCE_STDIN, "abcd");
  builder.add_source(BRAID_SOURCE_ARG, "xyz", "", 1);
  const Label byte = builder.input(0, 2), other = builder.input(1, 0), size = builder.size(1);
  for (const Label label : {byte, other, size})
    builder.add_event(BRAID_EVENT_LENGTH, 0, label);
  const trace::View view = builder.view();
  expr::Store store;
  InputSymbols symbols(store);
  SiteTable sites;
  Lift lift(store, symbols, sites);
  lift.read(view);
  const auto contents = [&](const expr::Assignment &model, size_t longest) {
    std::vector<std::vector<uint8_t>> all;
    for (uint32_t source = 0; source < 2; source++) {
      all.emplace_back(view.data(source).begin(), view.data(source).end());
      symbols.apply(model, lift.sources()[source], longest, all.back());
    }
    return all;
  };
  expr::Assignment model = own_assignment(lift, symbols, view);
  EXPECT_EQ(contents(model, 100), (std::vector{bytes_of("abcd"), bytes_of("xyz")}));
  model.set(store.symbol_of(lift.expression(byte)), '!');
  model.set(store.symbol_of(lift.expression(other)), '?');
  model.set(store.symbol_of(lift.expression(size)), 2);
  EXPECT_EQ(contents(model, 100), (std::vector{bytes_of("ab!d"), bytes_of("?y")}));
  model.set(store.symbol_of(lift.expression(size)), ~uint64_t(0));
  EXPECT_EQ(contents(model, 5)[1], bytes_of(std::string("?yz\0\0", 5)));
  EXPECT_EQ(contents({}, 100), (std::vector{bytes_of("abcd"), bytes_of("xyz")}));
}

// Runs that begin alike and then differ: reading one after the other gives what reading each alone gives.
TEST(Lift, WhatRunsHaveInCommonIsTheSameAsLiftedAlone) {
  const uint64_t seed = trace::test::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  expr::Store store;
  InputSymbols symbols(store);
  SiteTable sites;
  Lift lift(store, symbols, sites);
  for (int round = 0; round < 200; round++) {
    const uint64_t common = random.below(UINT32_MAX);
    const size_t length = random.below(60);
    for (int run = 0; run < 3; run++) {
      TraceBuilder builder;
      // The first part is the same for all three, on other bytes; the order of sources may differ.
      const std::string bytes = trace::test::random_bytes(random, BYTES);
      if (random.chance(10))
        builder.add_source(BRAID_SOURCE_ARG, bytes, "", 1);
      builder.add_source(BRAID_SOURCE_STDIN, bytes);
      Random same(common);
      std::vector<Label> labels = trace::test::add_random_nodes(builder, same, {.nodes = unsigned(length)});
      const std::vector<Label> more = trace::test::add_random_nodes(builder, random, {.nodes = 20});
      labels.insert(labels.end(), more.begin(), more.end());
      for (const Label label : labels)
        if (builder.node(label).width == 1)
          builder.add_event(BRAID_EVENT_BRANCH, 0, label, uint8_t(builder.value(label)));
        else if (builder.node(label).width <= 64)
          builder.add_event(BRAID_EVENT_LENGTH, 0, label);
      const trace::View view = builder.view();
      ASSERT_TRUE(view.whole());
      lift.read(view);
      Lift alone(store, symbols, sites);
      alone.read(view);
      ASSERT_EQ(lift.path().constraints, alone.path().constraints) << "round " << round;
      ASSERT_EQ(lift.path().steps.size(), alone.path().steps.size());
      for (size_t i = 0; i < alone.path().steps.size(); i++) {
        EXPECT_TRUE(lift.path().steps[i].same_way(alone.path().steps[i]));
        EXPECT_EQ(lift.path().steps[i].expression, alone.path().steps[i].expression);
        EXPECT_EQ(lift.path().steps[i].constraints, alone.path().steps[i].constraints);
        EXPECT_EQ(lift.path().steps[i].excluded, alone.path().steps[i].excluded);
      }
      EXPECT_EQ(lift.sources(), alone.sources());
    }
  }
}

// A symbol is a name: another run that numbers its sources differently has the same symbols.
TEST(Lift, RunsShareSymbolsByName) {
  expr::Store store;
  InputSymbols symbols(store);
  Expr seen[2];
  for (const bool swapped : {false, true}) {
    TraceBuilder builder;
    if (swapped)
      builder.add_source(BRAID_SOURCE_ARG, "xyz", "", 1);
    const uint32_t in = builder.add_source(BRAID_SOURCE_STDIN, "abcd");
    const Label byte = builder.input(in, 2);
    builder.add_event(BRAID_EVENT_LENGTH, 0, byte);
    const trace::View view = builder.view();
    SiteTable sites;
    Lift lift(store, symbols, sites);
    lift.read(view);
    seen[swapped ? 1 : 0] = lift.expression(byte);
  }
  EXPECT_EQ(seen[0], seen[1]);
}

// Nodes record 64 bits; what was made concrete may be wider.
TEST(Lift, WideValuesMadeConcreteAreWhole) {
  TraceBuilder builder;
  builder.add_source(BRAID_SOURCE_STDIN, "0123456789abcdef");
  const Label wide = builder.bytes(0, 0, 16);
  builder.add_event(BRAID_EVENT_LENGTH, 0, wide);
  const trace::View view = builder.view();
  expr::Store store;
  InputSymbols symbols(store);
  SiteTable sites;
  Lift lift(store, symbols, sites);
  lift.read(view);
  EXPECT_EQ(lift.path().steps.size(), 2U); // one for each half
  const expr::Assignment own = own_assignment(lift, symbols, view);
  expr::Evaluator evaluator(store);
  evaluator.assign(own);
  for (const Expr constraint : lift.path().constraints)
    EXPECT_TRUE(evaluator.holds(constraint));
  expr::Assignment other = own;
  for (Symbol symbol = 0; symbol < store.symbols(); symbol++) {
    other = own;
    other.set(symbol, own[symbol] ^ 1);
    evaluator.assign(other);
    bool all = true;
    for (const Expr constraint : lift.path().constraints)
      all = all && evaluator.holds(constraint);
    EXPECT_FALSE(all) << store.name(symbol);
  }
}

// Nodes have 64 bits of a value: two runs may differ in the others.
TEST(Lift, RunsThatDifferInTheUpperHalfOfAValueArePathsOfTheirOwn) {
  expr::Store store;
  InputSymbols symbols(store);
  SiteTable sites;
  Lift lift(store, symbols, sites);
  std::vector<uint64_t> upper;
  for (const char *bytes : {"0123456789abcdef", "0123456789abcdeX"}) {
    TraceBuilder builder;
    builder.add_source(BRAID_SOURCE_STDIN, bytes);
    builder.add_event(BRAID_EVENT_LENGTH, 0, builder.bytes(0, 0, 16));
    lift.read(builder.view());
    ASSERT_EQ(lift.path().steps.size(), 2U);
    upper.push_back(lift.path().steps[0].choice);
  }
  EXPECT_NE(upper[0], upper[1]);
}

} // namespace
} // namespace braid::explore
