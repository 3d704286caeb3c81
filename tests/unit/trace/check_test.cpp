// The self-check passes true traces and points at the first lie of others.
#include "random_trace.h"
#include "trace/check.h"

#include <gtest/gtest.h>

namespace braid::trace::test {
namespace {

class CheckTest : public testing::Test {
protected:
  CheckTest() {
    trace_.add_source(BRAID_SOURCE_STDIN, "abcdefgh");
    branch_ = trace_.add_site(BRAID_SITE_BRANCH, "main.c", "main", 12, 7);
    switch_ = trace_.add_site(BRAID_SITE_SWITCH, "main.c", "run", 20, 3, {1, 'a', 'b'}, 8);
    byte_ = trace_.input(0, 0);
    constant_ = trace_.constant(8, 'a');
    equal_ = trace_.op(BRAID_OP_EQ, 1, byte_, constant_);
  }
  std::string first() {
    const std::vector<Mismatch> found = check(trace_.view());
    return found.empty() ? "" : found[0].text;
  }
  void expect(const std::string &words) {
    const std::string text = first();
    EXPECT_NE(text.find(words), std::string::npos) << text;
  }

  TraceBuilder trace_;
  uint32_t branch_, switch_;
  Label byte_, constant_, equal_;
};

TEST_F(CheckTest, TrueTrace) {
  trace_.add_event(BRAID_EVENT_BRANCH, branch_, equal_, 1);
  trace_.add_event(BRAID_EVENT_ASSUME, branch_, equal_, 1);
  trace_.add_event(BRAID_EVENT_ASSUME, branch_, 0, 0);
  trace_.add_event(BRAID_EVENT_SWITCH, switch_, byte_, 0, 2);
  const Label wide = trace_.bytes(0, 0, 8);
  trace_.add_event(BRAID_EVENT_ADDRESS, branch_, wide, 1, 4);
  trace_.add_event(BRAID_EVENT_TARGET, branch_, wide);
  trace_.add_event(BRAID_EVENT_LENGTH, branch_, wide);
  trace_.add_event(BRAID_EVENT_LOST, branch_, byte_, 0, 0, BRAID_LOST_CALL);
  trace_.add_event(BRAID_EVENT_END, 0, 3, 0, BRAID_END_EXIT);
  trace_.header().end = BRAID_END_EXIT;
  EXPECT_EQ(first(), "");
}

TEST_F(CheckTest, WrongValueIsReportedOnceWithItsOperands) {
  trace_.op(BRAID_OP_ZEXT, 32, equal_); // depends on the wrong one
  trace_.node(equal_).value = 0;
  const Label zext = trace_.header().node_count - 1;
  trace_.node(zext).value = 0; // consistent with the wrong value
  const std::vector<Mismatch> found = check(trace_.view());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, Mismatch::Kind::VALUE);
  EXPECT_EQ(found[0].number, equal_);
  EXPECT_EQ(found[0].text,
            "node 3 (EQ, 1 bits, of label 1 = 0x61, label 2 = 0x61): recorded 0x0, computed 0x1, in "
            "stdin[0] == 'a'");
}

TEST_F(CheckTest, InputDiffersFromSource) {
  trace_.node(byte_).value = 'x';
  trace_.node(equal_).value = 0;
  expect("node 1 (INPUT, 8 bits): recorded 0x78, computed 0x61, in stdin[0]");
}

TEST_F(CheckTest, BranchInTheOtherDirection) {
  trace_.add_event(BRAID_EVENT_BRANCH, branch_, equal_, 0);
  expect("event 0 at main.c:12:7 (main): the branch went false, but its condition is true: stdin[0] == 'a'");
}

TEST_F(CheckTest, AssumptionFlag) {
  trace_.add_event(BRAID_EVENT_ASSUME, branch_, equal_, 0);
  expect("the assumption went false");
}

TEST_F(CheckTest, SwitchCases) {
  trace_.add_event(BRAID_EVENT_SWITCH, switch_, byte_, 0, 3);
  expect("case 3 was taken, which is for 0x62, but the value is 0x61");
  trace_.event(0).extra = 0;
  expect("no case was taken, but case 2 is for the value 0x61");
  trace_.site(switch_).width = 32;
  expect("a switch on 32 bits has a label of 8");
  trace_.event(0).site = 0;
  EXPECT_EQ(first(), "");
  trace_.event(0).site = switch_;
  trace_.event(0).extra = 7;
  trace_.site(switch_).case_count = 0; // the cases did not fit into the trace
  EXPECT_EQ(first(), "");
}

TEST_F(CheckTest, AddressWidth) {
  trace_.add_event(BRAID_EVENT_ADDRESS, branch_, byte_);
  expect("an address of 8 bits");
}

TEST_F(CheckTest, Ending) {
  trace_.add_event(BRAID_EVENT_END, 0, 0, 0, BRAID_END_EXIT);
  expect("the header says 0");
  trace_.header().end = BRAID_END_EXIT;
  EXPECT_EQ(first(), "");
  trace_.add_event(BRAID_EVENT_THREAD, 0, 0);
  expect("event 0 ends the run, but 1 more follow");
}

TEST_F(CheckTest, BrokenTrace) {
  trace_.node(equal_).op = 200;
  expect("node 3: not an operation");
}

TEST_F(CheckTest, AnyNanWillDo) {
  const Label number = trace_.bytes(0, 0, 4), infinity = trace_.constant(32, 0x7f800000);
  const Label nan = trace_.op(BRAID_OP_FSUB, 32, infinity, infinity);
  trace_.op(BRAID_OP_FADD, 32, nan, number);
  trace_.node(nan).value = 0x7fc12345;
  // What follows from the recorded NaN is computed with it.
  trace_.node(nan + 1).value = 0x7fc12345;
  const Label low = trace_.op(BRAID_OP_EXTRACT, 8, nan + 1, 0);
  trace_.node(low).value = 0x45;
  EXPECT_EQ(first(), "");
  trace_.node(nan).value = 0x3f800000;
  expect("FSUB");
}

TEST_F(CheckTest, ZeroOfEitherSignFromMinimum) {
  const Label zero = trace_.constant(64, 0), minus_zero = trace_.constant(64, Value(1) << 63);
  const Label least = trace_.op(BRAID_OP_FMIN, 64, zero, minus_zero);
  trace_.node(least).value = uint64_t(1) << 63;
  EXPECT_EQ(first(), "");
  const Label sum = trace_.op(BRAID_OP_FADD, 64, zero, zero);
  trace_.node(sum).value = uint64_t(1) << 63;
  expect("FADD");
}

TEST_F(CheckTest, StopsAtTheLimit) {
  for (int i = 0; i < 50; i++)
    trace_.add_event(BRAID_EVENT_BRANCH, branch_, equal_, 0);
  EXPECT_EQ(check(trace_.view()).size(), 10u);
  EXPECT_EQ(check(trace_.view(), {.mismatches = 3}).size(), 3u);
}

TEST_F(CheckTest, RandomTracesAreTrueAndRandomLiesAreFound) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  for (int round = 0; round < 200; round++) {
    TraceBuilder trace;
    trace.add_source(BRAID_SOURCE_STDIN, random_bytes(random, 16));
    add_random_nodes(trace, random, {.nodes = 100});
    ASSERT_TRUE(check(trace.view()).empty()) << check(trace.view())[0].text;
    const Label label = Label(1 + random.below(trace.header().node_count - 1));
    braid_node &node = trace.node(label);
    if (node.op == BRAID_OP_CONST || node.op >= BRAID_OP_FADD)
      continue; // another constant is no lie in itself; NaNs may differ
    node.value ^= uint64_t(1) << random.below(std::min<unsigned>(node.width, 64));
    const std::vector<Mismatch> found = check(trace.view(), {.mismatches = 1});
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].number, label);
  }
}

} // namespace
} // namespace braid::trace::test
