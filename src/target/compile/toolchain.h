// Where the parts are that a compilation needs: Clang, and what Braid adds to it. Everything of ours is found
// from the place of the running program, so that a built tree can be moved or copied as a whole:
//
//   PREFIX/bin/braid-cc, braid-c++, braid
//   PREFIX/lib/braid-pass.so and the parts that are linked into programs
//   PREFIX/include/braid.h ...; PREFIX/include/libstdcxx goes before the C++ library's own headers
#pragma once

#include <string>
#include <vector>

namespace braid::compile {

struct Toolchain {
  std::string clang, clangxx;
  std::string pass;           // the compiler plugin
  std::string unit;           // object in everything linked: registers its table of sites
  std::string runtime;        // object: the runtime
  std::string runtime_parts;  // archive: the same, taken as far as needed
  std::string shared_runtime; // the same for shared libraries
  std::string models;         // archive: library models
  std::string shared_models;  // the same for shared libraries
  std::string cxx_models;     // archive: the same for C++; empty if there is none
  std::string fuzzer_main;    // archive: main for a program that has LLVMFuzzerTestOneInput instead
  std::string allocation;     // archive: the malloc family
  std::string exports;        // the runtime's symbols that plugins of an executable share
  std::string include;        // folder of the headers for programs under test
  std::string libstdcxx;      // folder of what goes before the C++ library's headers

  // Library models that were themselves compiled for merging.
  void models_for_merging();

  // Below a prefix, with Clang as it was found when Braid was built.
  static Toolchain at(const std::string &prefix);
};

// The folder above the one of the running program, links resolved; empty if the system does not tell.
std::string running_prefix();

// The clang or clang++ that goes with the plugin: where it was when Braid was built, else by its name in PATH.
// Empty if there is none.
std::string find_clang(const std::string &where, const std::string &name);

} // namespace braid::compile
