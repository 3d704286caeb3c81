// The input of one test, put in its place for a run outside an executor: in a folder where people can look at it,
// run it by hand, or give it to a debugger.
//
//     FOLDER/stdin    standard input
//     FOLDER/input    the file that @@ in the arguments stands for; FOLDER/input.png if they say @@.png
//     FOLDER/files/   files whose full path is one of the arguments
//     FOLDER/place/   the folder the program runs in, if it reads files by relative names: links to everything in
//     its
//                     real folder, with the test's files in the places of the real ones
//     FOLDER/values   values of marks and the bytes for a fuzzing harness (src/runtime/replay/values.c)
//     FOLDER/start    a script that runs the program like this
//
// Nothing of the user's is overwritten. A file that the program reads by a full path which is not among its
// arguments cannot be given to it that way; then it must hold the right bytes already.
#pragma once

#include "target/input.h"
#include "target/program.h"

namespace braid::target {

struct Stage {
  Program program;              // with the arguments, variables and folder of the test
  Input input;                  // what is left to give: standard input
  std::filesystem::path script; // runs it; with arguments: runs these as the command instead
};

// The folder is made anew. In the arguments of the program @@ stands for the first file of the input. Throws Error
// if a file cannot be put in its place.
Stage stage_input(const Program &program, const Input &input, const std::filesystem::path &folder);

// Values of marks and the bytes for a fuzzing harness, as a program that was linked for it reads them
// (src/runtime/replay/values.c); without any there is only the first line.
std::string values_text(const Input &input);

} // namespace braid::target
