/* Text of N bytes, or shorter, that is input: a mark as KLEE has it, or standard input with -DFROM_STDIN. */
#ifdef FROM_STDIN
#include <unistd.h>
#else
#include <klee/klee.h>
#endif

#ifndef N
#define N 6
#endif

static char text[N + 1];

static inline void take_input(void) {
#ifdef FROM_STDIN
  if (read(0, text, N) < 0)
    text[0] = '\0';
#else
  klee_make_symbolic(text, N, "text");
#endif
}
