/* Touches different pages of a large table in each run. */
#include "runtime/api.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char memory[4 << 20];

__attribute__((constructor)) static void before_main(void) { memset(memory, 1, sizeof memory); }

int main(int argc, char **argv) {
  __braid_start(&argc, &argv, &environ);
  unsigned place = 0;
  if (scanf("%u", &place) != 1)
    return 1;
  int sum = 0;
  for (unsigned i = 0; i < 16; i++) {
    char *byte = &memory[(place * 7919 + i * 4096) % sizeof memory];
    sum += *byte;
    *byte = 2;
  }
  printf("%d\n", sum);
  return 0;
}
