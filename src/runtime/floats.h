/* Floating-point operations computed once more, to see whether the program's result is the one that the
 * trace's operation defines: another rounding mode, -ffast-math, and fused multiplications show here. */
#ifndef BRAID_RUNTIME_FLOATS_H
#define BRAID_RUNTIME_FLOATS_H

#include "runtime/nodes.h"

/* The low `width` bits of op(a, b, c); false if the operation is not defined for these operands. */
BRAID_HIDDEN bool braid_float_calculate(uint8_t op, braid_term a, braid_term b, braid_term c, uint32_t width,
                                        uint64_t *result);
/* The program computes this operation as the trace defines it, whatever the operands. */
BRAID_HIDDEN bool braid_float_is_usual(uint8_t op);
/* Equal bits, or both not a number. */
BRAID_HIDDEN bool braid_float_same(uint64_t x, uint64_t y, uint32_t width);

#endif
