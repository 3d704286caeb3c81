/* Has more memory in use before main than is worth copying. */
#include "runtime/api.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char memory[20 << 20];

__attribute__((constructor)) static void before_main(void) { memset(memory, 1, sizeof memory); }

int main(int argc, char **argv) {
  __braid_start(&argc, &argv, &environ);
  printf("%d\n", memory[12345]);
  memory[12345]++;
  return 0;
}
