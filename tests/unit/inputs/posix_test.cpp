// Reading through descriptors, asking for sizes and mapping files: which bytes get which labels, and where results
// depend on the length of a source.
#include "support.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>

extern "C" {
ssize_t __braid_model_read(int, void *, size_t);
ssize_t __braid_model_pread(int, void *, size_t, off_t);
ssize_t __braid_model_readv(int, const iovec *, int);
ssize_t __braid_model_preadv(int, const iovec *, int, off_t);
ssize_t __braid_model_recv(int, void *, size_t, int);
ssize_t __braid_model_recvmsg(int, msghdr *, int);
int __braid_model_open(const char *, int, ...);
off_t __braid_model_lseek(int, off_t, int);
int __braid_model_fstat(int, struct stat *);
int __braid_model_stat(const char *, struct stat *);
int __braid_model_statx(int, const char *, int, unsigned, struct statx *);
void *__braid_model_mmap(void *, size_t, int, int, int, off_t);
int __braid_model_munmap(void *, size_t);
void *__braid_model_mremap(void *, size_t, size_t, int, ...);
void braid_label_input(void *, int, uint64_t, size_t);
}

namespace inputs {
namespace {

template <class Function> braid_label result_of(Function *function) {
  return world_result(reinterpret_cast<void *>(function));
}

class PosixTest : public testing::Test {
protected:
  void expect_input(const void *memory, int source, uint64_t offset, size_t count) {
    for (size_t i = 0; i < count; i++)
      ASSERT_TRUE(world_is_input(static_cast<const char *>(memory) + i, source, offset + i)) << "byte " << i;
  }
};

TEST_F(PosixTest, RandomReadsAreTheKernels) {
  uint64_t seed = choose_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  for (unsigned sequence = 0; sequence < 300; sequence++) {
    SCOPED_TRACE("sequence " + std::to_string(sequence));
    Random random(seed + sequence);
    std::string bytes(below(random, 100), 0);
    for (char &byte : bytes)
      byte = char(random());
    bool symbolic_length = below(random, 2);
    FileRun run(bytes, symbolic_length);
    File copy(bytes);
    int ours = __braid_model_open(run.file().path().c_str(), O_RDONLY), theirs = copy.open_again();
    bool at_end = false; /* a read was cut short: the place is the length */
    for (unsigned step = 0; step < 20; step++) {
      char got[64], expected[64];
      memset(got, 'x', sizeof got);
      memset(expected, 'x', sizeof expected);
      size_t wanted = below(random, 60);
      off_t place = lseek(theirs, 0, SEEK_CUR), elsewhere = below(random, 120);
      iovec our_parts[2] = {{got, wanted / 3}, {got + 30, wanted / 2}};
      iovec their_parts[2] = {{expected, wanted / 3}, {expected + 30, wanted / 2}};
      ssize_t count = 0;
      braid_label label = 0;
      unsigned operation = below(random, 5);
      switch (operation) {
      case 0:
        count = read(theirs, expected, wanted);
        ASSERT_EQ(__braid_model_read(ours, got, wanted), count);
        label = result_of(__braid_model_read);
        expect_input(got, run.source(), uint64_t(place), size_t(count));
        break;
      case 1:
        place = elsewhere;
        count = pread(theirs, expected, wanted, place);
        ASSERT_EQ(__braid_model_pread(ours, got, wanted, place), count);
        label = result_of(__braid_model_pread);
        expect_input(got, run.source(), uint64_t(place), size_t(count));
        break;
      case 2:
      case 3: {
        wanted = wanted / 3 + wanted / 2;
        if (operation == 3)
          place = elsewhere;
        count = operation == 2 ? readv(theirs, their_parts, 2) : preadv(theirs, their_parts, 2, place);
        ASSERT_EQ(operation == 2 ? __braid_model_readv(ours, our_parts, 2)
                                 : __braid_model_preadv(ours, our_parts, 2, place),
                  count);
        label = operation == 2 ? result_of(__braid_model_readv) : result_of(__braid_model_preadv);
        size_t first = std::min(size_t(count), our_parts[0].iov_len);
        expect_input(got, run.source(), uint64_t(place), first);
        expect_input(got + 30, run.source(), uint64_t(place) + first, size_t(count) - first);
        break;
      }
      default: {
        static const int whences[] = {SEEK_SET, SEEK_CUR, SEEK_END};
        int whence = whences[below(random, 3)];
        off_t offset = off_t(below(random, 60)) - 20;
        off_t end = lseek(theirs, offset, whence);
        ASSERT_EQ(__braid_model_lseek(ours, offset, whence), end);
        label = result_of(__braid_model_lseek);
        ASSERT_EQ(label != 0,
                  symbolic_length && (whence == SEEK_END || (whence == SEEK_CUR && at_end)) && end >= 0);
        at_end = at_end && whence == SEEK_CUR && offset == 0;
        continue;
      }
      }
      ASSERT_EQ(memcmp(got, expected, sizeof got), 0);
      ASSERT_EQ(lseek(ours, 0, SEEK_CUR), lseek(theirs, 0, SEEK_CUR));
      const bool moves = operation == 0 || operation == 2, stood_at_end = moves && at_end;
      if (moves)
        at_end = (at_end && count == 0) || (size_t(count) < wanted && size_t(place + count) == bytes.size());
      /* The number follows from the length, unless the place does already. */
      ASSERT_EQ(label != 0, symbolic_length && wanted > 0 && !stood_at_end);
      if (label) {
        ASSERT_EQ(world_node(label)->value, uint64_t(count));
      }
    }
    close(ours);
    close(theirs);
    expect_sound_decisions();
    ASSERT_EQ(world_events(BRAID_EVENT_LOST), 0u);
  }
}

TEST_F(PosixTest, DuplicatesAreTheSameSource) {
  FileRun run("abcdef", false);
  int descriptor = run.file().open_again(), copy = dup(descriptor);
  char first[2], second[2];
  ASSERT_EQ(__braid_model_read(descriptor, first, 2), 2);
  ASSERT_EQ(__braid_model_read(copy, second, 2), 2);
  expect_input(first, run.source(), 0, 2);
  expect_input(second, run.source(), 2, 2);
  close(descriptor);
  close(copy);
}

TEST_F(PosixTest, ErrorsAreErrors) {
  FileRun run("abc", true);
  char buffer[4];
  errno = 0;
  EXPECT_EQ(__braid_model_read(-1, buffer, 4), -1);
  EXPECT_EQ(errno, EBADF);
  EXPECT_EQ(__braid_model_pread(run.file().descriptor(), buffer, 4, -5), -1);
  EXPECT_EQ(errno, EINVAL);
}

TEST_F(PosixTest, SocketsOverwriteLabels) {
  FileRun run("abcdef", false);
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  char buffer[6];
  memcpy(buffer, "abcdef", 6);
  braid_label_input(buffer, run.source(), 0, 6);
  ASSERT_EQ(write(ends[1], "ab", 2), 2);
  ASSERT_EQ(__braid_model_recv(ends[0], buffer, 2, 0), 2);
  EXPECT_EQ(world_label(buffer, 2), 0u);
  expect_input(buffer + 2, run.source(), 2, 4);
  ASSERT_EQ(write(ends[1], "cd", 2), 2);
  iovec part = {buffer + 2, 2};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  ASSERT_EQ(__braid_model_recvmsg(ends[0], &message, 0), 2);
  EXPECT_EQ(world_label(buffer + 2, 2), 0u);
  expect_input(buffer + 4, run.source(), 4, 2);
  close(ends[0]);
  close(ends[1]);
}

TEST_F(PosixTest, SizeOfAFileIsItsLength) {
  FileRun run("abcde", true);
  struct stat status;
  ASSERT_EQ(__braid_model_fstat(run.file().descriptor(), &status), 0);
  EXPECT_EQ(status.st_size, 5);
  braid_label label = world_label(&status.st_size, sizeof status.st_size);
  ASSERT_NE(label, 0u);
  EXPECT_EQ(world_node(label)->op, BRAID_OP_SIZE);
  EXPECT_EQ(world_label(&status.st_ino, sizeof status.st_ino), 0u);
  ASSERT_EQ(__braid_model_stat(run.file().path().c_str(), &status), 0);
  EXPECT_EQ(world_label(&status.st_size, sizeof status.st_size), label);
  struct statx extended;
  ASSERT_EQ(__braid_model_statx(AT_FDCWD, run.file().path().c_str(), 0, STATX_BASIC_STATS, &extended), 0);
  EXPECT_EQ(world_label(&extended.stx_size, sizeof extended.stx_size), label);
}

TEST_F(PosixTest, FixedLengthIsNoSymbol) {
  FileRun run("abcde", false);
  struct stat status;
  ASSERT_EQ(__braid_model_fstat(run.file().descriptor(), &status), 0);
  EXPECT_EQ(world_label(&status.st_size, sizeof status.st_size), 0u);
}

TEST_F(PosixTest, MappedFilesAreInput) {
  std::string bytes(5000, 'a');
  FileRun run(bytes, false);
  auto *memory = static_cast<char *>(
      __braid_model_mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE, run.file().descriptor(), 0));
  ASSERT_NE(memory, MAP_FAILED);
  EXPECT_TRUE(world_is_input(memory + 4999, run.source(), 4999));
  EXPECT_EQ(world_label(memory + 5000, 1), 0u);
  auto *moved = static_cast<char *>(__braid_model_mremap(memory, 8192, 1 << 20, MREMAP_MAYMOVE));
  ASSERT_NE(moved, MAP_FAILED);
  EXPECT_TRUE(world_is_input(moved + 4999, run.source(), 4999));
  ASSERT_EQ(__braid_model_munmap(moved, 1 << 20), 0);
  auto *again = static_cast<char *>(
      mmap(moved, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0));
  EXPECT_EQ(world_label(again, 4), 0u);
  munmap(again, 4096);
  auto *second =
      static_cast<char *>(__braid_model_mmap(nullptr, 4096, PROT_READ, MAP_SHARED, run.file().descriptor(), 4096));
  ASSERT_NE(second, MAP_FAILED);
  EXPECT_TRUE(world_is_input(second, run.source(), 4096));
  ASSERT_EQ(__braid_model_munmap(second, 4096), 0);
}

} // namespace
} // namespace inputs
