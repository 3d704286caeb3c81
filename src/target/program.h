// The program under test as a user would start it, and how much it may use.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace braid::target {

struct Program {
  std::filesystem::path path;
  std::vector<std::string> arguments;                  // without the name of the program
  std::optional<std::vector<std::string>> environment; // NAME=value; by default that of this process
  std::filesystem::path folder;                        // to run in; by default that of this process
  bool sandbox = true;                                 // where that is possible (sandbox.h)
  std::vector<std::filesystem::path> other_folders{};  // whose files it may change in its sandbox
};

// Half of the machine's memory, and at least 1 GiB: so much that programs seldom notice, and so little that one
// that takes all it can get leaves the machine usable.
uint64_t default_memory_limit();

// For one run. 0 stands for "no limit".
struct Limits {
  std::chrono::nanoseconds time = std::chrono::seconds(10); // on the wall
  uint64_t memory = default_memory_limit(); // private memory the program may add after its start, labels included
  uint64_t file = uint64_t{64} << 20;       // size of a file it writes, output included
  uint64_t kept_output = uint64_t{1} << 20; // bytes kept of standard output, and of standard error
};

} // namespace braid::target
