// The reader distrusts everything: each test breaks a sound trace in one way and looks at what is said and at
// what is left.
#include "trace/reader.h"
#include "trace_builder.h"

#include <cstdio>
#include <gtest/gtest.h>
#include <unistd.h>

namespace braid::trace::test {
namespace {

class ReaderTest : public testing::Test {
protected:
  ReaderTest() {
    source_ = trace_.add_source(BRAID_SOURCE_STDIN, "abcd");
    branch_ = trace_.add_site(BRAID_SITE_BRANCH, "main.c", "main", 12, 7);
    switch_ = trace_.add_site(BRAID_SITE_SWITCH, "main.c", "run", 20, 3, {1, 2, 97}, 8);
    byte_ = trace_.input(source_, 0);
    constant_ = trace_.constant(8, 'a');
    equal_ = trace_.op(BRAID_OP_EQ, 1, byte_, constant_);
    wide_ = trace_.bytes(source_, 0, 4);
    trace_.add_event(BRAID_EVENT_BRANCH, branch_, equal_, 1);
    trace_.add_event(BRAID_EVENT_SWITCH, switch_, byte_, 0, 3);
    trace_.add_event(BRAID_EVENT_END, 0, 0, 0, BRAID_END_EXIT);
    trace_.header().end = BRAID_END_EXIT;
  }

  // Expects one problem with these words in it.
  void expect_problem(Area area, const std::string &words) {
    const View view = trace_.view();
    ASSERT_FALSE(view.whole());
    const Problem &problem = view.problems().front();
    EXPECT_EQ(int(problem.area), int(area)) << problem.text();
    EXPECT_NE(problem.text().find(words), std::string::npos) << problem.text();
  }
  void expect_broken_node(Label label, const std::string &words) {
    expect_problem(Area::NODES, words);
    const View view = trace_.view();
    EXPECT_EQ(view.problems().front().entry, label);
    EXPECT_EQ(view.nodes().size(), label);
  }
  void expect_broken_event(uint32_t number, const std::string &words) {
    expect_problem(Area::EVENTS, words);
    EXPECT_EQ(trace_.view().events().size(), number);
  }

