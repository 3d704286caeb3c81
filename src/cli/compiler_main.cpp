// braid-cc and braid-c++: Clang, with Braid's instrumentation. One program under two names; see
// docs/compilers.md.
#include "target/compile/run.h"

int main(int argc, char **argv) { return braid::compile::run(argc, argv); }
