// The whole of braid-cc and braid-c++: read the command line, make the plan, become Clang.
#pragma once

namespace braid::compile {

// Returns only if Clang cannot be started: 1, after one message.
int run(int argc, char **argv);

} // namespace braid::compile
