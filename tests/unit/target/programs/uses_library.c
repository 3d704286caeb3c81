/* A program with a shared library, and destructors of its own. */
#include "runtime/api.h"

#include <stdio.h>
#include <unistd.h>

int library_function(int value);

__attribute__((destructor)) static void end(void) { printf("program ends\n"); }

int main(int argc, char **argv) {
  __braid_start(&argc, &argv, &environ);
  printf("%d\n", library_function(getchar()));
  return library_function(1);
}
