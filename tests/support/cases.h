// What a program is verified with: its inputs, and how each run is expected to end.
//
// A file of cases is a JSON array; bytes are written in hexadecimal:
//   [{"name": "first", "stdin": "61620a", "arguments": ["6162"], "environment": {"HOME": "2f"},
//     "files": {"data.bin": "00"}, "marks": [["n", "05000000"]], "data": "6162", "end": "nodes"}]
// All members may be left out. "arguments" are input, from argv[1] on. "end" is how the runtime is expected to
// stop the run: such a run cannot be compared with that of the plain program.
#pragma once

#include "target/input.h"

#include <filesystem>
#include <string>
#include <vector>

namespace braid::verify {

struct Case {
  std::string name;
  target::Input input;
  std::string end; // "", "nodes", "events", "assume" or "sources"
};

// Throws std::runtime_error with what is wrong and where.
std::vector<Case> read_cases(const std::filesystem::path &file);
// The bytes of the file as standard input; of a folder, one case for each file in it.
std::vector<Case> standard_input_cases(const std::filesystem::path &path);

} // namespace braid::verify
