// Objects as arrays: what is read from one must be what the trace says, whatever sizes and offsets its history
// has.
#include "explore/lift.h"
#include "random_trace.h"
#include "trace/evaluate.h"

#include <gtest/gtest.h>

namespace braid::explore {
namespace {

using trace::Label;
using trace::test::Random;
using trace::test::TraceBuilder;

constexpr size_t BYTES = 8; // of input

// A history of an object, and reads of it: sizes and steps as in arrays of one type, or as they come.
class RandomObject {
public:
  RandomObject(TraceBuilder &trace, Random &random)
      : trace_(trace), random_(random), bytes_(uint32_t(4 + random.below(37))), is_regular_(random.chance(60)),
        size_(size()) {
    object_ = trace.add_memory(trace::test::random_bytes(random, bytes_));
  }

  void write() {
    const uint32_t count = next_size();
    const Label where = random_.chance(50) ? constant_offset(count) : symbolic_offset(count);
    const Label what = random_.chance(30) ? trace_.constant(8 * count, random_.below(UINT64_MAX)) : input(count);
    object_ = trace_.raw(BRAID_OP_STORE, 8, object_, where, what, 0);
  }

  Label read() {
    const uint32_t count = next_size();
    const Label where = random_.chance(20) ? constant_offset(count) : symbolic_offset(count);
    return trace_.raw(BRAID_OP_LOAD, 8 * count, object_, where, 0, 0);
  }

private:
  uint32_t size() {
    static constexpr uint32_t SIZES[] = {1, 2, 4, 8};
    uint32_t chosen = 0;
    do
      chosen = random_.pick(SIZES);
    while (chosen > bytes_);
    return chosen;
  }
  uint32_t next_size() { return is_regular_ ? size_ : size(); }
  uint64_t step(uint32_t count) { return is_regular_ ? count : 1 + random_.below(count); }
  Label constant_offset(uint32_t count) {
    const uint64_t each = step(count);
    return trace_.constant(64, random_.below((bytes_ - count) / each + 1) * each);
  }
  // index * step, within the object for every input.
  Label symbolic_offset(uint32_t count) {
    const uint64_t each = step(count), indices = (bytes_ - count) / each + 1;
    const Label index =
        trace_.op(BRAID_OP_UREM, 64, trace_.op(BRAID_OP_ZEXT, 64, input(1)), trace_.constant(64, indices));
    return trace_.op(BRAID_OP_MUL, 64, index, trace_.constant(64, each));
  }
  Label input(uint32_t count) { return trace_.bytes(0, uint32_t(random_.below(BYTES - count + 1)), count); }

  TraceBuilder &trace_;
  Random &random_;
  uint32_t bytes_;
  bool is_regular_;
  uint32_t size_;
  Label object_ = 0;
};

TEST(ObjectLift, ReadsWhatTheTraceSays) {
  const uint64_t seed = trace::test::test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  for (int round = 0; round < 400; round++) {
    TraceBuilder builder;
    builder.add_source(BRAID_SOURCE_STDIN, trace::test::random_bytes(random, BYTES));
    RandomObject object(builder, random);
    std::vector<Label> reads;
    for (int i = 0; i < 12; i++) {
      if (random.chance(50) && round % 4 != 0) // every fourth is a constant table
        object.write();
      reads.push_back(object.read());
      builder.add_event(BRAID_EVENT_LENGTH, 0, reads.back());
    }
    const trace::View view = builder.view();
    ASSERT_TRUE(view.whole()) << view.problems()[0].text();
    expr::Store store;
    InputSymbols symbols(store);
    SiteTable sites;
    Lift lift(store, symbols, sites);
    lift.read(view);
    trace::Evaluator expected(view);
    expr::Evaluator evaluator(store);
    for (int other = 0; other < 20; other++) {
      const std::string input = trace::test::random_bytes(random, BYTES);
      trace::Assignment contents(view);
      const std::vector<uint8_t> bytes(input.begin(), input.end());
      contents.set(0, bytes);
      expected.run(contents);
      expr::Assignment assignment;
      for (expr::Symbol s = 0; s < store.symbols(); s++)
        assignment.set(s, uint8_t(input[symbols.place(s)->offset]));
      evaluator.assign(assignment);
      for (const Label read : reads)
        ASSERT_TRUE(evaluator.value(lift.expression(read)) == expected[read]) << "round " << round;
    }
  }
}

// A table of constants is a single look-up by the byte itself, so that a comparison with its element is about one
// byte.
TEST(ObjectLift, TablesAreLookedUpByTheIndexItself) {
  TraceBuilder builder;
  builder.add_source(BRAID_SOURCE_STDIN, "a");
  std::string contents(1024, '\0');
  contents[4 * 'x'] = 7;
  const Label table = builder.add_memory(contents), byte = builder.input(0, 0);
  const Label offset = builder.op(BRAID_OP_MUL, 64, builder.op(BRAID_OP_ZEXT, 64, byte), builder.constant(64, 4));
  const Label read = builder.raw(BRAID_OP_LOAD, 32, table, offset, 0, 0);
  builder.add_event(BRAID_EVENT_LENGTH, 0, read);
  expr::Store store;
  InputSymbols symbols(store);
  SiteTable sites;
  Lift lift(store, symbols, sites);
  lift.read(builder.view());
  const braid_node &node = store[lift.expression(read)];
  ASSERT_EQ(node.op, BRAID_OP_READ);
  EXPECT_TRUE(store.is_symbol(node.b));
  EXPECT_EQ(store.width(node.b), 8U);
}

// Which object an address leads to: this one, or any other.
TEST(ObjectLift, AnotherObjectIsAnotherWay) {
  TraceBuilder builder;
  builder.add_source(BRAID_SOURCE_STDIN, "a");
  const Label address = builder.op(BRAID_OP_ZEXT, 64, builder.input(0, 0));
  const uint64_t here = BRAID_OBJECT('a' - 2, 8), there = BRAID_OBJECT(200, 4);
  builder.add_event(BRAID_EVENT_OBJECT, 0, address, 0, builder.constant(64, here), 4);
  expr::Store store;
  InputSymbols symbols(store);
  SiteTable sites;
  Lift lift(store, symbols, sites);
  lift.read(builder.view());
  ASSERT_EQ(lift.path().steps.size(), 1U);
  const Step &step = lift.path().steps[0];
  EXPECT_EQ(step.kind, StepKind::VALUE);
  EXPECT_EQ(step.choice, here);
  expr::Evaluator evaluator(store);
  const std::vector<uint64_t> seen = {here, there};
  const std::vector<Expr> others = another_way(store, sites, step, 0, seen);
  for (unsigned value = 0; value < 256; value++) {
    expr::Assignment assignment;
    assignment.set(0, value);
    evaluator.assign(assignment);
    const bool in_this = value >= 'a' - 2 && value <= 'a' + 2, in_that = value == 200;
    EXPECT_EQ(evaluator.holds(lift.path().constraints[0]), in_this) << value;
    bool is_other = true;
    for (const Expr condition : others)
      is_other = is_other && evaluator.holds(condition);
    EXPECT_EQ(is_other, !in_this && !in_that) << value;
  }
}

} // namespace
} // namespace braid::explore
