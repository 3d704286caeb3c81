// A library without instrumentation between two parts of the program: memory keeps its labels through it as long as
// it does not change the bytes; what it copies or computes is concrete.
// INPUT: PATTERN 64
// LIBRARY: shared plain -DPLAIN
#include "check.h"

typedef int function(void *);

#ifdef PLAIN

int call_through(function *f, void *argument) { return f(argument); }
void copy_plainly(unsigned char *to, const unsigned char *from, int count) {
  for (int i = 0; i < count; i++)
    to[i] = from[i];
}
void touch(int *value) { *value ^= 0x55aa55aa; }
void do_not_touch(int *value) { (void)value; }

#else

int call_through(function *f, void *argument);
void copy_plainly(unsigned char *to, const unsigned char *from, int count);
void touch(int *value);
void do_not_touch(int *value);

static int receive(void *argument) {
  CHECK(*(int *)argument == near(*(int *)known_bytes)); // TURNS
  return *(int *)argument;
}

int main(void) {
  begin();
  TWINS(int, a);
  int result = call_through(receive, &a);
  CHECK(result == known_a); // CONCRETE
  do_not_touch(&a);
  CHECK(a == near(known_a)); // TURNS
  unsigned char copy[8];
  copy_plainly(copy, input_bytes + 8, 8);
  CHECK(copy[3] == pattern(11)); // CONCRETE
  TWINS(int, b);
  touch(&b);
  CHECK(b == (known_b ^ 0x55aa55aa)); // CONCRETE; LOST: OVERWRITTEN
  return 0;
}

#endif
