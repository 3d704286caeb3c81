/* Says what a program says that another version of braid-cc has built. */
#include "trace/control.h"

#include <stdio.h>

int main(void) {
  fputs("braid: " BRAID_CONTROL_VARIABLE " cannot be used: " BRAID_CONTROL_OTHER_VERSION "; running on\n", stderr);
  return 0;
}
