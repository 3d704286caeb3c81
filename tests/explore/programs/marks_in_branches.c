// How much input the program asks for depends on the input it got.
// input: mark
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  unsigned char first = __VERIFIER_nondet_uchar();
  if (first < 10) {
    return 1;
  }
  if (first == 77) {
    unsigned char second = __VERIFIER_nondet_uchar();
    if (second == first) {
      return 2;
    } else {
      return 3;
    }
  }
  if (first > 250) {
    if (__VERIFIER_nondet_bool()) {
      return 4;
    } else {
      return 5;
    }
  }
  return 0;
}
