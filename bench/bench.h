// What the measurements share: kernels compiled both ways, inputs, the times that kernels report.
#pragma once

#include "target/executor.h"

#include <filesystem>
#include <string>

namespace braid::bench {

// A folder that is removed at the end.
class Scratch {
public:
  Scratch();
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;
  ~Scratch();
  const std::filesystem::path &path() const { return path_; }

private:
  std::filesystem::path path_;
};

// A kernel of bench/kernels, built by Clang and by braid-cc with the same options.
struct Kernel {
  std::string name;
  std::filesystem::path plain, instrumented;
};
Kernel build(const std::string &name, const Scratch &scratch);

// A JSON text of about so many bytes; bytes without pattern. The same every time.
std::string json_text(size_t bytes);
std::string random_bytes(size_t bytes);

target::Input input_of(const std::string &bytes, bool symbolic);

// Nanoseconds that the kernel needed, the shortest of all repetitions.
double plain_time(const Kernel &kernel, const std::string &input, unsigned repetitions);
double concrete_time(const Kernel &kernel, const std::string &input, unsigned repetitions);
// One repetition in each of `runs` runs in the same process, the trace complete each time.
double symbolic_time(const Kernel &kernel, const std::string &input, unsigned runs);

} // namespace braid::bench
