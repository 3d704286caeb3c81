/* One node of an expression, and the numbers of the operations. In plain C, because the runtime inside a program
 * under test writes these nodes too: a trace's table of nodes is a table of expressions. */
#ifndef BRAID_EXPR_NODE_H
#define BRAID_EXPR_NODE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum braid_op {
#define BRAID_OP(name, text, operands, shape) BRAID_OP_##name,
#include "expr/ops.def"
#undef BRAID_OP
  BRAID_OP_COUNT
};

/* 24 bytes. Operands are numbers of nodes in the same table, smaller than the node's own; 0 is none. In a trace
 * `value` is the low 64 bits of what the expression was in the run; see ops.def for the value of a constant. */
typedef struct braid_node {
  uint8_t op;
  uint8_t index_width; /* of an array: bits of its indices; else 0 */
  uint16_t width;      /* bits, 1 to 128; of an array: of its elements */
  uint32_t a, b, c;
  uint64_t value;
} braid_node;

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
