// A constructor reads input before main begins, and decides.
// input: stdin 2
#include <stdio.h>

static int kind;
__attribute__((constructor)) static void prepare(void) {
  int c = getchar();
  if (c == '#') {
    kind = 1;
  }
}

int main(void) {
  int c = getchar();
  if (kind) {
    if (c == '!') {
      return 1;
    } else {
      return 2;
    }
  }
  if (c > 'a') {
    return 3;
  } else {
    return 4;
  }
}
