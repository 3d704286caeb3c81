// Input goes through a pipe-like buffer of the program's own before it is looked at.
// input: stdin 2
#include <stdio.h>

static unsigned char ring[4];
static unsigned head, tail;
static void put(int c) { ring[head++ & 3] = (unsigned char)c; }
static int get(void) {
  if (head == tail)
    return -1;
  else
    return ring[tail++ & 3];
}

int main(void) {
  int c, last = -1, changes = 0;
  while ((c = getchar()) != EOF) {
    put(c);
    put(c ^ 0x20);
  }
  while ((c = get()) >= 0) {
    if (last >= 0 && c > last)
      changes++;
    last = c;
  }
  return changes;
}
