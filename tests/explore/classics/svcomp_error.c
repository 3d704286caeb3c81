/* Written for SV-COMP: reach_error is called for x = 7 and y = 13 only. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "svcomp_error.c", 5, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

int main() {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x < 0 || x > 50 || y < 0 || y > 50)
    return 0;
  if (3 * x + y == 34)
    if (x * y == 91) {
    ERROR: {
      reach_error();
      abort();
    }
    }
  return 0;
}
