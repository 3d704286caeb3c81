// The constructor of a shared library that was built with Braid reads input; it runs before those of the program.
// INPUT: "abc"
// RESTARTS
// INPUT: "xyz"
// LIBRARY: shared braid -DSHARED_LIBRARY
// NOTHING-LOST
#include <stdio.h>

#ifdef SHARED_LIBRARY

int from_library;

__attribute__((constructor)) static void early(void) {
  from_library = getchar();
  if (from_library == 'x') // TURNS
    puts("x in the library");
}

__attribute__((destructor)) static void late(void) {
  if (from_library == 'w') // TURNS
    puts("w in the library");
}

#else

extern int from_library;
static int own;

__attribute__((constructor)) static void early(void) {
  own = getchar();
  if (own == 'y') // TURNS
    puts("y in the program");
}

int main(void) {
  if (from_library == 'c') // TURNS
    puts("c");
  return own == from_library;
}

#endif
