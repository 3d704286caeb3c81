/* Written for KLEE: three paths. */
#include <klee/klee.h>

int sign(int x) {
  if (x == 0)
    return 0;
  if (x < 0)
    return -1;
  else
    return 1;
}

int main() {
  int a;
  klee_make_symbolic(&a, sizeof(a), "a");
  return sign(a) + 1;
}
