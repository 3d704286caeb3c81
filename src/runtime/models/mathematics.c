/* Models of those functions of <math.h> that are a few operations of a trace and the compiler does not know by
 * itself, because they set errno or have a second result. errno is an expression, not a decision
 * (number_functions.h). Where a function has no such result for a part of its domain, that part is decided, lost
 * and left to the library. */
#define _GNU_SOURCE
#include "expr/node.h"
#include "runtime/models/number_functions.h"

BRAID_MODEL_FILE;

/* Only the library may be called by these names here; the operations have names of their own. */
#define square_root(x) __builtin_elementwise_sqrt(x)
#define towards_zero(x) __builtin_elementwise_trunc(x)
#define with_sign_of(x, y) __builtin_elementwise_copysign(x, y)
#define size_of(x) __builtin_elementwise_abs(x)

/* A negative number is an error. */
#define SQUARE_ROOT_MODEL(type, name)                                                                             \
  BRAID_MODEL(type, name, (type x)) {                                                                             \
    if (!type##_is_symbolic(x))                                                                                   \
      return name(x);                                                                                             \
    int before = errno;                                                                                           \
    errno = braid_when(x < 0, EDOM) | braid_when(!(x < 0), before);                                               \
    return square_root(x);                                                                                        \
  }

SQUARE_ROOT_MODEL(double, sqrt)
SQUARE_ROOT_MODEL(float, sqrtf)

/* So is a remainder by zero, or of an infinite number. */
#define TRUNCATED_REMAINDER_MODEL(type, name)                                                                     \
  BRAID_MODEL(type, name, (type x, type y)) {                                                                     \
    if (!type##_is_symbolic(x) && !type##_is_symbolic(y))                                                         \
      return name(x, y);                                                                                          \
    int before = errno;                                                                                           \
    errno = 0;                                                                                                    \
    type real = name(type##_plain(x), type##_plain(y));                                                           \
    int reported = errno;                                                                                         \
    bool invalid = (x == x) & (y == y) & ((y == 0) | (size_of(x) == (type)INFINITY));                             \
    if (!braid_set_error(braid_when(invalid, EDOM), reported, before))                                            \
      return type##_lost(x), type##_lost(y), real;                                                                \
    return braid_called_##type(BRAID_OP_FREM, x, y, real);                                                        \
  }

TRUNCATED_REMAINDER_MODEL(double, fmod)
TRUNCATED_REMAINDER_MODEL(float, fmodf)

/* The difference, or 0 where it is negative; too large a difference is an error. */
#define POSITIVE_DIFFERENCE_MODEL(type, integer, name)                                                            \
  BRAID_MODEL(type, name, (type x, type y)) {                                                                     \
    if (!type##_is_symbolic(x) && !type##_is_symbolic(y))                                                         \
      return name(x, y);                                                                                          \
    int before = errno;                                                                                           \
    errno = 0;                                                                                                    \
    type real = name(type##_plain(x), type##_plain(y));                                                           \
    int reported = errno;                                                                                         \
    union {                                                                                                       \
      integer bits;                                                                                               \
      type value;                                                                                                 \
    } both = {type##_bits(x - y) & -(integer) !(x <= y)};                                                         \
    bool out_of_range =                                                                                           \
        (both.value == (type)INFINITY) & (size_of(x) < (type)INFINITY) & (size_of(y) < (type)INFINITY);           \
    if (!braid_set_error(braid_when(out_of_range, ERANGE), reported, before) ||                                   \
        !type##_same(type##_plain(both.value), real))                                                             \
      return type##_lost(x), type##_lost(y), real;                                                                \
    return both.value;                                                                                            \
  }

POSITIVE_DIFFERENCE_MODEL(double, uint64_t, fdim)
POSITIVE_DIFFERENCE_MODEL(float, uint32_t, fdimf)

/* Of an infinite number, or none, the parts are not what subtraction gives. */
#define PARTS_MODEL(type, name)                                                                                   \
  BRAID_MODEL(type, name, (type x, type * whole)) {                                                               \
    if (!type##_is_symbolic(x)) {                                                                                 \
      type part = name(x, whole);                                                                                 \
      braid_written(whole, sizeof *whole);                                                                        \
      return part;                                                                                                \
    }                                                                                                             \
    if (!__builtin_isfinite(x)) {                                                                                 \
      type part = name(type##_lost(x), whole);                                                                    \
      braid_written(whole, sizeof *whole);                                                                        \
      return part;                                                                                                \
    }                                                                                                             \
    *whole = towards_zero(x);                                                                                     \
    return with_sign_of(x - towards_zero(x), x);                                                                  \
  }

PARTS_MODEL(double, modf)
PARTS_MODEL(float, modff)

/* Beyond this the result may not fit, which is an error, or the conversion is not defined. */
#define LARGEST_ROUNDED 0x1p62

#define ROUND_MODEL(type, result, name, round)                                                                    \
  BRAID_MODEL(result, name, (type x)) {                                                                           \
    if (!type##_is_symbolic(x))                                                                                   \
      return name(x);                                                                                             \
    if (x > -(type)LARGEST_ROUNDED && x < (type)LARGEST_ROUNDED)                                                  \
      return (result)round(x);                                                                                    \
    return name(type##_lost(x));                                                                                  \
  }

ROUND_MODEL(double, long, lround, __builtin_elementwise_round)
ROUND_MODEL(double, long long, llround, __builtin_elementwise_round)
ROUND_MODEL(float, long, lroundf, __builtin_elementwise_round)
ROUND_MODEL(float, long long, llroundf, __builtin_elementwise_round)
ROUND_MODEL(double, long, lrint, __builtin_elementwise_rint)
ROUND_MODEL(double, long long, llrint, __builtin_elementwise_rint)
ROUND_MODEL(float, long, lrintf, __builtin_elementwise_rint)
ROUND_MODEL(float, long long, llrintf, __builtin_elementwise_rint)

/* By the bits of the number. What has no exponent, and numbers too small to have one of their own, are decided. */
#define EXPONENT_MODEL(type, integer, name, fraction_bits, bias)                                                  \
  BRAID_MODEL(type, name, (type x, int *exponent)) {                                                              \
    if (!type##_is_symbolic(x)) {                                                                                 \
      type result = name(x, exponent);                                                                            \
      braid_written(exponent, sizeof *exponent);                                                                  \
      return result;                                                                                              \
    }                                                                                                             \
    const integer field = 2 * bias + 1;                                                                           \
    if (x == 0 || !(size_of(x) < (type)INFINITY)) {                                                               \
      *exponent = 0;                                                                                              \
      return x + x;                                                                                               \
    }                                                                                                             \
    int scaled = 0;                                                                                               \
    if ((type##_bits(x) >> fraction_bits & field) == 0) {                                                         \
      x *= (type)0x1p54;                                                                                          \
      scaled = 54;                                                                                                \
    }                                                                                                             \
    integer bits = type##_bits(x);                                                                                \
    union {                                                                                                       \
      integer bits;                                                                                               \
      type value;                                                                                                 \
    } both = {(bits & ~(field << fraction_bits)) | (integer)(bias - 1) << fraction_bits};                         \
    *exponent = (int)(bits >> fraction_bits & field) - (bias - 1) - scaled;                                       \
    return both.value;                                                                                            \
  }

EXPONENT_MODEL(double, uint64_t, frexp, 52, 1023)
EXPONENT_MODEL(float, uint32_t, frexpf, 23, 127)

/* A product with a power of two, which rounds once as the function does, as long as the power is a number. */
#define SCALE_MODEL(type, name, exponent_type, largest, one, scale)                                               \
  BRAID_MODEL(type, name, (type x, exponent_type exponent)) {                                                     \
    if (!type##_is_symbolic(x) && !braid_value_symbolic((uint64_t)exponent))                                      \
      return name(x, exponent);                                                                                   \
    exponent = (exponent_type)braid_concrete((uint64_t)exponent, BRAID_LOST_MODEL);                               \
    if (exponent < -(largest) || exponent > largest)                                                              \
      return name(type##_lost(x), exponent);                                                                      \
    int before = errno;                                                                                           \
    errno = 0;                                                                                                    \
    type real = name(type##_plain(x), exponent);                                                                  \
    int reported = errno;                                                                                         \
    type result = x * scale(one, (int)exponent);                                                                  \
    bool out_of_range =                                                                                           \
        (x != 0) & (size_of(x) < (type)INFINITY) & ((result == 0) | (size_of(result) == (type)INFINITY));         \
    if (!braid_set_error(braid_when(out_of_range, ERANGE), reported, before) ||                                   \
        !type##_same(type##_plain(result), real))                                                                 \
      return type##_lost(x), real;                                                                                \
    return result;                                                                                                \
  }

SCALE_MODEL(double, ldexp, int, 1022, 1.0, ldexp)
SCALE_MODEL(double, scalbn, int, 1022, 1.0, ldexp)
SCALE_MODEL(double, scalbln, long, 1022, 1.0, ldexp)
SCALE_MODEL(float, ldexpf, int, 126, 1.0f, ldexpf)
SCALE_MODEL(float, scalbnf, int, 126, 1.0f, ldexpf)
SCALE_MODEL(float, scalblnf, long, 126, 1.0f, ldexpf)

/* --- functions with a second result that are followed no further --- */

/* A long double carries no label. */
#define AS_IT_IS(x) (x)

BRAID_MODEL(void, sincosl, (long double x, long double *sine, long double *cosine)) {
  sincosl(x, sine, cosine);
  braid_written(sine, sizeof *sine);
  braid_written(cosine, sizeof *cosine);
}

#define REMAINDER_MODEL(type, name, lost)                                                                         \
  BRAID_MODEL(type, name, (type x, type y, int *quotient)) {                                                      \
    type result = name(lost(x), lost(y), quotient);                                                               \
    braid_written(quotient, sizeof *quotient);                                                                    \
    return result;                                                                                                \
  }

REMAINDER_MODEL(double, remquo, double_lost)
REMAINDER_MODEL(float, remquof, float_lost)
REMAINDER_MODEL(long double, remquol, AS_IT_IS)

#define LOGARITHM_OF_GAMMA_MODEL(type, name, lost)                                                                \
  BRAID_MODEL(type, name, (type x, int *sign)) {                                                                  \
    type result = name(lost(x), sign);                                                                            \
    braid_written(sign, sizeof *sign);                                                                            \
    return result;                                                                                                \
  }

LOGARITHM_OF_GAMMA_MODEL(double, lgamma_r, double_lost)
LOGARITHM_OF_GAMMA_MODEL(float, lgammaf_r, float_lost)
LOGARITHM_OF_GAMMA_MODEL(long double, lgammal_r, AS_IT_IS)

#define WIDE_PARTS_MODEL(name, second)                                                                            \
  BRAID_MODEL(long double, name, (long double x, second *to)) {                                                   \
    long double result = name(x, to);                                                                             \
    braid_written(to, sizeof *to);                                                                                \
    return result;                                                                                                \
  }

WIDE_PARTS_MODEL(modfl, long double)
WIDE_PARTS_MODEL(frexpl, int)
