// From what a user names to a program that can be explored or replayed: sources are compiled and linked, each file
// by itself so that several are compiled at a time and only what has changed is compiled again; a program that was
// built with braid-cc is taken as it is.
//
// Nothing is written outside the folder:
//
//     FOLDER/program          instrumented
//     FOLDER/plain            the same sources without instrumentation, for replaying tests
//     FOLDER/VARIANT          likewise, with other options
//     FOLDER/objects/         object files and what they were made from
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace braid::target {

struct BuildRequest {
  // C and C++ sources, with objects and libraries to link them with; or one program.
  std::vector<std::filesystem::path> files;
  // For the compiler and for the linker, as for a single `cc files... -o program`. They win over ours (-O1 -g) and
  // over those of the compile commands.
  std::vector<std::string> compiler_options;
  // How each of the sources is compiled (compile_commands.json, or the folder it is in).
  std::optional<std::filesystem::path> compile_commands;
  std::filesystem::path folder;
  // With Clang itself and with the library that gives marks their values (src/runtime/replay).
  bool plain = false;
  // Of a plain build that is not the usual one: its name, and options that come before those that were given.
  std::string variant = {};
  std::vector<std::string> variant_options = {};
  // Sources of ours to link it with; the compile commands know nothing of them.
  std::vector<std::filesystem::path> more_sources = {};
};

struct Built {
  std::filesystem::path program;
  bool was_built = false;           // by this call; false if all was current, or if it was a program already
  std::vector<std::string> command; // the build as one step, for the log; without options of the compile commands
  std::string messages;             // warnings of the compilers started by this call, and ours
};

// Throws Error with the compiler's own messages if something does not compile, and if somebody sets `interrupted`.
Built build(const BuildRequest &request, const std::atomic<bool> *interrupted = nullptr);

} // namespace braid::target
