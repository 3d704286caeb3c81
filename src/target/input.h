// The input of one run: a list of sources with their bytes, in the order in which the trace numbers them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace braid::target {

enum class SourceKind : uint8_t { // as enum braid_source_kind
  STDIN = 1,
  FILE = 2,
  ARGUMENT = 3,
  ENVIRONMENT = 4,
  MARK = 5,
  CALL = 6,
  DATA = 7
};

struct Source {
  SourceKind kind = SourceKind::STDIN;
  // Of a file: its path, relative to the folder the program runs in. The file is written for each run.
  // Of a variable, mark or call: its name.
  std::string name;
  uint16_t index = 0; // of an argument: its number, where 0 is the name of the program
  std::vector<uint8_t> bytes;
  bool symbolic = true;
  bool symbolic_length = false;
};

struct Input {
  std::vector<Source> sources;

  static Input standard_input(std::string_view bytes);
  Input &add(SourceKind kind, std::string name, std::string_view bytes, uint16_t index = 0);
  // The first source of this kind, or null.
  const Source *find(SourceKind kind) const;
};

} // namespace braid::target
