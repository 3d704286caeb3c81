// What a product was made from: kept beside it, so that the next build can tell that nothing has changed without
// starting a compiler.
//
// A product is current if it was made by the same command, in the same folder, with the same variables that
// compilers listen to, from files that are what they were. A file is what it was if its size and time are; if only
// the time is another, its contents decide: a file that was checked out again or touched costs no compilation. A
// file that was changed while the compiler ran is taken as changed.
#pragma once

#include "target/build/command.h"

#include <chrono>
#include <cstdint>
#include <string_view>

namespace braid::target {

// FNV-1a, 64 bits: against accidents, not against people.
uint64_t hash_of(std::string_view bytes);

// The moment before a command is started.
using StampTime = std::chrono::file_clock::time_point;

bool is_current(const std::filesystem::path &product, const Command &command);

// The product was made by the command, begun at that time, from these files; relative ones are relative to the
// command's folder.
void write_stamp(const std::filesystem::path &product, const Command &command, StampTime begin,
                 const std::vector<std::filesystem::path> &inputs);

// The files that a dependency file of the compiler (-MD) names, with make's quoting undone.
std::vector<std::filesystem::path> read_dependencies(const std::filesystem::path &file);

} // namespace braid::target
