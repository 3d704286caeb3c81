// Files of the user's that are overwritten while they are explored (--file), and are put back at the end.
//
// What they were is in the results folder before the first of them is touched: a process that is killed puts
// nothing back, so the next one in that folder does, before anything else.
//
//     originals/1.facts     which file it was: whether it existed, mode, time; and on a line of its own the path
//     originals/1.content   what was in it
//     originals/1.found     what was there instead when a file was put back after a kill; somebody may have
//     written it
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace braid::campaign {

class UserFiles {
public:
  // Of this results folder, which must be locked. Puts back what an earlier process left. Throws target::Error.
  explicit UserFiles(const std::filesystem::path &folder);
  ~UserFiles();
  UserFiles(const UserFiles &) = delete;
  UserFiles &operator=(const UserFiles &) = delete;

  // Remembers a file as it is now, or that there is none. What is there and is no ordinary file stays as it is.
  void keep(const std::filesystem::path &file);
  // All that were remembered, as they were; those that had not been there are removed. Throws for the first that
  // cannot be put back, after it has tried all.
  void put_back();

  // What the user should know about an earlier process; may be empty.
  const std::string &note() const { return note_; }

private:
  struct Original {
    size_t number = 0;
    std::filesystem::path path;         // absolute
    std::optional<std::string> content; // nothing: it did not exist
    uint32_t mode = 0;
    int64_t seconds = 0, nanoseconds = 0; // of its last change
  };

  std::filesystem::path name(size_t number, const char *ending) const;
  void read();
  void save(const Original &original) const;
  void forget(const Original &original) const;
  void put_back(const Original &original) const;

  std::filesystem::path folder_;
  std::vector<Original> originals_;
  std::string note_;
};

} // namespace braid::campaign
