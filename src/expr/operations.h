// The operations of expression nodes as a table for C++: what ops.def says, by number.
//
// Everything that treats operations alike by their shape (the reader's checks, the printers) asks here, so that
// an operation appended to ops.def is known everywhere at once.
#pragma once

#include "expr/node.h"

#include <array>
#include <string_view>

namespace braid::expr {

// A value of at most 128 bits; bits above the node's width are zero.
using Value = unsigned __int128;

// See ops.def for what each shape asks of the widths.
enum class Shape : uint8_t {
  LEAF,
  SAME,
  COMPARE,
  ITE,
  EXTRACT,
  CONCAT,
  RESIZE,
  FSAME,
  FCOMPARE,
  FCONVERT,
  ARRAY,
  FCALL,
  MEMORY,
  HELD
};

struct Operation {
  std::string_view name; // as in ops.def, such as "ADD"
  std::string_view text; // as a person reads it, such as "+"
  uint8_t operands;      // how many of a, b, c are operands
  Shape shape;
};

inline constexpr std::array<Operation, BRAID_OP_COUNT> OPERATIONS = {{
#define BRAID_OP(name, text, operands, shape) {#name, text, operands, Shape::shape},
#include "expr/ops.def"
#undef BRAID_OP
}};

// A function of the C library: its value can be computed, but nothing is known about it beyond that.
inline constexpr bool is_library_function(uint8_t op) { return OPERATIONS[op].shape == Shape::FCALL; }

// Only for nodes that the reader has checked.
inline const Operation &operation_of(const braid_node &node) { return OPERATIONS[node.op]; }

// Whether a node of a trace is an object of the program, not a value.
inline bool is_object(const braid_node &node) { return node.op == BRAID_OP_MEMORY || node.op == BRAID_OP_STORE; }
// Bits of the indices of an array; 0 if it is none.
inline unsigned index_width_of(const braid_node &node) { return is_object(node) ? 64 : node.index_width; }

// What field a (0), b (1) or c (2) holds.
inline uint32_t operand(const braid_node &node, unsigned number) {
  return number == 0 ? node.a : number == 1 ? node.b : node.c;
}

inline Value constant_of(const braid_node &node) {
  return Value(uint64_t(node.b) << 32 | node.a) << 64 | node.value;
}

inline constexpr Value mask_of(unsigned width) { return width >= 128 ? ~Value(0) : (Value(1) << width) - 1; }

} // namespace braid::expr
