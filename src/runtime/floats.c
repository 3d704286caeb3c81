#include "runtime/floats.h"

#pragma STDC FP_CONTRACT OFF

static float as_float(braid_term a) { return __builtin_bit_cast(float, (uint32_t)a.value); }
static double as_double(braid_term a) { return __builtin_bit_cast(double, (uint64_t)a.value); }

/* As the instruction does it: the sign bit alone if the truncated number does not fit. */
static uint64_t to_signed(double x, uint32_t width) {
  double bound = __builtin_ldexp(1.0, (int)width - 1);
  if (!(x > -bound - 1.0 || x == -bound) || !(x < bound))
    return 1ull << (width - 1);
  return (uint64_t)(int64_t)x & (uint64_t)braid_mask(width);
}

#define BINARY(type, expression)                                                                                  \
  {                                                                                                               \
    type x = as_##type(a), y = as_##type(b), r;                                                                   \
    (void)y;                                                                                                      \
    r = (expression);                                                                                             \
    *result = sizeof r == 4 ? __builtin_bit_cast(uint32_t, (float)r) : __builtin_bit_cast(uint64_t, (double)r);   \
    return true;                                                                                                  \
  }
#define CASE(op, single, twice)                                                                                   \
  case BRAID_OP_##op:                                                                                             \
    if (a.width == 32)                                                                                            \
      BINARY(float, single)                                                                                       \
    BINARY(double, twice)

__attribute__((noinline)) static bool calculate(uint8_t op, braid_term a, braid_term b, braid_term c,
                                                uint32_t width, uint64_t *result) {
  double x = a.width == 32 ? as_float(a) : as_double(a);
  double y = b.width == 32 ? as_float(b) : as_double(b);
  int64_t number =
      (int64_t)(a.width < 64 && a.value >> (a.width - 1) & 1 ? a.value | ~braid_mask(a.width) : a.value);
  switch (op) {
    CASE(FADD, x + y, x + y)
    CASE(FSUB, x - y, x - y)
    CASE(FMUL, x * y, x * y)
    CASE(FDIV, x / y, x / y)
    CASE(FREM, __builtin_fmodf(x, y), __builtin_fmod(x, y))
    CASE(FMA, __builtin_fmaf(x, y, as_float(c)), __builtin_fma(x, y, as_double(c)))
    CASE(FSQRT, __builtin_sqrtf(x), __builtin_sqrt(x))
    CASE(FFLOOR, __builtin_floorf(x), __builtin_floor(x))
    CASE(FCEIL, __builtin_ceilf(x), __builtin_ceil(x))
    CASE(FTRUNC, __builtin_truncf(x), __builtin_trunc(x))
    CASE(FROUND, __builtin_roundf(x), __builtin_round(x))
    CASE(FROUNDEVEN, __builtin_roundevenf(x), __builtin_roundeven(x))
    CASE(FMIN, __builtin_fminf(x, y), __builtin_fmin(x, y))
    CASE(FMAX, __builtin_fmaxf(x, y), __builtin_fmax(x, y))
  case BRAID_OP_FEQ:
    return *result = x == y, true;
  case BRAID_OP_FLT:
    return *result = x < y, true;
  case BRAID_OP_FLE:
    return *result = x <= y, true;
  case BRAID_OP_FUNORDERED:
    return *result = __builtin_isunordered(x, y), true;
  case BRAID_OP_FEXTEND:
    return *result = __builtin_bit_cast(uint64_t, x), true;
  case BRAID_OP_FROUNDTO:
    return *result = __builtin_bit_cast(uint32_t, (float)x), true;
  case BRAID_OP_FTOSI:
    return *result = to_signed(x, width), true;
  case BRAID_OP_SITOF:
    *result =
        width == 32 ? __builtin_bit_cast(uint32_t, (float)number) : __builtin_bit_cast(uint64_t, (double)number);
    return true;
  case BRAID_OP_UITOF: {
    uint64_t magnitude = (uint64_t)a.value;
    *result = width == 32 ? __builtin_bit_cast(uint32_t, (float)magnitude)
                          : __builtin_bit_cast(uint64_t, (double)magnitude);
    return true;
  }
  default:
    return false;
  }
}

/* The program may round in another way or take tiny numbers for zero (-Ofast does): what the trace means by an
 * operation is IEEE arithmetic, to nearest. Also, the program's exception flags are its own. */
bool braid_float_calculate(uint8_t op, braid_term a, braid_term b, braid_term c, uint32_t width,
                           uint64_t *result) {
  uint32_t control = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(0x1f80);
  bool defined = calculate(op, a, b, c, width, result);
  __builtin_ia32_ldmxcsr(control);
  return defined;
}

/* Bits of the control register: rounding, flush to zero, denormals are zeros. */
bool braid_float_is_usual(uint8_t op) {
  enum { rounding = 0x6000, to_zero = 0x8000, from_zero = 0x40 };
  uint32_t control = __builtin_ia32_stmxcsr();
  bool is_exact = op == BRAID_OP_FTOSI || op == BRAID_OP_FTOUI || op == BRAID_OP_FEXTEND ||
                  (op >= BRAID_OP_FEQ && op <= BRAID_OP_FUNORDERED);
  return !(control & (to_zero | from_zero)) && (is_exact || !(control & rounding));
}

bool braid_float_same(uint64_t x, uint64_t y, uint32_t width) {
  if (x == y)
    return true;
  if (width == 32)
    return __builtin_isnan(__builtin_bit_cast(float, (uint32_t)x)) &&
           __builtin_isnan(__builtin_bit_cast(float, (uint32_t)y));
  return width == 64 && __builtin_isnan(__builtin_bit_cast(double, x)) &&
         __builtin_isnan(__builtin_bit_cast(double, y));
}
