// What to call things when speaking with a person: sources, their bytes, and places in the program.
//
// The names are those a C programmer has in mind: stdin[3], argv[1][0], getenv("HOME")[0], file "x.bin"[7],
// data[2] for a fuzzing harness, and for marked variables their own name: n as a whole, n[2] for one of its
// bytes. Sources of the same name (a mark in a loop) are told apart by a number: n, n#2, n#3.
#pragma once

#include "expr/leaves.h" // printable()
#include "trace/reader.h"

namespace braid::trace {

// What a source is, wherever that is written down.
struct SourceFacts {
  uint8_t kind; // enum braid_source_kind
  uint16_t index;
  std::string_view name;
};
std::vector<std::string> source_names(std::span<const SourceFacts> sources);

class SourceNames {
public:
  explicit SourceNames(const View &view);

  const std::string &source(uint32_t number) const { return names_[number]; }
  std::string byte(uint32_t number, uint32_t offset) const;
  // `count` bytes from `first` on, in memory order; the plain name for a variable as a whole.
  std::string bytes(uint32_t number, uint32_t first, uint32_t count) const;
  std::string size(uint32_t number) const { return "size(" + names_[number] + ")"; }

  // A variable rather than a sequence of bytes: all of it together has a name of its own.
  bool is_variable(uint32_t number) const;

private:
  const View *view_;
  std::vector<std::string> names_;
};

// A file of the program's source for people: without detours (compilers write ".../lib/gcc/../../include"), and
// from the current folder if it lies there.
std::string shown_path(std::string_view file);

// Why a value was lost (enum braid_lost).
std::string_view lost_text(uint16_t reason);

// "file.c:12:7 (main)", or "an unknown place".
std::string place_text(const View &view, uint32_t site);

} // namespace braid::trace
