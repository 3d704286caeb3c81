// A results folder belongs to one process at a time: two would take each other's numbers for their tests, and
// write the same files.
//
// It is a lock of the kernel's (flock) on a file in the folder, so it ends with the process, however that ends.
// The file itself stays: whoever removed it could remove one that somebody else has just locked.
#pragma once

#include "target/descriptor.h"

#include <filesystem>
#include <optional>

namespace braid::campaign {

class FolderLock {
public:
  // Takes the lock of an existing folder. Nothing if another process has it. A file system without locks is taken
  // as it is.
  static std::optional<FolderLock> take(const std::filesystem::path &folder);

  // The process that has the lock of a folder, for messages; 0 if it is not known.
  static long holder(const std::filesystem::path &folder);

private:
  explicit FolderLock(target::Descriptor file) : file_(std::move(file)) {}

  target::Descriptor file_;
};

} // namespace braid::campaign
