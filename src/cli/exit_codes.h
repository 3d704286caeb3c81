// What the exit code of `braid` says: one table, for the commands, the help text and the documentation.
#pragma once

#include <string>

namespace braid::cli {

enum ExitCode : int {
  EXIT_DONE = 0,
  EXIT_FINDINGS = 1,
  EXIT_USAGE = 2,
  EXIT_NOTHING_SYMBOLIC = 3,
  EXIT_INCOMPLETE = 4,
  EXIT_TROUBLE = 5,
};

struct ExitCodeMeaning {
  ExitCode code;
  const char *text;
};

constexpr ExitCodeMeaning EXIT_CODES[] = {
    {EXIT_DONE, "done, and nothing was found; run: all paths were explored"},
    {EXIT_FINDINGS,
     "something was found: the program crashed, or an assertion in it failed;\n     replay: the test "
     "did not end as it did before"},
    {EXIT_USAGE,
     "the command line was not understood, or names something that is not there;\n     solve: a script "
     "is not SMT-LIB"},
    {EXIT_NOTHING_SYMBOLIC, "run, trace: no value in the program depended on the input"},
    {EXIT_INCOMPLETE,
     "a limit ended the work early; run: not all paths were explored, or it is\n     not sure that "
     "they were; solve: an answer is unknown"},
    {EXIT_TROUBLE, "trouble with the machine, the program's build or Braid itself"},
};

// The table as the help prints it, one line for each code.
std::string exit_code_help();

} // namespace braid::cli
