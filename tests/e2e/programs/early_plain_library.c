// The constructor of a library that was not built with Braid reads input, before anything of ours runs: what it reads
// is right in each run, but has no symbols. What the program reads afterwards has.
// INPUT: "abc"
// INPUT: "xyz"
// LIBRARY: shared plain -DSHARED_LIBRARY
#include <stdio.h>
#include <unistd.h>

#ifdef SHARED_LIBRARY

char from_library;

__attribute__((constructor)) static void early(void) { from_library = read(0, &from_library, 1) == 1 ? from_library : 0; }

#else

extern char from_library;

int main(void) {
  char own = 0;
  if (from_library == 'x') // CONCRETE
    puts("x");
  if (read(0, &own, 1) == 1 && own == 'y') // TURNS
    puts("y");
  printf("%c %c\n", from_library, own);
  return 0;
}

#endif
