// Short floating-point numbers in text keep their meaning exactly; of an exponent the program sees one value.
// INPUT: "3.25  "
// INPUT: "-0.5e1"
// INPUT: "0x1.8 "
// INPUT: "infini"
// VERIFY: --random 200
#include "check.h"

int main(void) {
  char in[8] = {0}, *end;
  if (read(0, in, 6) < 0)
    return 1;
  double value = strtod(in, &end);
  CHECK(end == in + 4);
  CHECK(value > 4.5); // TURNS
  CHECK(value == -7.0);
  CHECK(value < 1e300);
  CHECK(strtof(in, NULL) == 3.75f);
  CHECK(atof(in) == 3.5);
  CHECK(strtold(in, &end) > 2);
  return 0;
}
