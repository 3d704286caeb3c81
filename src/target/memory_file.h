// A file that has no name and lies in memory: what the program reads as its standard input, and where its
// output goes. A file and not a pipe, because nobody has to be awake to empty it while the program runs, and
// because a program can be given its input again without being started again.
#pragma once

#include "target/descriptor.h"

#include <cstdint>
#include <span>
#include <string>

namespace braid::target {

class MemoryFile {
public:
  // name: for people who look into /proc.
  explicit MemoryFile(const char *name);

  // Device and inode, by which the runtime recognises it.
  uint64_t device() const { return device_; }
  uint64_t inode() const { return inode_; }
  int number() const { return file_.number(); }
  // The same file opened another time, with an offset of its own. flags as for open.
  Descriptor open(int flags) const;

  void replace(std::span<const uint8_t> bytes);
  void clear();
  // At most `limit` bytes from the start are appended to `text`; true if that was all.
  bool read(std::string &text, uint64_t limit);

private:
  Descriptor file_;
  uint64_t device_ = 0, inode_ = 0;
  bool is_empty_ = true; // nothing was there when it was last read
};

} // namespace braid::target
