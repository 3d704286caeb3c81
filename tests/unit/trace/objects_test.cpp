// Objects of the program in a trace: what the reader accepts, what lies in them, how they are written.
#include "random_trace.h"
#include "trace/check.h"
#include "trace/evaluate.h"
#include "trace/objects.h"
#include "trace/smtlib.h"
#include "trace/text.h"

#include <gtest/gtest.h>

namespace braid::trace::test {
namespace {

class Objects : public testing::Test {
protected:
  void SetUp() override {
    trace_.add_source(BRAID_SOURCE_STDIN, "\2");
    memory_ = trace_.add_memory("abcdef");
    offset_ = trace_.op(BRAID_OP_ZEXT, 64, trace_.input(0, 0));
    changed_ = trace_.raw(BRAID_OP_STORE, 8, memory_, offset_, trace_.constant(16, 0x4241), 0);
  }
  Value loaded_with(Label load, std::string input) {
    const View view = trace_.view();
    const std::vector<uint8_t> bytes(input.begin(), input.end());
    Assignment assignment(view);
    assignment.set(0, bytes);
    ConeEvaluator cone(view);
    cone.assign(assignment);
    Evaluator all(view);
    all.run(assignment);
    EXPECT_TRUE(all[load] == cone.value(load));
    return all[load];
  }

  TraceBuilder trace_;
  Label memory_ = 0, offset_ = 0, changed_ = 0;
};

TEST_F(Objects, AreReadInTheOrderOfMemory) {
  const Label two = trace_.constant(64, 2);
  const Label load = trace_.raw(BRAID_OP_LOAD, 32, changed_, two, 0, 0);
  ASSERT_TRUE(trace_.view().whole()) << trace_.view().problems()[0].text();
  EXPECT_EQ(uint64_t(loaded_with(load, "\2")), 0x66654241U); // A B e f
  EXPECT_EQ(uint64_t(loaded_with(load, "\1")), 0x66656442U); // B d e f
  EXPECT_EQ(uint64_t(loaded_with(load, "\5")), 0x41656463U); // c d e A: the other byte lies behind the end
}

TEST_F(Objects, HaveZerosBehindTheirEnd) {
  const Label load = trace_.raw(BRAID_OP_LOAD, 16, memory_, trace_.constant(64, 5), 0, 0);
  EXPECT_EQ(uint64_t(loaded_with(load, "\0")), uint64_t('f'));
}

TEST_F(Objects, OfWideValuesWork) {
  const Label wide = trace_.raw(BRAID_OP_LOAD, 128, memory_, trace_.constant(64, 0), 0, 0);
  EXPECT_EQ(uint64_t(loaded_with(wide, "\0")), 0x666564636261U);
}

TEST_F(Objects, ThatAreBrokenEndTheTable) {
  const Label nodes = trace_.header().node_count;
  const auto is_refused = [&](uint8_t op, unsigned width, uint32_t a, uint32_t b, uint32_t c) {
    trace_.raw(op, width, a, b, c, 0);
    const bool refused = trace_.view().nodes().size() == nodes;
    trace_.header().node_count = nodes;
    return refused;
  };
  const Label byte = 2; // some value of another width
  EXPECT_FALSE(is_refused(BRAID_OP_LOAD, 8, changed_, offset_, 0));
  EXPECT_TRUE(is_refused(BRAID_OP_MEMORY, 8, 0, 7, 0)) << "more bytes than there are";
  EXPECT_TRUE(is_refused(BRAID_OP_MEMORY, 8, 1, UINT32_MAX, 0));
  EXPECT_TRUE(is_refused(BRAID_OP_MEMORY, 8, 0, 0, 0)) << "no bytes";
  EXPECT_TRUE(is_refused(BRAID_OP_LOAD, 8, offset_, offset_, 0)) << "not an object";
  EXPECT_TRUE(is_refused(BRAID_OP_LOAD, 8, changed_, byte, 0)) << "not an offset";
  EXPECT_TRUE(is_refused(BRAID_OP_LOAD, 12, changed_, offset_, 0)) << "not whole bytes";
  EXPECT_TRUE(is_refused(BRAID_OP_STORE, 8, changed_, offset_, memory_)) << "an object is no value";
  EXPECT_TRUE(is_refused(BRAID_OP_ADD, 8, memory_, memory_, 0)) << "nor an operand";
}

TEST_F(Objects, AreWrittenForPeopleAndSolvers) {
  const Label load = trace_.raw(BRAID_OP_LOAD, 8, changed_, trace_.constant(64, 2), 0, 'A');
  const View view = trace_.view();
  EXPECT_EQ(LabelText(view).label(load), "load8(store(memory0, stdin[0], 16961), 2)");
  const Constraint wanted{load, 'B', true, ""};
  const std::string script = smtlib_script(view, {&wanted, 1});
  EXPECT_NE(script.find("QF_ABV"), std::string::npos) << script;
  EXPECT_NE(script.find("(select "), std::string::npos) << script;
  EXPECT_NE(script.find("(store "), std::string::npos) << script;
}

TEST_F(Objects, ThatAnEventNamesMustHaveTheAddress) {
  const Label address = trace_.constant(64, 100);
  trace_.add_event(BRAID_EVENT_OBJECT, 0, address, 0, trace_.constant(64, BRAID_OBJECT(96, 8)), 4);
  EXPECT_TRUE(check(trace_.view()).empty());
  trace_.add_event(BRAID_EVENT_OBJECT, 0, address, 0, trace_.constant(64, BRAID_OBJECT(97, 6)), 4);
  EXPECT_EQ(check(trace_.view()).size(), 1U);
}

} // namespace
} // namespace braid::trace::test
