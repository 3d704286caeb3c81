#include "campaign/folder_lock.h"

#include "target/error.h"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sys/file.h>
#include <unistd.h>

namespace braid::campaign {

namespace fs = std::filesystem;

namespace {

fs::path lock_file(const fs::path &folder) { return folder / "lock"; }

} // namespace

std::optional<FolderLock> FolderLock::take(const fs::path &folder) {
  const fs::path path = lock_file(folder);
  target::Descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!file.is_open())
    throw target::system_error("opening the lock of the results", path.string());
  if (flock(file.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return std::nullopt;
  // Only for messages, so a full disk does not matter here.
  const std::string process = fmt::format("{}\n", getpid());
  if (ftruncate(file.number(), 0) != 0 || pwrite(file.number(), process.data(), process.size(), 0) < 0)
    errno = 0;
  return FolderLock(std::move(file));
}

long FolderLock::holder(const fs::path &folder) {
  long process = 0;
  std::ifstream(lock_file(folder)) >> process;
  return process;
}

} // namespace braid::campaign
