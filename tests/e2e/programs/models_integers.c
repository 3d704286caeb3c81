// Numbers in text: the value is an expression of the digits, and whether it overflows a decision.
// INPUT: "0x1f 12 807 "
// INPUT: "-12zz 7 808x"
// INPUT: " +077 x 80:0"
// VERIFY: --random 200
// NOTHING-LOST
#include "check.h"

#include <errno.h>
#include <inttypes.h>

int main(void) {
  char in[12] = {0}, number[8] = "", large[24] = "9223372036854775", *end;
  if (read(0, in, sizeof in) < 0)
    return 1;
  memcpy(number, in, 5);
  CHECK(atoi(number) == -12);
  CHECK(strtol(number, &end, 0) == 31);
  CHECK(end == number + 4);
  CHECK(strtoul(number, &end, 16) == 0x1f);
  CHECK(strtoll(number, NULL, 36) < 0);
  CHECK(strtoimax(number, NULL, 2) == 0);
  memcpy(number, in + 5, 3);
  CHECK(strtol(number, NULL, 10) == 17);
  memcpy(large + 16, in + 8, 4);
  errno = 0;
  CHECK(strtol(large, &end, 10) == INT64_MAX);
  CHECK(errno == ERANGE);
  CHECK(strtoull(large, NULL, 10) == UINT64_C(9223372036854775808));
  CHECK(abs(in[9] - 60) == 12);
  CHECK(div(in[9], 7).rem == 6);
  return 0;
}
