/* Written for SV-COMP: reach_error is never called. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "svcomp_safe.c", 5, "reach_error"); }
extern unsigned char __VERIFIER_nondet_uchar(void);

void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}

int main() {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned int sum = 0, i;
  if (n > 20)
    return 0;
  for (i = 1; i <= n; i++)
    sum += i;
  __VERIFIER_assert(2 * sum == (unsigned int)n * (n + 1));
  return 0;
}
