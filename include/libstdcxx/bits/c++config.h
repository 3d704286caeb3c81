/* Found before libstdc++'s own configuration header. The library declares the templates it holds ready-made
 * (std::string, the streams, std::getline ...) so that programs use those copies, which are not instrumented.
 * Without these declarations the compiler makes them again from the headers, in the program, where Braid sees
 * them. Clang's libc++ has no header of this name and is not concerned. */
#include_next <bits/c++config.h>

#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
