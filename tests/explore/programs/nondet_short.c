// A signed 16-bit number from a verifier's function, multiplied until it does not fit.
// input: mark
extern short __VERIFIER_nondet_short(void);

int main(void) {
  short x = __VERIFIER_nondet_short();
  if (x < 0) {
    if (-x < 0) { // never: the negation is done with 32 bits
      return 1;
    }
    if ((short)(x * x) == 4) {
      return 2;
    } else {
      return 3;
    }
  }
  if (x % 1000 == 999) {
    if (x > 30000) {
      return 4;
    } else {
      return 5;
    }
  }
  if ((x & 0xf0f) == 0xa05) {
    return 1;
  }
  return 0;
}
