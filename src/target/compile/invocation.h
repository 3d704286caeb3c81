// A compiler's command line, understood as far as Braid needs it. Reading it changes nothing and touches no
// file: the plan (plan.h) is made from this and from the arguments themselves.
#pragma once

#include "target/compile/options.h"

#include <set>
#include <string>
#include <vector>

namespace braid::compile {

// What the linker makes.
enum class Output {
  EXECUTABLE,        // position-independent or not, dynamically linked
  STATIC_EXECUTABLE, // without any shared library
  SHARED,            // a shared library or plugin
  RELOCATABLE        // objects merged into one, or an archive: to be linked again
};

struct Invocation {
  // A question to the compiler, or Clang's own inner commands: hand over as it is.
  bool question = false;
  // No file and nothing for the linker: Clang says so in its own words.
  bool empty = true;
  Phase phase = Phase::LINK;
  Output output = Output::EXECUTABLE;

  bool preprocesses = false; // at least one input goes through the preprocessor
  bool compiles = false;     // at least one input becomes machine code or LLVM code through Clang
  bool links = false;

  // The code may run where there is no C library and no thread storage: a kernel, a boot loader.
  bool freestanding = false;
  // -nostdlib and its like, and whether the command line names a C library all the same.
  bool no_default_libraries = false;
  bool names_c_library = false;

  bool lto = false;
  // Products and sums may become one operation wherever the code generator likes (-ffp-contract=fast).
  bool fuses_anywhere = false;
  // The option that asks for another machine than x86-64 Linux; empty for none.
  std::string foreign_target;
  // The option that puts something between a function's prefix and its first instruction; empty for none.
  std::string displaces_prefix;
  // The option for thread storage of another kind; empty for none.
  std::string emulated_tls;
  std::set<std::string> sanitizers; // as written, after all -fno-sanitize

  // Number of the first argument that has to stay behind everything linked (crtend.o, crtn.o); the number of
  // arguments if there is none.
  size_t link_end = 0;
  // -x is in force at the end of the command line.
  bool language_forced = false;
};

// `arguments` without the program's name, response files expanded. An argument "--" that ends the options is
// not expected: see without_end_of_options.
Invocation understand(const std::vector<std::string> &arguments);

// The same command line without "--": the inputs behind it that look like options get "./" in front, so that
// options of ours can follow them.
std::vector<std::string> without_end_of_options(std::vector<std::string> arguments);

} // namespace braid::compile
