/* Never reaches main. */
#include "runtime/api.h"

#include <unistd.h>

__attribute__((constructor)) static void before_main(void) {
  for (;;)
    pause();
}

int main(int argc, char **argv) {
  __braid_start(&argc, &argv, &environ);
  return 0;
}
