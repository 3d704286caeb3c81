// Objects of the program in a trace: what lies in one that was reached by addresses that depend on input.
//
// An object is a MEMORY node, its bytes when it was first reached so, under a chain of STORE nodes, one for each
// part that has changed since. To read is to walk down that chain.
#pragma once

#include "trace/reader.h"

namespace braid::trace {

// One byte of an object; value_of(label) must give the values of all offsets and parts in it. Behind the end lie
// zeros.
template <class ValueOf> uint8_t byte_of(const View &view, Label object, uint64_t offset, ValueOf &&value_of) {
  for (;;) {
    const braid_node &node = view.node(object);
    if (node.op == BRAID_OP_MEMORY) {
      const std::span<const uint8_t> contents = view.contents(node);
      return offset < contents.size() ? contents[offset] : uint8_t(0);
    }
    const uint64_t within = offset - uint64_t(value_of(node.b));
    if (within < view.node(node.c).width / 8)
      return uint8_t(value_of(node.c) >> 8 * within);
    object = node.a;
  }
}

// What a LOAD gives.
template <class ValueOf> Value loaded(const View &view, const braid_node &load, ValueOf &&value_of) {
  const auto offset = uint64_t(value_of(load.b));
  Value whole = 0;
  for (unsigned i = 0; i < load.width / 8; i++)
    whole |= Value(byte_of(view, load.a, offset + i, value_of)) << 8 * i;
  return whole;
}

} // namespace braid::trace
