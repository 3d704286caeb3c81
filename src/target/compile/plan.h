// From the command line a build system gives to the command line Clang gets.
//
// Braid's own arguments go where they cannot disturb the builder's. Options go first, so that the builder's
// win where only one can. An option is added only if this command makes use of it, because Clang warns about
// options without use and -Werror turns that into failure. What is linked goes last: archives serve those
// before them, and Clang itself puts the C library behind everything.
//
// An executable holds the whole runtime and shows it to the shared libraries it loads. A shared library holds
// nothing but its table of sites and refers to runtime and models as shared libraries: in an instrumented program
// the executable's runtime comes first and is the only one used, in any other program the shared one keeps the
// library's code inert. Linking the archive into each shared library was tried: a version script, -Bsymbolic or
// --exclude-libs then gives the library a runtime of its own, and the second plugin that is loaded finds no
// room for its thread storage.
#pragma once

#include "target/compile/invocation.h"
#include "target/compile/toolchain.h"

#include <string>
#include <vector>

namespace braid::compile {

struct Plan {
  std::string refusal; // not empty: do nothing but say this
  std::string program; // empty: Clang was not found
  std::vector<std::string> arguments;
  std::vector<std::string> needs; // files of ours that have to be there
};

// `arguments` without the program's name, response files expanded; cxx for braid-c++; `checks` are arguments that
// are wanted where something is compiled. Reads no file.
Plan make_plan(std::vector<std::string> arguments, const Toolchain &toolchain, bool cxx,
               const std::vector<std::string> &checks = {});

} // namespace braid::compile
