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
    Lift lift(view, store, symbols);
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
    Lift lift(view, store, symbols);
    const expr::Assignment own = lift.assignment();
    expr::Evaluator evaluator(store);
    evaluator.assign(own);
    for (const PathConstraint &constraint : lift.path())
      EXPECT_TRUE(evaluator.holds(constraint.condition)) << "event " << constraint.event << ", round " << round;

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
      for (const PathConstraint &constraint : lift.path())
        lifted_violated += evaluator.holds(constraint.condition) ? 0 : 1;
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
  builder.add_event(BRAID_EVENT_LOST, 0, unused_sum);
  const trace::View view = builder.view();
  expr::Store store;
  InputSymbols symbols(store);
  const Lift lift(view, store, symbols);
  EXPECT_NE(lift.expression(condition), 0u);
  EXPECT_EQ(lift.expression(unused_sum), 0u);
  EXPECT_EQ(lift.expression(unused), 0u);
  EXPECT_EQ(lift.lifted(), 3u);
  EXPECT_EQ(store.symbols(), 1u);
}

// Which of the alternatives hold under each value of one byte.
TEST(Lift, AlternativesOfASwitchShareOutAllValuesWithTheCaseTaken) {
  for (const uint8_t taken : {uint8_t('b'), uint8_t('z')}) {
    TraceBuilder builder;
    builder.add_source(BRAID_SOURCE_STDIN, std::string(1, char(taken)));
    const uint32_t site = builder.add_site(BRAID_SITE_SWITCH, "x.c", "f", 1, 1, {'a', 'b', 'c'}, 8);
    const Label byte = builder.input(0, 0);
    builder.add_event(BRAID_EVENT_SWITCH, site, byte, 0, taken == 'b' ? 2 : 0);
    const trace::View view = builder.view();
    expr::Store store;
    InputSymbols symbols(store);
    Lift lift(view, store, symbols);
    const std::vector<Alternative> ways = lift.alternatives(0);
    ASSERT_EQ(ways.size(), 3u);
    expr::Evaluator evaluator(store);
    for (unsigned value = 0; value < 256; value++) {
      expr::Assignment assignment;
      assignment.set(0, value);
      evaluator.assign(assignment);
      const uint32_t choice = value >= 'a' && value <= 'c' ? value - 'a' + 1 : 0;
      const bool on_path = std::all_of(lift.path().begin(), lift.path().end(),
                                       [&](const auto &part) { return evaluator.holds(part.condition); });
      EXPECT_EQ(on_path, choice == view.events()[0].extra) << value;
      for (const Alternative &way : ways)
        EXPECT_EQ(evaluator.holds(way.condition), way.choice == choice) << value;
    }
  }
}

TEST(Lift, AlternativesOfBranchesAndAssumptions) {
  TraceBuilder builder;
  builder.add_source(BRAID_SOURCE_STDIN, "a");
  const Label byte = builder.input(0, 0), x = builder.constant(8, 'x');
  const Label less = builder.op(BRAID_OP_ULT, 1, byte, x), same = builder.op(BRAID_OP_EQ, 1, byte, x);
  builder.add_event(BRAID_EVENT_BRANCH, 0, less, 1);
  builder.add_event(BRAID_EVENT_BRANCH, 0, same, 0);
  builder.add_event(BRAID_EVENT_ASSUME, 0, less, 1);
  builder.add_event(BRAID_EVENT_LENGTH, 0, byte);
  builder.add_event(BRAID_EVENT_ASSUME, 0, same, 0);
  const trace::View view = builder.view();
  expr::Store store;
  InputSymbols symbols(store);
  Lift lift(view, store, symbols);
  ASSERT_EQ(lift.alternatives(0).size(), 1u);
  EXPECT_EQ(lift.alternatives(0)[0].condition, store.inverted(lift.expression(less)));
  EXPECT_EQ(lift.alternatives(0)[0].choice, 0u);
  ASSERT_EQ(lift.alternatives(1).size(), 1u);
  EXPECT_EQ(lift.alternatives(1)[0].condition, lift.expression(same));
  EXPECT_EQ(lift.alternatives(1)[0].choice, 1u);
  EXPECT_TRUE(lift.alternatives(2).empty());
  EXPECT_TRUE(lift.alternatives(3).empty());
  ASSERT_EQ(lift.alternatives(4).size(), 1u);
  EXPECT_EQ(lift.alternatives(4)[0].condition, lift.expression(same));
}

TEST(Lift, ModelsBecomeInputs) {
  TraceBuilder builder;
  builder.add_source(BRAID_SOURCE_STDIN, "abcd");
  builder.add_source(BRAID_SOURCE_ARG, "xyz", "", 1);
  const Label byte = builder.input(0, 2), other = builder.input(1, 0), size = builder.size(1);
  builder.add_event(BRAID_EVENT_LENGTH, 0, byte);
  builder.add_event(BRAID_EVENT_LENGTH, 0, other);
  builder.add_event(BRAID_EVENT_LENGTH, 0, size);
  const trace::View view = builder.view();
  expr::Store store;
  InputSymbols symbols(store);
  Lift lift(view, store, symbols);
  expr::Assignment model = lift.assignment();
  EXPECT_EQ(lift.contents(model, 100), (std::vector{bytes_of("abcd"), bytes_of("xyz")}));
  model.set(store.symbol_of(lift.expression(byte)), '!');
  model.set(store.symbol_of(lift.expression(other)), '?');
  model.set(store.symbol_of(lift.expression(size)), 2);
  EXPECT_EQ(lift.contents(model, 100), (std::vector{bytes_of("ab!d"), bytes_of("?y")}));
  model.set(store.symbol_of(lift.expression(size)), ~uint64_t(0));
  EXPECT_EQ(lift.contents(model, 5)[1], bytes_of(std::string("?yz\0\0", 5)));
  EXPECT_EQ(lift.contents({}, 100), (std::vector{bytes_of("abcd"), bytes_of("xyz")}));
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
    seen[swapped ? 1 : 0] = Lift(view, store, symbols).expression(byte);
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
  const Lift lift(view, store, symbols);
  ASSERT_FALSE(lift.path().empty());
  const expr::Assignment own = lift.assignment();
  expr::Evaluator evaluator(store);
  evaluator.assign(own);
  for (const PathConstraint &constraint : lift.path())
    EXPECT_TRUE(evaluator.holds(constraint.condition));
}

} // namespace
} // namespace braid::explore
