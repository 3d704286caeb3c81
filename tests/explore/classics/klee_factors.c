/* Written for KLEE: 391 has one pair of factors within the assumptions. */
#include "klee/klee.h"

#include <assert.h>

int main() {
  unsigned a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_assume(a > 1);
  klee_assume(a < 100);
  klee_assume(b > a);
  klee_assume(b < 100);
  if (a * b == 391)
    assert(0 && "391 is not a prime number");
  return 0;
}
