// Switches: dense, sparse, with ranges, of 64 bits, with negative cases, falling through, in a loop, on an enum.
// INPUT: PATTERN 80
// NOTHING-LOST
#include "check.h"

enum colour { RED, GREEN, BLUE = 200 };

int main(void) {
  begin();
  TWINS(uint8_t, a);
  switch (a & 7) { // TURNS
  case 0: puts("0"); break;
  case 1: puts("1"); break;
  case 2: puts("2"); break;
  case 3: puts("3"); break;
  case 4: puts("4"); break;
  case 5: puts("5"); break;
  case 6: puts("6"); break;
  default: puts("7");
  }
  TWINS(int32_t, b);
  switch (b) { // TURNS; SWITCH: default
  case 5: puts("five"); break;
  case 100000: puts("many"); break;
  case -7: puts("minus seven"); break;
  case (int)0x9f7a5570: puts("a pattern"); break;
  case 0: puts("zero"); break;
  default:
    if (b == near(known_b)) // TURNS
      puts("near");
  }
  TWINS(uint8_t, c);
  switch (c) { // TURNS
  case 'a' ... 'z': puts("small"); break;
  case 'A' ... 'Z': puts("capital"); break;
  case '0' ... '9': puts("digit"); break;
  default: puts("other");
  }
  TWINS(uint8_t, d8);
  int64_t d = (int64_t)d8 - 0x100000000;
  switch (d) { // TURNS
  case -0x100000000: puts("least"); break;
  case -0xffffffff: puts("one more"); break;
  case -4294967196: puts("a hundred more"); break;
  default: puts("something");
  }
  TWINS(int8_t, e);
  switch (e) { // TURNS
  case -128: puts("-128"); break;
  case -1: puts("-1"); // falls through
  case 1: puts("-1 or 1"); break;
  case 127: puts("127"); break;
  }
  for (int i = 0; i < 6; i++) {
    switch (TAKE(uint8_t) >> 6) { // TURNS
    case 0: puts("first quarter"); continue;
    case 1: puts("second quarter"); break;
    case 2: puts("third quarter"); goto next;
    }
    puts("not the first");
  next:;
  }
  TWINS(uint8_t, f);
  switch ((enum colour)f) { // TURNS
  case RED: puts("red"); break;
  case GREEN: puts("green"); break;
  case BLUE: puts("blue"); break;
  }
  TWINS(uint8_t, g);
  switch ((_Bool)(g & 1)) { // TURNS
  case 0: puts("even"); break;
  case 1: puts("odd"); break;
  }
  TWINS(uint16_t, h);
  switch (h & 0xff ? 3 : h >> 8) { // TURNS
  case 3: puts("three"); break;
  case 30: puts("thirty"); break;
  }
  return 0;
}