  TraceBuilder trace_;
  uint32_t source_, branch_, switch_;
  Label byte_, constant_, equal_, wide_;
};

TEST_F(ReaderTest, SoundTraceIsWhole) {
  const View view = trace_.view();
  for (const Problem &problem : view.problems())
    ADD_FAILURE() << problem.text();
  EXPECT_TRUE(view.readable());
  EXPECT_EQ(view.nodes().size(), trace_.header().node_count);
  EXPECT_EQ(view.events().size(), 3u);
  EXPECT_EQ(view.widest(), 32u);
  EXPECT_EQ(view.file(view.site(branch_)), "main.c");
  EXPECT_EQ(view.function(view.site(switch_)), "run");
  ASSERT_EQ(view.cases(view.site(switch_)).size(), 3u);
  EXPECT_EQ(view.cases(view.site(switch_))[2], 97u);
  ASSERT_EQ(view.ways(view.site(switch_)).size(), 3u);
  EXPECT_EQ(view.ways(view.site(switch_))[2], 3u);
  ASSERT_EQ(view.data(source_).size(), 4u);
  EXPECT_EQ(view.data(source_)[3], 'd');
  EXPECT_EQ(view.file(view.site(0)), "");
}

TEST_F(ReaderTest, ViewDoesNotCopyTables) {
  const View view = trace_.view();
  EXPECT_EQ(&view.nodes()[1], &trace_.node(1));
  EXPECT_EQ(&view.events()[0], &trace_.event(0));
}

TEST(ReaderHeader, TooShortAndMisaligned) {
  alignas(8) std::byte memory[sizeof(braid_trace) + 8] = {};
  EXPECT_FALSE(View(std::span<const std::byte>()).readable());
  EXPECT_FALSE(View(std::span(memory).first(100)).readable());
  EXPECT_NE(View(std::span(memory).subspan(1)).problems()[0].text().find("aligned"), std::string::npos);
  EXPECT_NE(View(std::span(memory)).problems()[0].text().find("not a trace"), std::string::npos);
}

TEST_F(ReaderTest, HeaderNumbers) {
  trace_.header().version = BRAID_TRACE_VERSION + 1;
  expect_problem(Area::HEADER, "version " + std::to_string(BRAID_TRACE_VERSION + 1));
  trace_.header().version = BRAID_TRACE_VERSION;
  trace_.header().header_bytes = 8;
  expect_problem(Area::HEADER, "header of 8 bytes");
  trace_.header().header_bytes = sizeof(braid_trace);
  const uint64_t total = trace_.header().total_bytes;
  trace_.header().total_bytes = total + 1;
  expect_problem(Area::HEADER, "the memory has");
  trace_.header().total_bytes = 8;
  expect_problem(Area::HEADER, "8 bytes in all");
  EXPECT_FALSE(trace_.view().readable());
  EXPECT_TRUE(trace_.view().nodes().empty());
}

TEST_F(ReaderTest, AreasWithinMemory) {
  const braid_area good = trace_.header().nodes;
  trace_.header().nodes.offset = 3;
  expect_problem(Area::HEADER, "area of nodes");
  trace_.header().nodes = {good.offset, UINT64_MAX / 8};
  expect_problem(Area::HEADER, "area of nodes");
  trace_.header().nodes = {UINT64_MAX - 7, 2};
  expect_problem(Area::HEADER, "area of nodes");
  trace_.header().nodes = {good.offset + 1, good.capacity - 1};
  expect_problem(Area::HEADER, "not aligned");
  trace_.header().nodes = {trace_.header().events.offset, 8};
  expect_problem(Area::HEADER, "overlap");
}

TEST_F(ReaderTest, CountsWithinCapacity) {
  trace_.header().node_count = uint32_t(trace_.header().nodes.capacity) + 1;
  expect_problem(Area::NODES, "room for 4096");
  EXPECT_TRUE(trace_.view().nodes().empty());
  EXPECT_TRUE(trace_.view().events().empty()); // their labels are gone
  EXPECT_EQ(trace_.view().sources().size(), 1u);
}

TEST_F(ReaderTest, Sources) {
  trace_.add_source(BRAID_SOURCE_ARG, "xy");
  trace_.source(1).kind = BRAID_SOURCE_KINDS;
  expect_problem(Area::SOURCES, "kind " + std::to_string(BRAID_SOURCE_KINDS));
  EXPECT_EQ(trace_.view().sources().size(), 1u);
  EXPECT_EQ(trace_.view().nodes().size(), trace_.header().node_count); // they use only source 0
  trace_.source(1).kind = BRAID_SOURCE_ARG;
  trace_.source(1).size = 1 << 20;
  expect_problem(Area::SOURCES, "not within the data area");
  trace_.source(1).size = UINT64_MAX;
  expect_problem(Area::SOURCES, "not within the data area");
  trace_.source(1).size = 2;
  std::memset(trace_.source(1).name, 'x', sizeof trace_.source(1).name);
  expect_problem(Area::SOURCES, "name does not end");
}

TEST_F(ReaderTest, SitesAndStrings) {
  trace_.site(switch_).first_case = 2;
  expect_problem(Area::SITES, "3 cases with their ways from number 2");
  EXPECT_EQ(trace_.view().sites().size(), switch_);
  EXPECT_EQ(trace_.view().events().size(), 1u); // the branch stays
  trace_.site(switch_).first_case = UINT32_MAX;
  expect_problem(Area::SITES, "cases");
  trace_.site(switch_).first_case = 0;
  trace_.case_value(4) = 4;
  expect_problem(Area::SITES, "way 4 of case 2");
  trace_.case_value(4) = 2;
  trace_.site(switch_).file = trace_.header().string_bytes;
  expect_problem(Area::SITES, "a name at offset");
  trace_.site(switch_).file = 0;
  trace_.site(switch_).kind = 77;
  expect_problem(Area::SITES, "kind 77");
  trace_.site(switch_).kind = BRAID_SITE_SWITCH;
  trace_.count_ways(switch_, 4);
  EXPECT_TRUE(trace_.view().whole());
  EXPECT_EQ(trace_.view().gone().size(), 5U);
  trace_.site(switch_).way_count = 5;
  expect_problem(Area::SITES, "5 ways from number 1 are not within the 5 ways");
  trace_.site(switch_).first_way = UINT32_MAX;
  expect_problem(Area::SITES, "ways from number");
  trace_.site(switch_).first_way = trace_.site(switch_).way_count = 0;
  trace_.strings()[trace_.header().string_bytes - 1] = 'x';
  expect_problem(Area::STRINGS, "does not end");
}

TEST_F(ReaderTest, NodeOrderAndFields) {
  trace_.node(equal_).b = equal_;
  expect_broken_node(equal_, "operand b is not the label of an earlier node");
  trace_.node(equal_).b = UINT32_MAX;
  expect_broken_node(equal_, "operand b is not");
  trace_.node(equal_).b = constant_;
  trace_.node(equal_).a = 0;
  expect_broken_node(equal_, "operand a is not");
  trace_.node(equal_).a = byte_;
  trace_.node(equal_).c = 1;
  expect_broken_node(equal_, "unused field");
  trace_.node(equal_).c = 0;
  trace_.node(equal_).op = BRAID_OP_COUNT;
  expect_broken_node(equal_, "not an operation");
  trace_.node(equal_).op = BRAID_OP_NONE;
  expect_broken_node(equal_, "not an operation");
  trace_.node(equal_).op = BRAID_OP_EQ;
  trace_.node(equal_).value = 2;
  expect_broken_node(equal_, "recorded value does not fit");
  EXPECT_TRUE(trace_.view().events().empty());
}

TEST_F(ReaderTest, NodeWidths) {
  const struct {
    uint8_t op;
    unsigned width;
    Label a, b, c;
    const char *words;
  } cases[] = {
      {BRAID_OP_ADD, 32, byte_, byte_, 0, "differ in width"},
      {BRAID_OP_ADD, 8, byte_, wide_, 0, "differ in width"},
      {BRAID_OP_ADD, 0, byte_, byte_, 0, "not between 1 and 128"},
      {BRAID_OP_ADD, 129, byte_, byte_, 0, "not between 1 and 128"},
      {BRAID_OP_EQ, 8, byte_, byte_, 0, "must be one bit"},
      {BRAID_OP_EQ, 1, byte_, wide_, 0, "differ in width"},
      {BRAID_OP_ITE, 8, byte_, byte_, byte_, "condition must be one bit"},
      {BRAID_OP_ITE, 8, equal_, byte_, wide_, "differ in width"},
      {BRAID_OP_EXTRACT, 8, wide_, 25, 0, "bits that the operand does not have"},
      {BRAID_OP_EXTRACT, 8, wide_, UINT32_MAX, 0, "bits that the operand does not have"},
      {BRAID_OP_EXTRACT, 32, wide_, 0, 0, "bits that the operand does not have"},
      {BRAID_OP_CONCAT, 17, byte_, byte_, 0, "do not add up"},
      {BRAID_OP_ZEXT, 8, byte_, 0, 0, "not wider"},
      {BRAID_OP_SEXT, 4, byte_, 0, 0, "not wider"},
      {BRAID_OP_BSWAP, 1, equal_, 0, 0, "whole bytes"},
      {BRAID_OP_FADD, 8, byte_, byte_, 0, "IEEE"},
      {BRAID_OP_FSIN, 8, byte_, 0, 0, "IEEE"},
      {BRAID_OP_FEQ, 1, byte_, byte_, 0, "IEEE"},
      {BRAID_OP_FEXTEND, 32, wide_, 0, 0, "from 32 to 64"},
      {BRAID_OP_FROUNDTO, 32, wide_, 0, 0, "from 64 to 32"},
      {BRAID_OP_FTOSI, 16, byte_, 0, 0, "operand is not an IEEE"},
      {BRAID_OP_SITOF, 16, byte_, 0, 0, "result is not an IEEE"},
      {BRAID_OP_INPUT, 16, 0, 0, 0, "8 bits"},
      {BRAID_OP_INPUT, 8, 0, 4, 0, "beyond the end"},
      {BRAID_OP_INPUT, 8, 1, 0, 0, "number of a source"},
      {BRAID_OP_SIZE, 32, 0, 0, 0, "64 bits"},
      {BRAID_OP_SIZE, 64, 9, 0, 0, "number of a source"},
      {BRAID_OP_CONST, 64, 1, 0, 0, "does not fit its width"},
      {BRAID_OP_CONST, 96, 0, 1, 0, "does not fit its width"},
  };
  for (const auto &broken : cases) {
    TraceBuilder copy = trace_;
    std::swap(copy, trace_);
    const Label label = trace_.raw(broken.op, broken.width, broken.a, broken.b, broken.c, 0);
    expect_broken_node(label, broken.words);
    trace_ = copy;
  }
}

TEST_F(ReaderTest, Events) {
  trace_.event(1).label = trace_.header().node_count;
  expect_broken_event(1, "label");
  trace_.event(1).label = 0;
  expect_broken_event(1, "no label");
  trace_.event(1).label = byte_;
  trace_.event(1).extra = 4;
  expect_broken_event(1, "case 4");
  trace_.event(1).extra = 3;
  trace_.event(1).site = 99;
  expect_broken_event(1, "site 99");
  trace_.event(1).site = switch_;
  trace_.event(0).label = byte_;
  expect_broken_event(0, "8 bits wide instead of 1");
  trace_.event(0).label = equal_;
  trace_.event(0).extra = 99;
  expect_broken_event(0, "calling site 99");
  trace_.event(0).extra = 0;
  trace_.event(0).flag = 2;
  expect_broken_event(0, "flag 2");
  trace_.event(0).flag = 1;
  trace_.event(2).extra = BRAID_END_KINDS;
  expect_broken_event(2, "end " + std::to_string(BRAID_END_KINDS));
  trace_.event(2) = {BRAID_EVENT_LOST, 0, BRAID_LOST_KINDS, 0, 0, 0};
  expect_broken_event(2, "reason");
  trace_.event(2) = {BRAID_EVENT_SOURCE, 0, 0, 0, 0, 1};
  expect_broken_event(2, "source 1");
  trace_.event(2) = {BRAID_EVENT_KINDS, 0, 0, 0, 0, 0};
  expect_broken_event(2, "kind " + std::to_string(BRAID_EVENT_KINDS));
  for (const uint8_t kind : {BRAID_EVENT_PASSED, BRAID_EVENT_RESULT}) { // of a source that is no result
    trace_.event(2) = {kind, 0, 0, 0, byte_, 0};
    expect_broken_event(2, "source 0 is no result");
    trace_.event(2).extra = 1;
    expect_broken_event(2, "source 1 is no result");
  }
  trace_.source(0).kind = BRAID_SOURCE_RESULT;
  trace_.event(2) = {BRAID_EVENT_RESULT, 0, 0, 0, 0, 0};
  expect_broken_event(2, "no label");
  trace_.event(2).label = byte_;
  EXPECT_TRUE(trace_.view().whole());
}

TEST_F(ReaderTest, ProblemSaysHowMuchIsLost) {
  trace_.node(equal_).op = 0;
  const View view = trace_.view();
  EXPECT_EQ(view.problems()[0].lost, trace_.header().node_count - equal_);
  EXPECT_NE(view.problems()[0].text().find("node 3: "), std::string::npos) << view.problems()[0].text();
}

TEST_F(ReaderTest, HeaderTextsAreBounded) {
  std::memset(trace_.header().message, 'm', sizeof trace_.header().message);
  EXPECT_EQ(trace_.view().message().size(), sizeof trace_.header().message);
  EXPECT_EQ(trace_.view().obstacle(), "");
}

TEST_F(ReaderTest, Files) {
  std::string path = testing::TempDir() + "braid-trace-XXXXXX";
  const int descriptor = mkstemp(path.data());
  ASSERT_GE(descriptor, 0);
  EXPECT_NE(TraceFile(path).view().problems()[0].text().find("is empty"), std::string::npos);
  const std::span<const std::byte> memory = trace_.memory();
  ASSERT_EQ(write(descriptor, memory.data(), memory.size()), ssize_t(memory.size()));
  close(descriptor);
  {
    const TraceFile file(path);
    EXPECT_TRUE(file.view().whole());
    EXPECT_EQ(file.view().nodes().size(), trace_.header().node_count);
  }
  std::remove(path.c_str());
  const TraceFile missing(path);
  EXPECT_FALSE(missing.view().readable());
  EXPECT_NE(missing.view().problems()[0].text().find("cannot be opened"), std::string::npos);
}

} // namespace
} // namespace braid::trace::test
