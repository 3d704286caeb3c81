// Locking all memory returns at once, although the runtime has reserved terabytes of addresses, and is no obstacle
// to a restart.
// INPUT: PATTERN 64
// RESTARTS
#include "check.h"
#include <errno.h>
#include <sys/mman.h>

int main(void) {
  begin();
  CHECK(mlockall(0) == -1 && errno == EINVAL);
  CHECK(mlockall(1024) == -1 && errno == EINVAL);
  // Whether it is allowed is the machine's business.
  CHECK(mlockall(MCL_CURRENT | MCL_FUTURE) == 0 || errno == EPERM || errno == ENOMEM);
  CHECK(munlockall() == 0);
  CHECK(input_bytes[0] == 5); // TURNS
  return 0;
}
