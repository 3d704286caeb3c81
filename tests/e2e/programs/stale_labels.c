// Labels of arguments and results are never picked up by somebody else: by functions that code without
// instrumentation calls, by calls of another type, after calls that do not return a value.
// INPUT: PATTERN 64
// UNIT: plain -DPLAIN
#include "check.h"

#ifdef PLAIN

typedef int callback(int, int);
int call_with_constants(callback *function) { return function(3, 4); }
int ignore(int a, callback *function) { (void)a; return function(5, 6) + 1; }
int constant(int a) { (void)a; return 9; }

#else

typedef int callback(int, int);
int call_with_constants(callback *function);
int ignore(int a, callback *function);
int constant(int a);

__attribute__((noinline)) static int first(int a, int b) {
  CHECK(a == 3 || a == 5); // CONCRETE
  CHECK(b == 4 || b == 6); // CONCRETE
  return a * 10;
}
__attribute__((noinline)) static int symbolic_result(int a) { return a + 1; }
__attribute__((noinline)) static int unused(int a) { return a + 2; }
__attribute__((noinline)) static int no_arguments(void) { return 7; }

static int (*volatile without_arguments)(void) = no_arguments;

int main(void) {
  begin();
  TWINS(int32_t, a);
  // The caller's labels are meant for nobody behind plain code.
  CHECK(symbolic_result(a) == near(known_a) + 1); // TURNS
  CHECK(call_with_constants(first) == 30);        // CONCRETE
  CHECK(ignore(a, first) == 51);                  // LOST: CALL; CONCRETE
  // A result that nobody looks at, then a plain function's result.
  unused(a);
  CHECK(constant(1) == 9); // CONCRETE
  CHECK(constant(a) == 9); // LOST: CALL; CONCRETE
  // More arguments than the function has.
  CHECK(((int (*)(int, int, int))(void *)without_arguments)(a, a, a) == 7); // CONCRETE
  // Fewer: what it gets is whatever the register holds, but no label.
  int (*as_none)(void) = (int (*)(void))(void *)constant;
  int whatever = as_none();
  CHECK(whatever == 9); // CONCRETE
  TWINS(int32_t, b);
  CHECK(symbolic_result(b) == near(known_b) + 1); // TURNS
  return 0;
}

#endif
