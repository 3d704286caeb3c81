// The .ktest files of KLEE, version 3 of their format: one for each test, to be replayed with klee-replay or
// KLEE's replay library, or to seed KLEE.
//
// Marks become objects of their names, in the order in which the program asked for them. Standard input, files and
// arguments become what KLEE's own ktest-gen makes of them: objects in the order in which KLEE's POSIX runtime
// asks for them (arguments, files, standard input), each with the option that makes the runtime ask (-sym-arg,
// -sym-files, -sym-stdin).
#pragma once

#include "results/request.h"

namespace braid::results {

// The content of a file. Why it cannot be made, as a reason for an account, is put into `obstacle`.
std::string ktest_of(const Test &test, const Campaign &campaign, std::string &obstacle);

void write_ktest(const Folder &folder, const Request &request, Account &account);

} // namespace braid::results
