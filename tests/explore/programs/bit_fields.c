// Bit-fields, signed and unsigned, that lie across bytes.
// input: mark
#include <braid.h>
#include <string.h>

struct flags {
  unsigned low : 3;
  int middle : 6;
  unsigned high : 7;
};

int main(void) {
  unsigned char raw[2];
  BRAID_SYMBOLIC(raw);
  struct flags f = {0, 0, 0};
  memcpy(&f, raw, 2);
  if (f.middle < 0) {
    f.low += 1;
    if (f.low == 0)
      return 1;
    if (f.high == 100)
      return 2;
    else
      return 3;
  }
  if (f.low * f.middle == 35)
    return 4;
  if (f.high > f.low)
    return 5;
  else
    return 6;
}
