// What a single node must satisfy to mean something: the written form of the shapes in ops.def.
//
// The rules are stated once, here. The reader applies them to every node of every run, so they are inline and
// say what is wrong with a string literal: a sound trace costs no formatting.
#pragma once

#include "trace/operations.h"

#include <algorithm>
#include <span>

namespace braid::trace {

namespace rules {

inline bool is_float_width(unsigned width) { return width == 32 || width == 64; }

inline const char *leaf_fault(const braid_node &node, std::span<const braid_source> sources, uint64_t contents) {
  switch (node.op) {
  case BRAID_OP_CONST:
    if (node.c != 0)
      return "field c of a constant is not 0";
    return constant_of(node) > mask_of(node.width) ? "the constant does not fit its width" : nullptr;
  case BRAID_OP_INPUT:
    if (node.width != 8)
      return "an input byte must be 8 bits wide";
    if (node.c != 0)
      return "field c of an input byte is not 0";
    if (node.a >= sources.size())
      return "field a is not the number of a source";
    return node.b >= std::max<uint64_t>(sources[node.a].size, sources[node.a].most)
               ? "field b is beyond the end of the source"
               : nullptr;
  case BRAID_OP_SIZE:
    if (node.width != 64)
      return "the size of a source must be 64 bits wide";
    if (node.b != 0 || node.c != 0)
      return "an unused field is not 0";
    return node.a >= sources.size() ? "field a is not the number of a source" : nullptr;
  case BRAID_OP_MEMORY:
    if (node.width != 8 || node.c != 0)
      return "an object must be 8 bits wide, and its field c 0";
    return node.b == 0 || node.a > contents || node.b > contents - node.a ? "its bytes are not within the contents"
                                                                          : nullptr;
  default:
    return "not an operation";
  }
}

// Of a LOAD or STORE whose operands are labels of earlier nodes.
inline const char *memory_fault(std::span<const braid_node> nodes, const braid_node &node) {
  if (!is_object(nodes[node.a]))
    return "operand a is not an object";
  if (is_object(nodes[node.b]) || nodes[node.b].width != 64)
    return "the offset must be 64 bits wide";
  if (node.op == BRAID_OP_LOAD)
    return node.width % 8 != 0 ? "reads bits that are no whole bytes" : nullptr;
  if (node.width != 8)
    return "an object must be 8 bits wide";
  return is_object(nodes[node.c]) || nodes[node.c].width % 8 != 0 ? "writes bits that are no whole bytes"
                                                                  : nullptr;
}

inline const char *conversion_fault(const braid_node &node, unsigned from) {
  switch (node.op) {
  case BRAID_OP_FEXTEND:
    return from == 32 && node.width == 64 ? nullptr : "must convert from 32 to 64 bits";
  case BRAID_OP_FROUNDTO:
    return from == 64 && node.width == 32 ? nullptr : "must convert from 64 to 32 bits";
  case BRAID_OP_FTOSI:
  case BRAID_OP_FTOUI:
    return is_float_width(from) ? nullptr : "the operand is not an IEEE number of 32 or 64 bits";
  default:
    return is_float_width(node.width) ? nullptr : "the result is not an IEEE number of 32 or 64 bits";
  }
}

} // namespace rules

// What is wrong with nodes[label], given that all nodes before it are sound; a null pointer if nothing.
inline const char *node_fault(std::span<const braid_node> nodes, Label label,
                              std::span<const braid_source> sources, uint64_t contents = 0) {
  using namespace rules;
  const braid_node &node = nodes[label];
  if (node.op == BRAID_OP_NONE || node.op >= BRAID_OP_COUNT)
    return "not an operation";
  if (node.width == 0 || node.width > 128)
    return "the width is not between 1 and 128";
  if (node.width < 64 && node.value >> node.width != 0 && !is_object(node))
    return "the recorded value does not fit the width";
  const Operation &operation = OPERATIONS[node.op];
  if (operation.shape == Shape::LEAF)
    return leaf_fault(node, sources, contents);

  // Label 0 is no operand; subtracting 1 first lets one comparison find both it and labels too large.
  if (node.a - 1 >= label - 1)
    return "operand a is not the label of an earlier node";
  const bool has_b = operation.operands > 1, has_c = operation.operands > 2;
  if (has_b && node.b - 1 >= label - 1)
    return "operand b is not the label of an earlier node";
  if (has_c && node.c - 1 >= label - 1)
    return "operand c is not the label of an earlier node";
  if ((!has_b && node.b != 0 && operation.shape != Shape::EXTRACT && operation.shape != Shape::HELD) ||
      (!has_c && node.c != 0))
    return "an unused field is not 0";

  if (operation.shape == Shape::MEMORY)
    return memory_fault(nodes, node);
  if (contents != 0 &&
      (is_object(nodes[node.a]) || (has_b && is_object(nodes[node.b])) || (has_c && is_object(nodes[node.c]))))
    return "an operand is an object, not a value";
  const unsigned width = node.width, a = nodes[node.a].width;
  switch (operation.shape) {
  case Shape::FSAME:
  case Shape::FCALL:
    if (!is_float_width(width))
      return "an IEEE number must be 32 or 64 bits wide";
    [[fallthrough]];
  case Shape::SAME:
    if (a != width || (has_b && nodes[node.b].width != width) || (has_c && nodes[node.c].width != width))
      return "operands and result differ in width";
    return node.op == BRAID_OP_BSWAP && width % 8 != 0 ? "bytes of a width that is not whole bytes" : nullptr;
  case Shape::FCOMPARE:
    if (!is_float_width(a))
      return "the operands are not IEEE numbers of 32 or 64 bits";
    [[fallthrough]];
  case Shape::COMPARE:
    if (width != 1)
      return "a comparison must be one bit wide";
    return nodes[node.b].width != a ? "the operands differ in width" : nullptr;
  case Shape::ITE:
    if (a != 1)
      return "the condition must be one bit wide";
    return nodes[node.b].width != width || nodes[node.c].width != width ? "operands and result differ in width"
                                                                        : nullptr;
  case Shape::EXTRACT:
    return width >= a || node.b > a - width ? "takes bits that the operand does not have" : nullptr;
  case Shape::CONCAT:
    return a + nodes[node.b].width != width ? "the widths of the parts do not add up" : nullptr;
  case Shape::RESIZE:
    return width <= a ? "the result is not wider than the operand" : nullptr;
  case Shape::FCONVERT:
    return conversion_fault(node, a);
  case Shape::HELD:
    return width != a ? "operands and result differ in width" : nullptr;
  case Shape::LEAF:
  case Shape::ARRAY:
  case Shape::MEMORY:
    break;
  }
  return "not an operation";
}

} // namespace braid::trace
