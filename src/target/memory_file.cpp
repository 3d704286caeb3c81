#include "target/memory_file.h"

#include "target/error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace braid::target {

MemoryFile::MemoryFile(const char *name) : file_(memfd_create(name, MFD_CLOEXEC)) {
  struct stat status;
  if (!file_.is_open() || fstat(file_.number(), &status) != 0)
    throw system_error("making a file in memory", name);
  device_ = status.st_dev;
  inode_ = status.st_ino;
}

Descriptor MemoryFile::open(int flags) const {
  std::string path = "/proc/self/fd/" + std::to_string(file_.number());
  Descriptor again(::open(path.c_str(), flags | O_CLOEXEC));
  if (!again.is_open())
    throw system_error("opening a file in memory", path);
  return again;
}

void MemoryFile::replace(std::span<const uint8_t> bytes) {
  for (size_t done = 0; done < bytes.size();) {
    ssize_t count = pwrite(file_.number(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      throw system_error("writing the standard input of the program");
    done += static_cast<size_t>(count);
  }
  // The program may have made it longer.
  struct stat status;
  const auto size = static_cast<off_t>(bytes.size());
  if (fstat(file_.number(), &status) != 0 || (status.st_size > size && ftruncate(file_.number(), size) != 0))
    throw system_error("shortening the standard input of the program");
}

void MemoryFile::clear() {
  if (!is_empty_ && ftruncate(file_.number(), 0) != 0)
    throw system_error("emptying the output of the program");
  is_empty_ = true;
}

bool MemoryFile::read(std::string &text, uint64_t limit) {
  // Most programs print little or nothing: for them one call is enough, and no memory is taken.
  std::array<char, 4096> piece;
  uint64_t got = 0;
  while (got <= limit) {
    // One byte more than the limit, to see whether there is more.
    const size_t wanted = static_cast<size_t>(std::min<uint64_t>(piece.size(), limit - got + 1));
    const ssize_t count = pread(file_.number(), piece.data(), wanted, static_cast<off_t>(got));
    if (count < 0)
      throw system_error("reading the output of the program");
    text.append(piece.data(), static_cast<size_t>(std::min<uint64_t>(static_cast<uint64_t>(count), limit - got)));
    got += static_cast<uint64_t>(count);
    if (static_cast<size_t>(count) < wanted)
      break;
  }
  is_empty_ = got == 0;
  return got <= limit;
}

} // namespace braid::target
