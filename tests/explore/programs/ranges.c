// Numbers from ranges.
// input: mark

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int condition);

static int range(int begin, int end) {
  int n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(begin <= n && n < end);
  return n;
}

int main(void) {
  int month = range(1, 13), day = range(1, 32);
  if (month == 2) {
    if (day > 29) {
      return 1;
    } else {
      return 2;
    }
  }
  if (day == 31 && (month == 4 || month == 6 || month == 9 || month == 11)) {
    return 3;
  }
  return 0;
}
