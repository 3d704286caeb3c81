// Shadow memory: any mixture of stores, loads, moves and overwriting gives the value that memory has.
#include "runtime/api.h"
#include "support.h"

#include <cstring>
#include <random>

namespace braid::test {
namespace {

class Shadow : public ::testing::Test {
protected:
  void SetUp() override {
    open_world();
    for (unsigned i = 0; i < sizeof input_; i++)
      input_[i] = static_cast<uint8_t>(17 * i + 3);
    world_begin(input_, sizeof input_);
  }
  const braid_node &node(braid_label label) const {
    const auto *base = reinterpret_cast<const std::byte *>(world_trace());
    return reinterpret_cast<const braid_node *>(base + world_trace()->nodes.offset)[label];
  }
  // Bytes [first, first + count) of the input, stored at `to` with their labels.
  void read_input(uint8_t *to, unsigned first, unsigned count) {
    memcpy(to, input_ + first, count);
    for (unsigned i = 0; i < count; i++)
      world_store(to + i, 1, world_input(first + i));
  }
  uint8_t input_[64];
};

TEST_F(Shadow, AStoredValueLoadsAsThatValue) {
  alignas(16) static uint8_t memory[64];
  read_input(memory, 0, 4);
  braid_label number = world_load(memory, 4);
  uint32_t value;
  memcpy(&value, memory, 4);
  memcpy(memory + 16, &value, 4);
  world_store(memory + 16, 4, number);
  uint32_t before = world_trace()->node_count;
  EXPECT_EQ(world_load(memory + 16, 4), number);
  EXPECT_EQ(world_trace()->node_count, before); // nothing was made
  world_move(memory + 33, memory + 16, 4);
  memcpy(memory + 33, memory + 16, 4);
  EXPECT_EQ(world_load(memory + 33, 4), number);
  EXPECT_EQ(world_load(memory, 4), number); // also from the bytes it was made of
}

TEST_F(Shadow, APartOfAValueIsAPart) {
  static uint8_t memory[16];
  read_input(memory, 0, 4);
  braid_label number = world_load(memory, 4);
  world_store(memory, 4, number);
  EXPECT_EQ(world_load(memory + 1, 1), world_input(1));
  braid_label middle = world_load(memory + 1, 2);
  EXPECT_EQ(node(middle).width, 16);
  EXPECT_EQ(node(middle).value, static_cast<uint64_t>(input_[2] << 8 | input_[1]));
}

TEST_F(Shadow, ConcreteMemoryHasNoLabel) {
  static uint8_t memory[64] = {1, 2, 3};
  EXPECT_EQ(world_load(memory, 8), 0u);
  EXPECT_FALSE(world_any(memory, sizeof memory));
  read_input(memory + 20, 0, 1);
  EXPECT_TRUE(world_any(memory, sizeof memory));
  EXPECT_TRUE(world_any(memory + 20, 1));
  EXPECT_FALSE(world_any(memory, 20));
  EXPECT_FALSE(world_any(memory + 21, 40));
  EXPECT_NE(world_coarse(memory + 20), 0);
  world_clear(memory, sizeof memory);
  EXPECT_FALSE(world_any(memory, sizeof memory));
  EXPECT_EQ(world_coarse(memory + 20), 0);
}

TEST_F(Shadow, MemoryChangedBehindOurBackIsConcreteAndReported) {
  static uint8_t memory[8];
  read_input(memory, 0, 4);
  memory[1] ^= 0x55; // as code that is not instrumented would
  EXPECT_EQ(world_load(memory + 1, 1), 0u);
  EXPECT_EQ(world_trace()->event_count, 1u);
  EXPECT_EQ(world_load(memory, 1), world_input(0));
  braid_label rest = world_load(memory, 4);
  Recorded recorded;
  uint8_t other[64] = {1, 2, 3, 4};
  EXPECT_EQ(recorded.value(rest, other), 1u | static_cast<uint64_t>(memory[1]) << 8 | 3u << 16 | 4u << 24);
}

TEST_F(Shadow, NothingIsLeftForTheNextRun) {
  static uint8_t memory[4096];
  read_input(memory + 1000, 0, 64);
  world_begin(input_, sizeof input_);
  EXPECT_FALSE(world_any(memory, sizeof memory));
  EXPECT_EQ(world_load(memory + 1000, 8), 0u);
}

// The oracle: beside memory, a table that knows for each byte which input byte it is a copy of, or none. Random
// operations; each load is compared with what the table says, under another input.
TEST_F(Shadow, AgreesWithATableUnderRandomOperations) {
  constexpr unsigned size = 1200, seed = 20261;
  alignas(16) static uint8_t memory[size];
  std::vector<int> origin(size, -1);
  std::mt19937 random(seed);
  SCOPED_TRACE(seed);
  uint8_t other[64];
  for (uint8_t &byte : other)
    byte = static_cast<uint8_t>(random());
  auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  for (unsigned step = 0; step < 20000; step++) {
    static const unsigned sizes[] = {1, 2, 3, 4, 5, 8, 16};
    unsigned bytes = sizes[below(7)], at = below(size - 16), from = below(size - 16);
    switch (below(6)) {
    case 0: // input
      for (unsigned i = 0; i < bytes; i++) {
        unsigned which = below(64);
        memory[at + i] = input_[which];
        world_store(memory + at + i, 1, world_input(which));
        origin[at + i] = static_cast<int>(which);
      }
      break;
    case 1: { // a copy through a register
      braid_label label = world_load(memory + from, bytes);
      std::vector<int> moved(origin.begin() + from, origin.begin() + from + bytes);
      uint8_t copy[16];
      memcpy(copy, memory + from, bytes);
      memcpy(memory + at, copy, bytes);
      world_store(memory + at, bytes, label);
      std::copy(moved.begin(), moved.end(), origin.begin() + at);
      break;
    }
    case 2: { // a copy of a block, overlapping or not
      unsigned count = below(200);
      if (at + count > size || from + count > size)
        break;
      world_move(memory + at, memory + from, count);
      memmove(memory + at, memory + from, count);
      std::vector<int> moved(origin.begin() + from, origin.begin() + from + count);
      std::copy(moved.begin(), moved.end(), origin.begin() + at);
      break;
    }
    case 3: // constants
      for (unsigned i = 0; i < bytes; i++) {
        memory[at + i] = static_cast<uint8_t>(random());
        origin[at + i] = -1;
      }
      world_store(memory + at, bytes, 0);
      break;
    default: { // look
      braid_label label = world_load(memory + at, bytes);
      Recorded recorded;
      trace::Value expected = 0;
      bool symbolic = false;
      for (unsigned i = 0; i < bytes; i++) {
        int which = origin[at + i];
        symbolic |= which >= 0;
        expected |= trace::Value(which >= 0 ? other[which] : memory[at + i]) << 8 * i;
      }
      ASSERT_EQ(label != 0, symbolic) << "step " << step;
      if (label) {
        ASSERT_EQ(node(label).width, 8 * bytes);
        ASSERT_EQ(recorded.value(label, other), static_cast<uint64_t>(expected)) << "step " << step;
      }
    }
    }
    if (step % 1000 == 999) { // labels of another run mean nothing
      world_begin(input_, sizeof input_);
      std::fill(origin.begin(), origin.end(), -1);
    }
  }
}

} // namespace
} // namespace braid::test
