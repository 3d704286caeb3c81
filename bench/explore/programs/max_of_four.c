/* The largest of four numbers. */
#include <klee/klee.h>

static int larger(int left, int right) {
  if (left > right)
    return left;
  return right;
}

int main(void) {
  int a, b, c, d;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&d, sizeof d, "d");
  int largest = larger(larger(a, b), larger(c, d));
  klee_assert(largest >= a && largest >= b && largest >= c && largest >= d);
  return 0;
}
