/* What the models of functions of <math.h> share: the bits of numbers, values without their labels, and errno.
 *
 * Which error a function reports depends on its arguments, so errno is an expression of them where that is known,
 * and no decision: most programs never look at it. */
#ifndef BRAID_RUNTIME_MODELS_NUMBER_FUNCTIONS_H
#define BRAID_RUNTIME_MODELS_NUMBER_FUNCTIONS_H

#include "runtime/model.h"
#include "runtime/models/locale.h"

#include <errno.h>
#include <math.h>

#define BRAID_NUMBER_FUNCTIONS(type, integer)                                                                     \
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
  }                                                                                                               \
  /* The value alone, for the real function: what it makes of the label is told afterwards. */                    \
  static inline type type##_plain(type value) {                                                                   \
    braid_written(&value, sizeof value);                                                                          \
    return value;                                                                                                 \
  }                                                                                                               \
  static inline bool type##_same(type x, type y) { return type##_bits(x) == type##_bits(y) || (x != x && y != y); }

BRAID_NUMBER_FUNCTIONS(double, uint64_t)
BRAID_NUMBER_FUNCTIONS(float, uint32_t)

static inline int braid_plain_int(int value) {
  braid_written(&value, sizeof value);
  return value;
}

/* The error that a function reports whose arguments are numbers, finite ones, not zero, ..., as far as the result
 * shows it. Without a branch. */
static inline int braid_number_error(bool invalid, bool out_of_range) {
  return braid_when(invalid, EDOM) | braid_when(out_of_range & !invalid, ERANGE);
}

/* errno after a function that left `reported` there, 0 for nothing, when it was `before`. False, and the value
 * alone, if `expected`, which is an expression, is something else. */
static inline bool braid_set_error(int expected, int reported, int before) {
  if (braid_plain_int(expected) != reported) {
    errno = reported != 0 ? reported : before;
    return false;
  }
  errno = expected | braid_when(expected == 0, before);
  return true;
}

/* Whether the program computes as the trace's operations do: to nearest, and with tiny numbers. */
static inline bool braid_rounds_as_usual(void) { return (__builtin_ia32_stmxcsr() & 0xe040) == 0; }

/* What a call gives when it is computed so. */
#define BRAID_AS_USUAL(type, call)                                                                                \
  ({                                                                                                              \
    unsigned control = __builtin_ia32_stmxcsr();                                                                  \
    __builtin_ia32_ldmxcsr(0x1f80);                                                                               \
    type as_usual = call;                                                                                         \
    __builtin_ia32_ldmxcsr(control);                                                                              \
    as_usual;                                                                                                     \
  })

#endif
