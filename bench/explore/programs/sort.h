/* What the sorting programs share: N numbers that are input, and the one place where two numbers are compared, so
   that a test can define PRECEDES itself and listen (tests/explore/classics.py). */
#include <klee/klee.h>

#ifndef N
#define N 6
#endif

#ifndef PRECEDES
#define PRECEDES(left, right) ((left) < (right))
#endif

static inline void swap(int *left, int *right) {
  int kept = *left;
  *left = *right;
  *right = kept;
}
