/* Marks of several families, with an assumption. */
#include <braid.h>
#include <klee/klee.h>
#include <stdio.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char first, second = __VERIFIER_nondet_char();
  klee_make_symbolic(&first, sizeof first, "first");
  braid_assume(first != 'x');
  if (first == second)
    puts("equal");
  char third = 0;
  if (first == 'a') {
    BRAID_SYMBOLIC(third);
    if (third == '-')
      puts("minus");
  }
  return 0;
}
