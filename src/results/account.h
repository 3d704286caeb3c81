// What an export did: how many tests it wrote, and which it left out and why. No test may get lost silently.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace braid::results {

class Account {
public:
  void wrote() { written_++; }
  // The reason reads well after "3 tests left out: ".
  void leave_out(const std::string &reason);
  // Something else to tell.
  void note(std::string sentence) { notes_.push_back(std::move(sentence)); }

  size_t written() const { return written_; }
  // A line for each reason and note.
  std::vector<std::string> lines() const;

private:
  struct LeftOut {
    std::string reason;
    size_t count;
  };

  size_t written_ = 0;
  std::vector<LeftOut> left_out_;
  std::vector<std::string> notes_;
};

} // namespace braid::results
