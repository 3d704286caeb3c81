/* Models of the functions of <math.h> that nothing but the C library defines: sin, exp, pow and so on. The result
 * is the library's, with a label that says which function gave it; the engine computes such a function by calling
 * the same library. Arguments are not decided on, and errno is an expression too (number_functions.h). */
#define _GNU_SOURCE
#include "expr/node.h"
#include "runtime/models/number_functions.h"

#include <float.h>

BRAID_MODEL_FILE;

/* Only the library may be called by its names here; these are operations. */
#define magnitude(x) __builtin_elementwise_abs(x)
#define finite(x) (magnitude(x) < (__typeof__(x))__builtin_inf())
#define infinite(x) (magnitude(x) == (__typeof__(x))__builtin_inf())

/* Results that are an error although they look like numbers. */
#define NEVER_TINY(result, x, y) false
#define TINY(result, x, y) ((result == 0) & finite(x))
#define TINY_POWER(result, x, y) ((result == 0) & (x != 0) & finite(x) & finite(y))
#define TINY_ANGLE(result, x, y) ((result == 0) & (x != 0) & finite(y))
#define TINY_NEIGHBOUR(result, x, y) ((magnitude(result) < SMALLEST(result)) & (x != y) & (x != 0))
#define SMALLEST(x) _Generic((x), double: DBL_MIN, float: FLT_MIN)

#define FUNCTION_MODEL(type, name, op, parameters, symbolic, call, y, numbers, finite_ones, tiny)                 \
  BRAID_MODEL(type, name, parameters) {                                                                           \
    if (!(symbolic))                                                                                              \
      return name(x AND_##y);                                                                                     \
    int before = errno;                                                                                           \
    errno = 0;                                                                                                    \
    type real = call;                                                                                             \
    int reported = errno;                                                                                         \
    bool same = braid_rounds_as_usual() || type##_same(real, BRAID_AS_USUAL(type, call));                         \
    type result = braid_called_##type(BRAID_OP_##op, x, SECOND_##y, real);                                        \
    bool invalid = (result != result) & (numbers);                                                                \
    bool out_of_range = (infinite(result) & (finite_ones)) | tiny(result, x, SECOND_##y);                         \
    if (!braid_set_error(braid_number_error(invalid, out_of_range), reported, before) || !same)                   \
      return type##_lost(result);                                                                                 \
    return result;                                                                                                \
  }
#define AND_none
#define AND_y , y
#define SECOND_none 0
#define SECOND_y y

#define OF_ONE(type, name, op, tiny)                                                                              \
  FUNCTION_MODEL(type, name, op, (type x), type##_is_symbolic(x), name(type##_plain(x)), none, x == x, finite(x), \
                 tiny)
#define OF_TWO(type, name, op, tiny)                                                                              \
  FUNCTION_MODEL(type, name, op, (type x, type y), type##_is_symbolic(x) || type##_is_symbolic(y),                \
                 name(type##_plain(x), type##_plain(y)), y, (x == x) & (y == y), finite(x) & finite(y), tiny)

#define ONE(name, op, tiny) OF_ONE(double, name, op, tiny) OF_ONE(float, name##f, op, tiny)
#define TWO(name, op, tiny) OF_TWO(double, name, op, tiny) OF_TWO(float, name##f, op, tiny)

ONE(sin, FSIN, NEVER_TINY)
ONE(cos, FCOS, NEVER_TINY)
ONE(tan, FTAN, NEVER_TINY)
ONE(asin, FASIN, NEVER_TINY)
ONE(acos, FACOS, NEVER_TINY)
ONE(atan, FATAN, NEVER_TINY)
ONE(sinh, FSINH, NEVER_TINY)
ONE(cosh, FCOSH, NEVER_TINY)
ONE(tanh, FTANH, NEVER_TINY)
ONE(asinh, FASINH, NEVER_TINY)
ONE(acosh, FACOSH, NEVER_TINY)
ONE(atanh, FATANH, NEVER_TINY)
ONE(exp, FEXP, TINY)
ONE(exp2, FEXP2, TINY)
ONE(exp10, FEXP10, TINY)
ONE(expm1, FEXPM1, NEVER_TINY)
ONE(log, FLOG, NEVER_TINY)
ONE(log2, FLOG2, NEVER_TINY)
ONE(log10, FLOG10, NEVER_TINY)
ONE(log1p, FLOG1P, NEVER_TINY)
ONE(cbrt, FCBRT, NEVER_TINY)
ONE(erf, FERF, NEVER_TINY)
ONE(erfc, FERFC, TINY)
ONE(tgamma, FTGAMMA, NEVER_TINY)
ONE(lgamma, FLGAMMA, NEVER_TINY)
TWO(pow, FPOW, TINY_POWER)
TWO(atan2, FATAN2, TINY_ANGLE)
TWO(hypot, FHYPOT, NEVER_TINY)
TWO(remainder, FREMAINDER, NEVER_TINY)
TWO(nextafter, FNEXTAFTER, TINY_NEIGHBOUR)

/* Both at once, if they are what each alone would be. */
#define BOTH_CIRCLE_FUNCTIONS_MODEL(type, name, single_sine, single_cosine)                                       \
  BRAID_MODEL(void, name, (type x, type * sine, type * cosine)) {                                                 \
    bool symbolic = type##_is_symbolic(x);                                                                        \
    type plain = type##_plain(x), known_sine, known_cosine;                                                       \
    name(plain, &known_sine, &known_cosine);                                                                      \
    *sine = known_sine;                                                                                           \
    *cosine = known_cosine;                                                                                       \
    if (!symbolic)                                                                                                \
      return;                                                                                                     \
    int before = errno;                                                                                           \
    bool same = type##_same(known_sine, BRAID_AS_USUAL(type, single_sine(plain))) &&                              \
                type##_same(known_cosine, BRAID_AS_USUAL(type, single_cosine(plain)));                            \
    errno = before;                                                                                               \
    if (!same) {                                                                                                  \
      (void)type##_lost(x);                                                                                       \
      return;                                                                                                     \
    }                                                                                                             \
    *sine = braid_called_##type(BRAID_OP_FSIN, x, 0, known_sine);                                                 \
    *cosine = braid_called_##type(BRAID_OP_FCOS, x, 0, known_cosine);                                             \
  }

BOTH_CIRCLE_FUNCTIONS_MODEL(double, sincos, sin, cos)
BOTH_CIRCLE_FUNCTIONS_MODEL(float, sincosf, sinf, cosf)

/* Complex numbers: size and angle are those of a right triangle, in the library too. */
#define COMPLEX_MODELS(type, suffix)                                                                              \
  BRAID_MODEL(type, cabs##suffix, (type _Complex z)) {                                                            \
    return __braid_model_hypot##suffix(__real__ z, __imag__ z);                                                   \
  }                                                                                                               \
  BRAID_MODEL(type, carg##suffix, (type _Complex z)) {                                                            \
    return __braid_model_atan2##suffix(__imag__ z, __real__ z);                                                   \
  }

COMPLEX_MODELS(double, )
COMPLEX_MODELS(float, f)
