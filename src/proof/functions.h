// Functions that the user declares: those whose results are input, and those whose call is an error.
//
// Both are done by the linker and the compiler alone, so that a finding shows in the same way without Braid:
//
// - A call that leaves its source file goes to a function of ours (--wrap=NAME). In front of an input function
//   that is a piece of assembly which calls the real one and then puts the value of the test in the place of the
//   result, whatever its type. In front of an error function it is the end of the run.
// - An error function that is defined in the program ends the run at its beginning as well, because calls within
// one
//   file are not seen by the linker: -finstrument-functions tells of each function that is entered, inlined or
//   not.
#pragma once

#include "target/build/build.h"
#include "target/input.h"

#include <string>
#include <vector>

namespace braid::proof {

struct Functions {
  std::vector<std::string> inputs, errors; // as the linker knows them

  bool empty() const { return inputs.empty() && errors.empty(); }
};

// A source in C to link the program with. Values are those of an input, or without one what the library for
// replaying is given (src/runtime/replay).
std::string functions_source(const Functions &functions, const target::Input *values);
// For compiling the program.
std::vector<std::string> compile_options(const Functions &functions);
std::vector<std::string> link_options(const Functions &functions);
// The same of a build that is to have them. May write files into the folder of the build.
target::BuildRequest with_functions(target::BuildRequest request, const Functions &functions);

// The first of the input functions that one of these objects of the program both defines and calls: such calls do
// not go by way of the linker. Empty if there is none.
std::string called_at_home(const std::vector<std::filesystem::path> &objects,
                           const std::vector<std::string> &inputs);

} // namespace braid::proof
