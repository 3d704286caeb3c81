/* Models of those functions of <math.h> that the trace has operations for and the compiler does not know by
 * itself, because they set errno or have a second result. Each follows the part of its domain where it does
 * neither anything else nor an error; what lies outside of it is decided, lost and left to the library. */
#define _GNU_SOURCE
#include "runtime/model.h"

#include <math.h>

BRAID_MODEL_FILE;

/* Only the library may be called by these names here; the operations have names of their own. */
#define square_root(x) __builtin_elementwise_sqrt(x)
#define towards_zero(x) __builtin_elementwise_trunc(x)
#define with_sign_of(x, y) __builtin_elementwise_copysign(x, y)

#define BITS_OF(type, integer)                                                                                    \
  static inline integer type##_bits(type value) {                                                                 \
    union {                                                                                                       \
      type value;                                                                                                 \
      integer bits;                                                                                               \
    } both = {value};                                                                                             \
    return both.bits;                                                                                             \
  }                                                                                                               \
  static inline bool type##_is_symbolic(type value) {                                                             \
    return braid_value_symbolic(type##_bits(value)) && braid_is_active();                                         \
  }                                                                                                               \
  static inline type type##_lost(type value) {                                                                    \
    union {                                                                                                       \
      integer bits;                                                                                               \
      type value;                                                                                                 \
    } both = {(integer)braid_concrete(type##_bits(value), BRAID_LOST_MODEL)};                                     \
    return both.value;                                                                                            \
  }

BITS_OF(double, uint64_t)
BITS_OF(float, uint32_t)

/* A negative number is an error. */
#define SQUARE_ROOT_MODEL(type, name)                                                                             \
  BRAID_MODEL(type, name, (type x)) {                                                                             \
    if (!type##_is_symbolic(x))                                                                                   \
      return name(x);                                                                                             \
    return x < 0 ? name(type##_lost(x)) : square_root(x);                                                         \
  }

SQUARE_ROOT_MODEL(double, sqrt)
SQUARE_ROOT_MODEL(float, sqrtf)

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

/* The exponent is not followed. */
#define EXPONENT_MODEL(type, name)                                                                                \
  BRAID_MODEL(type, name, (type x, int *exponent)) {                                                              \
    type result = name(type##_lost(x), exponent);                                                                 \
    braid_written(exponent, sizeof *exponent);                                                                    \
    return result;                                                                                                \
  }

EXPONENT_MODEL(double, frexp)
EXPONENT_MODEL(float, frexpf)

/* --- functions with a second result that are followed no further --- */

#define BOTH_CIRCLE_FUNCTIONS_MODEL(type, name, lost)                                                             \
  BRAID_MODEL(void, name, (type x, type * sine, type * cosine)) {                                                 \
    name(lost(x), sine, cosine);                                                                                  \
    braid_written(sine, sizeof *sine);                                                                            \
    braid_written(cosine, sizeof *cosine);                                                                        \
  }

/* A long double carries no label. */
#define AS_IT_IS(x) (x)

BOTH_CIRCLE_FUNCTIONS_MODEL(double, sincos, double_lost)
BOTH_CIRCLE_FUNCTIONS_MODEL(float, sincosf, float_lost)
BOTH_CIRCLE_FUNCTIONS_MODEL(long double, sincosl, AS_IT_IS)

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
