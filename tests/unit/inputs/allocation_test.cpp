// The malloc family in front of the library's: blocks without labels, and labels that move with their block. The
// whole test program, GoogleTest included, allocates through it.
#include "support.h"

#include <cerrno>
#include <cstring>
#include <malloc.h>
#include <map>
#include <vector>

extern "C" {
void braid_label_input(void *, int, uint64_t, size_t);
void *__braid_model_malloc(size_t);
void *__braid_model_calloc(size_t, size_t);
void *__braid_model_realloc(void *, size_t);
}

namespace inputs {
namespace {

class AllocationTest : public testing::Test {
protected:
  void SetUp() override {
    world_begin();
    bytes_ = std::string(4096, 'L');
    source_ = world_give(BRAID_SOURCE_MARK, BRAID_SOURCE_SYMBOLIC, "m", bytes_.data(), bytes_.size());
    world_start(nullptr, nullptr);
  }
  void TearDown() override { world_end(); }

  void label(void *block, size_t count) {
    memset(block, 'L', count);
    braid_label_input(block, source_, 0, count);
  }
  static bool is_clean(const void *block, size_t count) {
    for (size_t i = 0; i < count; i++)
      if (world_label(static_cast<const char *>(block) + i, 1))
        return false;
    return true;
  }

  std::string bytes_;
  int source_ = 0;
};

TEST_F(AllocationTest, FreedBlocksLoseTheirLabels) {
  void *block = malloc(100);
  label(block, 100);
  free(block);
  EXPECT_TRUE(is_clean(block, 100));
}

TEST_F(AllocationTest, NewBlocksHaveNone) {
  /* Labels that appear on memory without an owner, as a dead thread's stack would leave them. */
  void *block = malloc(100);
  free(block);
  braid_label_input(block, source_, 0, 100);
  void *again = malloc(100);
  EXPECT_TRUE(is_clean(again, 100));
  free(again);
}

TEST_F(AllocationTest, RandomOperationsKeepBytesAndLabelsTogether) {
  uint64_t seed = choose_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  struct Block {
    char *memory;
    size_t labelled; // bytes from the start
  };
  std::vector<Block> blocks;
  auto random_size = [&] { return size_t(below(random, 20) == 0 ? below(random, 300000) : below(random, 400)); };
  for (unsigned i = 0; i < 20000; i++) {
    unsigned operation = below(random, 10);
    if (blocks.empty() || operation < 4) {
      size_t size = random_size();
      void *made = nullptr;
      switch (below(random, 6)) {
      case 0:
        made = calloc(size, 1);
        break;
      case 1:
        made = memalign(64, size);
        ASSERT_EQ(uintptr_t(made) % 64, 0u);
        break;
      case 2:
        ASSERT_EQ(posix_memalign(&made, 32, size), 0);
        break;
      case 3:
        made = aligned_alloc(16, size);
        break;
      case 4:
        made = reallocarray(nullptr, size, 1);
        break;
      default:
        made = malloc(size);
        break;
      }
      ASSERT_NE(made, nullptr);
      ASSERT_TRUE(is_clean(made, std::min<size_t>(size, 500)));
      size_t labelled = std::min<size_t>(size, below(random, 400));
      label(made, labelled);
      blocks.push_back({static_cast<char *>(made), labelled});
      continue;
    }
    size_t which = below(random, unsigned(blocks.size()));
    Block &block = blocks[which];
    if (operation < 7) {
      size_t size = random_size() + 1;
      block.memory = static_cast<char *>(realloc(block.memory, size));
      ASSERT_NE(block.memory, nullptr);
      block.labelled = std::min(block.labelled, size);
      for (size_t at = 0; at < block.labelled; at += 1 + below(random, 20))
        ASSERT_TRUE(world_is_input(block.memory + at, source_, at)) << "byte " << at << " of " << block.labelled;
      ASSERT_TRUE(is_clean(block.memory + block.labelled, std::min<size_t>(size - block.labelled, 200)));
    } else {
      free(block.memory);
      block = blocks.back();
      blocks.pop_back();
    }
  }
  for (Block &block : blocks)
    free(block.memory);
}

TEST_F(AllocationTest, ErrorsAreTheLibrarys) {
  errno = 0;
  EXPECT_EQ(malloc(SIZE_MAX / 2), nullptr);
  EXPECT_EQ(errno, ENOMEM);
  errno = 0;
  volatile size_t many = SIZE_MAX / 2;
  EXPECT_EQ(reallocarray(nullptr, many, 4), nullptr);
  EXPECT_EQ(errno, ENOMEM);
  void *block = nullptr;
  EXPECT_EQ(posix_memalign(&block, 3, 10), EINVAL);
  EXPECT_EQ(posix_memalign(&block, 24, 10), EINVAL);
  EXPECT_EQ(posix_memalign(&block, 0, 10), EINVAL);
  block = malloc(10);
  label(block, 10);
  EXPECT_EQ(realloc(block, SIZE_MAX / 2), nullptr);
  EXPECT_TRUE(world_is_input(block, source_, 0)); /* it is still there */
  EXPECT_EQ(realloc(block, 0), nullptr);
  EXPECT_TRUE(is_clean(block, 10));
  EXPECT_DEATH(
      {
        alignas(16) static char no_block[64];
        free(no_block + 16);
      },
      "free\\(\\): invalid");
}

TEST_F(AllocationTest, SizesThatAreInputAreRecorded) {
  braid_label size = world_label(bytes_.data(), 1);
  ASSERT_EQ(size, 0u);
  uint64_t eight[1];
  label(eight, 8);
  size = world_label(eight, 8);
  world_pass(reinterpret_cast<void *>(__braid_model_malloc), 0, size);
  void *block = __braid_model_malloc(64);
  ASSERT_NE(block, nullptr);
  EXPECT_EQ(world_events(BRAID_EVENT_LENGTH), 1u);
  EXPECT_EQ(world_events(BRAID_EVENT_LOST), 0u);
  free(block);
}

} // namespace
} // namespace inputs
