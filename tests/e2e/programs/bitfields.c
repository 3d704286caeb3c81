// Bit-fields: signed and unsigned, across bytes, across a word, of one bit; neighbours keep their labels.
// INPUT: PATTERN 64
// NOTHING-LOST
#include "check.h"

struct fields {
  unsigned one : 1;
  unsigned seven : 7;
  signed five : 5;
  unsigned thirteen : 13;
  unsigned : 0;
  unsigned long long thirty_three : 33;
  unsigned long long rest : 31;
  _Bool flag : 1;
};

int main(void) {
  begin();
  struct fields fields;
  memset(&fields, 0, sizeof fields);
  TWINS(uint8_t, a);
  TWINS(uint8_t, b);
  TWINS(uint16_t, c);
  TWINS(uint64_t, d);
  TWINS(uint32_t, e);
  TWINS(uint8_t, f);
  fields.one = a;
  fields.seven = b;
  fields.five = b >> 3;
  fields.thirteen = c;
  fields.thirty_three = d;
  fields.rest = e;
  fields.flag = f & 1;
  CHECK(fields.one == !(known_a & 1));                                    // TURNS
  CHECK(fields.seven == (near(known_b) & 127));                           // TURNS
  CHECK(fields.five < 0);                                                 // TURNS
  CHECK(fields.thirteen == (near(known_c) & 8191));                       // TURNS
  CHECK(fields.thirty_three == (near(known_d) & ((1ull << 33) - 1)));     // TURNS
  CHECK(fields.rest == (near(known_e) & 0x7fffffff));                     // TURNS
  CHECK(fields.flag == !(known_f & 1));                                   // TURNS
  fields.thirteen = 5; // its neighbours stay
  CHECK(fields.thirteen == 5);
  CHECK(fields.seven == ((known_b ^ 9) & 127)); // TURNS
  fields.seven++;
  CHECK(fields.seven == (((known_b ^ 6) + 1) & 127)); // TURNS
  return 0;
}
