// The files among the sources of an input: written anew for each run, and recognised by the runtime through
// their device and inode.
#pragma once

#include "target/descriptor.h"
#include "target/input.h"

#include <filesystem>
#include <map>

namespace braid::target {

class Sandbox;

struct FileIdentity {
  uint64_t device = 0, inode = 0;
};

class InputFiles {
public:
  // folder: what relative paths are relative to.
  explicit InputFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // From now on files are written as a program in this sandbox sees them, and stay as they are outside.
  void see_as(const Sandbox *sandbox);
  // Makes the file hold exactly these bytes. A file of that name is overwritten; it stays when the run is over.
  FileIdentity write(const Source &source);
  // Of all files written so far.
  std::vector<int> descriptors() const;

private:
  struct File {
    Descriptor descriptor;
    FileIdentity identity;
  };
  File &open(const std::filesystem::path &path);
  Descriptor replace(const std::filesystem::path &path) const;
  Descriptor open_at(const std::filesystem::path &path, int flags) const;

  const Sandbox *sandbox_ = nullptr;
  std::filesystem::path folder_;
  std::map<std::filesystem::path, File> files_; // open, so that a run costs no more than writing
};

} // namespace braid::target
