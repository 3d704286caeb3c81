#include "target/input_files.h"

#include "target/error.h"
#include "target/sandbox.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace braid::target {

void InputFiles::see_as(const Sandbox *sandbox) {
  sandbox_ = sandbox && sandbox->root() >= 0 ? sandbox : nullptr;
  files_.clear();
}

// In a sandbox all links are followed as the program follows them.
Descriptor InputFiles::open_at(const std::filesystem::path &path, int flags) const {
  if (!sandbox_)
    return Descriptor(::open(path.c_str(), flags | O_CLOEXEC, 0644));
  const std::string absolute = (std::filesystem::current_path() / path).string();
  struct open_how how = {};
  how.flags = static_cast<uint64_t>(flags | O_CLOEXEC);
  how.mode = (flags & O_CREAT) != 0 ? 0644 : 0;
  how.resolve = RESOLVE_IN_ROOT;
  return Descriptor(static_cast<int>(syscall(SYS_openat2, sandbox_->root(), absolute.c_str(), &how, sizeof how)));
}

// In the sandbox of a user who is not the administrator there is nobody who could own a copy of somebody else's
// file.
Descriptor InputFiles::replace(const std::filesystem::path &path) const {
  const Descriptor folder = open_at(path.parent_path(), O_PATH | O_DIRECTORY);
  if (!folder.is_open() || unlinkat(folder.number(), path.filename().c_str(), 0) != 0)
    return {};
  return open_at(path, O_RDWR | O_CREAT);
}

// The program may have removed or renamed the file, or put another in its place.
InputFiles::File &InputFiles::open(const std::filesystem::path &path) {
  struct stat status;
  File &file = files_[path];
  if (file.descriptor.is_open()) {
    const Descriptor there = open_at(path, O_PATH);
    if (there.is_open() && fstat(there.number(), &status) == 0 && status.st_dev == file.identity.device &&
        status.st_ino == file.identity.inode)
      return file;
  }
  file.descriptor = open_at(path, O_RDWR | O_CREAT);
  if (!file.descriptor.is_open() && errno == EOVERFLOW)
    file.descriptor = replace(path);
  if (!file.descriptor.is_open() || fstat(file.descriptor.number(), &status) != 0)
    throw Error(std::string("opening an input file for writing failed: ") + std::strerror(errno), path.string(),
                sandbox_ ? "Outside of a sandbox it may be possible: --no-sandbox" : "");
  file.identity = {status.st_dev, status.st_ino};
  return file;
}

FileIdentity InputFiles::write(const Source &source) {
  std::filesystem::path path = folder_ / source.name;
  File &file = open(path);
  for (size_t done = 0; done < source.bytes.size();) {
    ssize_t count = pwrite(file.descriptor.number(), source.bytes.data() + done, source.bytes.size() - done,
                           static_cast<off_t>(done));
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      throw system_error("writing an input file", path.string());
    done += static_cast<size_t>(count);
  }
  if (ftruncate(file.descriptor.number(), static_cast<off_t>(source.bytes.size())) != 0)
    throw system_error("setting the length of an input file", path.string());
  return file.identity;
}

std::vector<int> InputFiles::descriptors() const {
  std::vector<int> numbers;
  numbers.reserve(files_.size());
  for (const auto &[path, file] : files_)
    numbers.push_back(file.descriptor.number());
  return numbers;
}

} // namespace braid::target
