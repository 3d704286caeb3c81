/* Floating-point operations computed once more, to see whether the program's result is the one that the
 * trace's operation defines: another rounding mode, -ffast-math, fused multiplications and conversions out of
 * range all show here. */
#ifndef BRAID_RUNTIME_FLOATS_H
#define BRAID_RUNTIME_FLOATS_H

#include "runtime/nodes.h"

/* The low `width` bits of op(a, b, c); false if the operation is not defined for these operands. */
BRAID_HIDDEN bool braid_float_calculate(uint8_t op, braid_term a, braid_term b, braid_term c, uint32_t width,
                                        uint64_t *result);
/* Equal bits, or both not a number. */
BRAID_HIDDEN bool braid_float_same(uint64_t x, uint64_t y, uint32_t width);

#endif
