// Evaluation: the whole table, single labels, other inputs than the run's own.
#include "random_trace.h"
#include "trace/evaluate.h"

#include <gtest/gtest.h>

namespace braid::trace::test {
namespace {

TEST(Evaluate, OwnInputGivesRecordedValues) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  for (int round = 0; round < 200; round++) {
    TraceBuilder trace;
    trace.add_source(BRAID_SOURCE_STDIN, random_bytes(random, 16));
    const bool narrow = round % 2 == 0;
    add_random_nodes(trace, random, {.nodes = 300, .widest = narrow ? 64u : 128u});
    const View view = trace.view();
    ASSERT_TRUE(view.whole()) << view.problems()[0].text();
    ASSERT_EQ(view.widest() <= 64, narrow);
    Evaluator all(view);
    all.run(Assignment(view));
    ConeEvaluator cone(view);
    for (Label label = 1; label < view.nodes().size(); label++) {
      ASSERT_TRUE(all[label] == trace.value(label)) << label;
      ASSERT_EQ(all.low(label), view.node(label).value) << label;
    }
    for (int i = 0; i < 50; i++) {
      const Label label = Label(1 + random.below(view.nodes().size() - 1));
      ASSERT_TRUE(cone.value(label) == trace.value(label)) << label;
    }
  }
}

// Under another input both evaluators agree, and so does a trace built with that input from the start.
TEST(Evaluate, OtherInputs) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  for (int round = 0; round < 100; round++) {
    const std::string first = random_bytes(random, 16), second = random_bytes(random, 16);
    TraceBuilder one, other;
    one.add_source(BRAID_SOURCE_STDIN, first);
    other.add_source(BRAID_SOURCE_STDIN, second);
    const uint64_t shape = random.word();
    Random same_a(shape), same_b(shape);
    add_random_nodes(one, same_a, {.nodes = 200});
    add_random_nodes(other, same_b, {.nodes = 200});
    const View view = one.view();
    Assignment assignment(view);
    assignment.set(0, std::span(reinterpret_cast<const uint8_t *>(second.data()), second.size()));
    Evaluator all(view);
    all.run(assignment);
    ConeEvaluator cone(view);
    for (int i = 0; i < 10; i++) // fill the memory with values of the first input
      cone.value(Label(1 + random.below(view.nodes().size() - 1)));
    cone.assign(assignment);
    for (Label label = 1; label < view.nodes().size(); label++) {
      ASSERT_TRUE(all[label] == other.value(label)) << label;
      if (random.chance(20)) {
        ASSERT_TRUE(cone.value(label) == other.value(label)) << label;
      }
    }
  }
}

TEST(Evaluate, SizesAndMissingBytes) {
  TraceBuilder trace;
  trace.add_source(BRAID_SOURCE_STDIN, "abcdef");
  trace.add_source(BRAID_SOURCE_ARG, "xyz", "", 1);
  const Label size = trace.size(0), last = trace.input(0, 5), other = trace.input(1, 2);
  const View view = trace.view();
  Assignment assignment(view);
  const uint8_t two[] = {7, 8};
  assignment.set(0, two);
  Evaluator all(view);
  all.run(assignment);
  EXPECT_EQ(all.low(size), 2u);
  EXPECT_EQ(all.low(last), 0u);
  EXPECT_EQ(all.low(other), 'z');
}

TEST(Evaluate, UpToALabel) {
  TraceBuilder trace;
  trace.add_source(BRAID_SOURCE_STDIN, "ab");
  const Label a = trace.input(0, 0), b = trace.input(0, 1);
  const View view = trace.view();
  Evaluator all(view);
  all.run(Assignment(view), b);
  EXPECT_EQ(all.low(a), 'a');
  EXPECT_EQ(all.low(b), 0u);
  all.run(Assignment(view));
  EXPECT_EQ(all.low(b), 'b');
}

TEST(Evaluate, VeryDeepExpression) {
  Capacities capacities;
  capacities.nodes = 400000;
  TraceBuilder trace(capacities);
  trace.add_source(BRAID_SOURCE_STDIN, "a");
  const Label byte = trace.input(0, 0);
  Label label = byte;
  for (int i = 0; i < 300000; i++)
    label = trace.op(BRAID_OP_ADD, 8, label, byte);
  const View view = trace.view();
  EXPECT_EQ(uint64_t(ConeEvaluator(view).value(label)), uint8_t('a' * 300001ull));
}

TEST(Evaluate, EmptyTrace) {
  TraceBuilder trace;
  trace.header().node_count = 0;
  const View view = trace.view();
  Evaluator all(view);
  all.run(Assignment(view));
  EXPECT_TRUE(view.whole());
}

} // namespace
} // namespace braid::trace::test
