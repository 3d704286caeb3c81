// Nodes: equal ones are one, what does not depend on input has no label, full tables end the run.
#include "runtime/api.h"
#include "support.h"

namespace braid::test {
namespace {

class Nodes : public ::testing::Test {
protected:
  void SetUp() override {
    open_world();
    world_begin(input_, sizeof input_);
  }
  braid_label both(uint32_t op, braid_label a, braid_label b, uint64_t va, uint64_t vb, uint64_t result,
                   uint32_t width = 8) {
    return world_node2(op, width, 8, a, b, va, vb, result);
  }
  const braid_node &node(braid_label label) const {
    const auto *base = reinterpret_cast<const std::byte *>(world_trace());
    return reinterpret_cast<const braid_node *>(base + world_trace()->nodes.offset)[label];
  }
  uint8_t input_[4] = {7, 9, 11, 13};
};

TEST_F(Nodes, EqualNodesAreOne) {
  braid_label x = world_input(0), y = world_input(1);
  braid_label sum = both(BRAID_OP_ADD, x, y, 7, 9, 16);
  EXPECT_EQ(both(BRAID_OP_ADD, x, y, 7, 9, 16), sum);
  EXPECT_NE(both(BRAID_OP_SUB, x, y, 7, 9, 254), sum);
  EXPECT_NE(both(BRAID_OP_ADD, x, 0, 7, 9, 16), sum);
  EXPECT_EQ(world_input(0), x);
}

TEST_F(Nodes, ConstantsStandOnTheRight) {
  braid_label x = world_input(0);
  EXPECT_EQ(both(BRAID_OP_ADD, 0, x, 5, 7, 12), both(BRAID_OP_ADD, x, 0, 7, 5, 12));
  EXPECT_NE(both(BRAID_OP_SUB, 0, x, 5, 7, 254), both(BRAID_OP_SUB, x, 0, 7, 5, 2));
}

TEST_F(Nodes, WhatAConstantDecidesHasNoLabel) {
  braid_label x = world_input(0);
  EXPECT_EQ(both(BRAID_OP_AND, x, 0, 7, 0, 0), 0u);
  EXPECT_EQ(both(BRAID_OP_MUL, x, 0, 7, 0, 0), 0u);
  EXPECT_EQ(both(BRAID_OP_OR, x, 0, 7, 255, 255), 0u);
  EXPECT_EQ(both(BRAID_OP_ULT, x, 0, 7, 0, 0, 1), 0u);
  EXPECT_EQ(both(BRAID_OP_ULE, x, 0, 7, 255, 1, 1), 0u);
  EXPECT_EQ(both(BRAID_OP_SUB, x, x, 7, 7, 0), 0u);
  EXPECT_EQ(both(BRAID_OP_XOR, x, x, 7, 7, 0), 0u);
  EXPECT_EQ(both(BRAID_OP_EQ, x, x, 7, 7, 1, 1), 0u);
  EXPECT_EQ(both(BRAID_OP_ADD, x, 0, 7, 0, 7), x);
  EXPECT_EQ(both(BRAID_OP_AND, x, 0, 7, 255, 7), x);
  EXPECT_EQ(both(BRAID_OP_MUL, x, 0, 7, 1, 7), x);
  EXPECT_EQ(both(BRAID_OP_SHL, x, 0, 7, 0, 7), x);
}

// A widened byte against numbers inside and outside its range: there is a label exactly if some byte gives another
// result than another.
TEST_F(Nodes, ComparisonsOfWidenedBytes) {
  braid_label wide = world_node1(BRAID_OP_ZEXT, 16, 8, world_input(0), 7, 7);
  const auto holds = [](uint32_t op, uint16_t x, uint16_t y) {
    switch (op) {
    case BRAID_OP_EQ:
      return x == y;
    case BRAID_OP_NE:
      return x != y;
    case BRAID_OP_ULT:
      return x < y;
    case BRAID_OP_ULE:
      return x <= y;
    case BRAID_OP_SLT:
      return int16_t(x) < int16_t(y);
    default:
      return int16_t(x) <= int16_t(y);
    }
  };
  for (uint32_t op = BRAID_OP_EQ; op <= BRAID_OP_SLE; op++)
    for (uint16_t number : {0, 1, 254, 255, 256, 257, 0x7fff, 0x8000, 0xff00, 0xffff})
      for (bool first : {false, true}) {
        unsigned count = 0;
        for (uint16_t byte = 0; byte < 256; byte++)
          count += first ? holds(op, number, byte) : holds(op, byte, number);
        const bool now = first ? holds(op, number, 7) : holds(op, 7, number);
        const braid_label label = first ? world_node2(op, 1, 16, 0, wide, number, 7, now)
                                        : world_node2(op, 1, 16, wide, 0, 7, number, now);
        EXPECT_EQ(label != 0, count != 0 && count != 256) << "operation " << op << " with " << number << first;
      }
}

TEST_F(Nodes, PartsOfPartsAndExtensionsFold) {
  braid_label x = world_input(0);
  braid_label wide = world_node1(BRAID_OP_ZEXT, 32, 8, x, 7, 7);
  EXPECT_EQ(world_extract(wide, 0, 8), x);
  EXPECT_EQ(world_extract(wide, 8, 8), 0u); // zeros do not depend on input
  EXPECT_EQ(world_node1(BRAID_OP_ZEXT, 64, 32, wide, 7, 7), world_node1(BRAID_OP_ZEXT, 64, 8, x, 7, 7));
  EXPECT_EQ(world_extract(world_extract(wide, 0, 16), 0, 8), x);
}

TEST_F(Nodes, ChoiceBetweenEqualsIsNoChoice) {
  braid_label x = world_input(0), c = both(BRAID_OP_ULT, x, 0, 7, 50, 1, 1);
  braid_label same[3] = {c, x, x};
  uint64_t values[3] = {1, 7, 7};
  EXPECT_EQ(world_choose(8, same, values), x);
  braid_label constants[3] = {c, 0, 0};
  uint64_t equal[3] = {1, 4, 4}, different[3] = {1, 4, 5};
  EXPECT_EQ(world_choose(8, constants, equal), 0u);
  EXPECT_NE(world_choose(8, constants, different), 0u);
}

TEST_F(Nodes, AShiftBeyondTheWidthIsDecidedAndBothOperandsAreLost) {
  braid_label labels[3] = {world_input(0), world_input(1), 0};
  uint64_t values[4] = {7, 9, 0, 7 << 1};
  EXPECT_EQ(world_checked(BRAID_OP_SHL, 8, 8, labels, values), 0u);
  EXPECT_EQ(world_trace()->event_count, 3u);
}

TEST_F(Nodes, AddressArithmeticExtendsTheIndex) {
  braid_label x = world_input(0);
  // base + (int8_t)x * 12, recorded at 7, looked at with x = -2
  braid_label label = world_step(0, x, 8, 1000, 7, 12);
  Recorded recorded;
  uint8_t other[4] = {0xfe, 0, 0, 0};
  EXPECT_EQ(recorded.value(label, other), 1000u - 24);
}

TEST_F(Nodes, TheTableGrowsAndFindsEverythingAgain) {
  braid_label x = world_input(0);
  std::vector<braid_label> labels;
  for (uint64_t i = 1; i <= 100000; i++)
    labels.push_back(world_node2(BRAID_OP_XOR, 64, 64, x, 0, 7, i, 7 ^ i));
  for (uint64_t i = 1; i <= 100000; i++)
    ASSERT_EQ(world_node2(BRAID_OP_XOR, 64, 64, x, 0, 7, i, 7 ^ i), labels[i - 1]);
  EXPECT_LE(24 + static_cast<double>(world_trace()->table_bytes) / world_trace()->node_count, 32.0);
}

TEST_F(Nodes, ARunBeginsEmptyHoweverLongTheLastWas) {
  braid_label x = world_input(0);
  for (uint64_t i = 1; i <= 5000; i++)
    world_node2(BRAID_OP_XOR, 64, 64, x, 0, 7, i, 7 ^ i);
  for (unsigned run = 0; run < 3; run++) {
    world_begin(input_, sizeof input_);
    EXPECT_EQ(world_trace()->node_count, 1u);
    EXPECT_EQ(world_input(2), 1u);
    EXPECT_EQ(world_input(3), 2u);
    EXPECT_EQ(node(1).value, 11u);
  }
}

// What the first group has no room for: operations that differ in nothing but the width want the same one.
TEST_F(Nodes, ACrowdIsFoundAndForgotten) {
  for (uint64_t i = 1; i <= 50000; i++) /* a table of which a short run needs little */
    world_node2(BRAID_OP_XOR, 64, 64, world_input(0), 0, 7, i, 7 ^ i);
  for (unsigned run = 0; run < 3; run++) {
    world_begin(input_, sizeof input_);
    braid_label x = world_input(0);
    for (unsigned round = 0; round < 2; round++)
      for (uint32_t width = 9; width <= 64; width++)
        ASSERT_EQ(world_node1(BRAID_OP_SEXT, width, 8, x, 7, 7), x + width - 8) << run << ' ' << round;
  }
}

TEST_F(Nodes, AFullTableEndsTheRun) {
  braid_label x = world_input(0);
  uint64_t i = 1;
  while (world_end() == BRAID_END_NONE && i < (1 << 21)) {
    world_node2(BRAID_OP_XOR, 64, 64, x, 0, 7, i, 7 ^ i);
    i++;
  }
  EXPECT_EQ(world_end(), static_cast<uint32_t>(BRAID_END_NODES));
  EXPECT_LE(world_trace()->node_count, world_trace()->nodes.capacity);
}

} // namespace
} // namespace braid::test
