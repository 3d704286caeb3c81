// What Braid has to know about Clang's command line, which is little: whether an option takes the argument
// after it as its value (otherwise an input could be mistaken for one, or the other way round), how an input
// will be treated, and how far the compiler goes. The tables follow the option and type tables of Clang 19.
#pragma once

#include <string_view>

namespace braid::compile {

// True if the value of this option is the next argument: "-o" but not "-ofile", "-Xclang" and so on.
bool takes_next_argument(std::string_view option);

// True if Clang answers this option itself and then stops: --version, -dumpmachine, -print-search-dirs ...
// Build systems ask such questions before they compile anything.
bool is_question(std::string_view option);

// True if the option is something for the linker, so that a command line with nothing else in it links.
bool is_linker_input(std::string_view option);

// How an input is treated, as far as it matters to us.
enum class InputKind {
  SOURCE,        // preprocessed and compiled
  PREPROCESSED,  // compiled only: cpp output, LLVM IR, module files
  HEADER,        // preprocessed, becomes a precompiled header, never linked
  ASSEMBLER,     // neither
  ASSEMBLER_CPP, // preprocessed, then assembled
  LINKER         // objects, libraries, and everything Clang does not know
};

// By the name of a language (-x).
InputKind kind_of_language(std::string_view language);
// By the name of a file.
InputKind kind_of_file(std::string_view name);

// How far the compiler goes. Later ones include the earlier.
enum class Phase { PREPROCESS, CHECK, COMPILE, LINK };

// The phase after which this option makes the compiler stop; LINK for options that do not.
Phase stops_after(std::string_view option);

} // namespace braid::compile
