// A static and a shared library built with braid-cc, and one that is loaded at run time: all of them are part of
// the recording.
// INPUT: PATTERN 64
// LIBRARY: static braid -DSTATIC_LIBRARY
// LIBRARY: shared braid -DSHARED_LIBRARY
// LIBRARY: dlopen braid -DLOADED_LIBRARY
// FLAGS: -ldl
// NOTHING-LOST
#include "check.h"
#include <dlfcn.h>

typedef int function(int);

#if defined STATIC_LIBRARY

int in_static(int a) {
  if (a == (pattern(0) ^ 2)) // TURNS
    puts("in the static library");
  return a + 1;
}

#elif defined SHARED_LIBRARY

static int state;
int in_shared(int a, function *back) {
  state = a;
  if (state == (pattern(0) ^ 4)) // TURNS
    puts("in the shared library");
  return back(state) + 2;
}

#elif defined LOADED_LIBRARY

int in_loaded(int a) {
  switch (a) { // TURNS
  case 0:
    puts("zero");
    break;
  case 6:
    puts("six");
    break;
  }
  return a + 3;
}

#else

int in_static(int a);
int in_shared(int a, function *back);

static int back(int a) {
  if (a == (pattern(0) ^ 8)) // TURNS
    puts("back");
  return a + 10;
}

int main(void) {
  begin();
  TWINS(uint8_t, a);
  CHECK(in_static(a) == (known_a ^ 16) + 1);        // TURNS
  CHECK(in_shared(a, back) == (known_a ^ 32) + 12); // TURNS
  void *library = dlopen("libpart3.so", RTLD_NOW);
  function *loaded = library ? (function *)dlsym(library, "in_loaded") : NULL;
  if (!loaded)
    return 1;
  CHECK(loaded(a) == (known_a ^ 64) + 3); // TURNS
  return 0;
}

#endif
