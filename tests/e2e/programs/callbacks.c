// Functions called by code that is not instrumented: the real qsort and bsearch, atexit, a signal's handler. They
// see the labels of memory and none of anybody's arguments.
// INPUT: "\x03\x01\x02\x09"
// FLAGS: -ldl
#include "check.h"
#include <dlfcn.h>
#include <signal.h>

static int calls;

__attribute__((noinline)) static int compare(const void *a, const void *b) {
  calls++;
  unsigned char x = *(const unsigned char *)a, y = *(const unsigned char *)b;
  return (x > y) - (x < y);
}

static volatile int handled;

static void handler(int number) {
  CHECK(number == SIGUSR1); // CONCRETE
  handled = number;
}

static unsigned char kept;

static void at_end(void) {
  CHECK(kept == 5); // TURNS
}

__attribute__((noinline)) static int identity(int a) { return a; }

int main(void) {
  begin();
  void (*sort)(void *, size_t, size_t, int (*)(const void *, const void *)) = dlsym(RTLD_DEFAULT, "qsort");
  void *(*search)(const void *, const void *, size_t, size_t, int (*)(const void *, const void *)) =
      dlsym(RTLD_DEFAULT, "bsearch");
  kept = TAKE(uint8_t);
  atexit(at_end);
  signal(SIGUSR1, handler);

  unsigned char sorted[4] = {4, 3, 2, 1};
  sort(sorted, 4, 1, compare);
  CHECK(sorted[0] == 1); // CONCRETE
  unsigned char key = 3;
  unsigned char *found = search(&key, sorted, 4, 1, compare);
  CHECK(found == sorted + 2); // CONCRETE
  CHECK(calls > 3);           // CONCRETE

  // A signal between an argument's label being put down and its being picked up, as far as that can be arranged.
  int a = identity(input_bytes[1]);
  raise(SIGUSR1);
  CHECK(handled == SIGUSR1);     // CONCRETE
  CHECK(identity(a) == 2);       // TURNS
  CHECK(identity(handled) == 10); // CONCRETE
  return 0;
}
