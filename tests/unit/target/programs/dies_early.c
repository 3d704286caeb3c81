/* Dies by a signal before main. */
#include "runtime/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void before_main(void) {
  fprintf(stderr, "something is missing\n");
  abort();
}

int main(int argc, char **argv) {
  __braid_start(&argc, &argv, &environ);
  return 0;
}
