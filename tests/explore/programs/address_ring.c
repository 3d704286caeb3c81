// A ring: what is read comes from where input said it was written.
// input: stdin 2
// values: 8,8
// addresses: auto, theory, lazy
#include <stdio.h>

int main(void) {
  unsigned char ring[4] = {0};
  unsigned write_at, read_at = 1;
  int a = getchar(), b = getchar();
  if (a < 0 || b < 0)
    return 4;
  write_at = (unsigned)a;
  ring[write_at++ & 3] = 7;
  ring[write_at++ & 3] = (unsigned char)b;
  return ring[read_at & 3] == 7 ? 1 : ring[(read_at + 1) & 3] == 5 ? 2 : 0;
}
