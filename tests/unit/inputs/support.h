// What the tests of input share: files that are sources, random bytes, and the checks that hold for every trace.
#pragma once

#include "world.h"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace inputs {

using Random = std::mt19937_64;

/// The seed of a random test: from BRAID_TEST_SEED, or new each time. It is printed if the test fails.
inline uint64_t choose_seed() {
  const char *given = getenv("BRAID_TEST_SEED");
  return given ? strtoull(given, nullptr, 0) : std::random_device{}();
}

inline unsigned below(Random &random, unsigned limit) { return unsigned(random() % limit); }

/// A file in memory that can be opened any number of times.
class File {
public:
  explicit File(const std::string &bytes) : descriptor_(memfd_create("input", 0)) {
    if (write(descriptor_, bytes.data(), bytes.size()) != ssize_t(bytes.size()))
      abort();
  }
  ~File() { close(descriptor_); }
  File(const File &) = delete;
  File &operator=(const File &) = delete;

  int descriptor() const { return descriptor_; }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }
  int open_again(int flags = O_RDONLY) const { return open(path().c_str(), flags); }
  FILE *stream(const char *mode = "r") const { return fopen(path().c_str(), mode); }

private:
  int descriptor_;
};

/// A run in which the file is input.
class FileRun {
public:
  FileRun(const std::string &bytes, bool symbolic_length) : file_(bytes) {
    world_begin();
    unsigned flags = BRAID_SOURCE_SYMBOLIC | (symbolic_length ? BRAID_SOURCE_SYMBOLIC_LENGTH : 0);
    source_ = world_give(BRAID_SOURCE_FILE, flags, "file", bytes.data(), bytes.size());
    world_is_file(source_, file_.descriptor());
    world_start(nullptr, nullptr);
  }
  ~FileRun() { world_end(); }

  const File &file() const { return file_; }
  int source() const { return source_; }

private:
  File file_;
  int source_;
};

/// Each decision is about one bit, and went the way its condition says.
inline void expect_sound_decisions() {
  const auto *base = reinterpret_cast<const char *>(world_trace());
  const auto *events = reinterpret_cast<const braid_event *>(base + world_trace()->events.offset);
  for (uint32_t i = 0; i < world_trace()->event_count; i++)
    if (events[i].kind == BRAID_EVENT_BRANCH) {
      const braid_node *node = world_node(events[i].label);
      ASSERT_EQ(node->width, 1) << "event " << i;
      ASSERT_EQ(node->value, events[i].flag) << "event " << i;
    }
}

/// The label of a byte of input, extensions set aside, as "offset" or -1.
inline int64_t offset_of(braid_label label, int source) {
  const braid_node *node = world_node(label);
  while (label && (node->op == BRAID_OP_ZEXT || node->op == BRAID_OP_SEXT))
    node = world_node(node->a);
  return label && node->op == BRAID_OP_INPUT && node->a == uint32_t(source) ? int64_t(node->b) : -1;
}

} // namespace inputs
