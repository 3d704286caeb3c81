/* A shared library without Braid that reads standard input when it is loaded. */
#include <unistd.h>

int library_function(int value);

static char first = '-';

__attribute__((constructor)) static void begin(void) {
  if (read(0, &first, 1) != 1)
    first = '-';
}

int library_function(int value) { return value + first; }
