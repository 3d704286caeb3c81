#include "campaign/folder_lock.h"

#include "target/error.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

namespace braid::campaign {

namespace fs = std::filesystem;

namespace {

fs::path lock_file(const fs::path &folder) { return folder / "lock"; }

bool is_locked(const target::Descriptor &file) {
  return flock(file.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

// A process that is killed while it starts the program leaves one behind that has the lock until it becomes the
// program. On a busy machine that takes some milliseconds.
bool is_left_behind(const fs::path &folder) {
  const long process = FolderLock::holder(folder);
  return process > 0 && kill(pid_t(process), 0) != 0 && errno == ESRCH;
}

} // namespace

std::optional<FolderLock> FolderLock::take(const fs::path &folder) {
  const fs::path path = lock_file(folder);
  target::Descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!file.is_open())
    throw target::system_error("opening the lock of the results", path.string());
  constexpr unsigned ATTEMPTS = 200;
  for (unsigned attempt = 1; is_locked(file); attempt++) {
    if (attempt == ATTEMPTS || !is_left_behind(folder))
      return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
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
