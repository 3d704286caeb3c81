// Random sound traces, for tests that compare two ways of saying the same.
#pragma once

#include "../expr/random.h"
#include "trace_builder.h"

namespace braid::trace::test {

using expr::test::Random;
using expr::test::test_seed;

struct RandomTraceOptions {
  unsigned nodes = 60;
  unsigned widest = 128;
  bool floats = true;
  bool remainders = true; // FREM is hard work for solvers
};

// Appends random nodes on the bytes of source 0, which must have at least 16. Returns their labels.
inline std::vector<Label> add_random_nodes(TraceBuilder &trace, Random &random, RandomTraceOptions options) {
  std::vector<Label> labels;
  const auto any = [&]() -> Label { return random.pick(labels); };
  // A label of this width: an existing one, or one made for the purpose.
  const auto of_width = [&](unsigned width) -> Label {
    for (int i = 0; i < 6; i++)
      if (const Label label = any(); trace.node(label).width == width)
        return label;
    if (random.chance(30)) {
      const bool number = (width == 32 || width == 64) && random.chance(50);
      return trace.constant(width, number ? Value(random.number(width)) : random.value(width));
    }
    const Label label = any();
    const unsigned from = trace.node(label).width;
    if (from == width)
      return label;
    if (from > width)
      return trace.op(BRAID_OP_EXTRACT, width, label, uint32_t(random.below(from - width + 1)));
    return trace.op(random.chance(50) ? BRAID_OP_ZEXT : BRAID_OP_SEXT, width, label);
  };
  const auto any_width = [&]() -> unsigned {
    static constexpr unsigned COMMON[] = {1, 8, 16, 32, 64, 128, 24};
    const unsigned width = random.chance(70) ? random.pick(COMMON) : unsigned(1 + random.below(options.widest));
    return std::min(width, options.widest);
  };
  for (unsigned i = 0; i < 4; i++)
    labels.push_back(trace.input(0, uint32_t(random.below(16))));
  labels.push_back(trace.size(0));
  if (options.widest < 64)
    labels.pop_back();
  while (labels.size() < options.nodes) {
    const auto op = uint8_t(BRAID_OP_ADD + random.below(BRAID_OP_UITOF + 1 - BRAID_OP_ADD));
    const Operation &operation = OPERATIONS[op];
    const unsigned number_width = random.chance(50) ? 32 : 64;
    unsigned width = any_width();
    Label a = 0, b = 0, c = 0;
    switch (operation.shape) {
    case Shape::LEAF:
    case Shape::ARRAY:
    case Shape::MEMORY:
    case Shape::FCALL:
      continue;
    case Shape::SAME:
      if (op == BRAID_OP_BSWAP)
        width = (width + 7) / 8 * 8;
      a = of_width(width);
      b = operation.operands > 1 ? of_width(width) : 0;
      break;
    case Shape::COMPARE:
      a = any();
      b = of_width(trace.node(a).width);
      width = 1;
      break;
    case Shape::ITE:
      a = of_width(1);
      b = of_width(width);
      c = of_width(width);
      break;
    case Shape::EXTRACT:
      a = any();
      if (trace.node(a).width == 1)
        continue;
      width = unsigned(1 + random.below(trace.node(a).width - 1u));
      b = Label(random.below(trace.node(a).width - width + 1));
      break;
    case Shape::CONCAT:
      a = any();
      b = any();
      width = trace.node(a).width + trace.node(b).width;
      if (width > options.widest)
        continue;
      break;
    case Shape::RESIZE:
      a = any();
      if (trace.node(a).width >= width)
        continue;
      break;
    case Shape::FSAME:
    case Shape::FCOMPARE:
      if (!options.floats || (op == BRAID_OP_FREM && !options.remainders) || number_width > options.widest)
        continue;
      a = of_width(number_width);
      b = operation.operands > 1 ? of_width(number_width) : 0;
      c = operation.operands > 2 ? of_width(number_width) : 0;
      width = operation.shape == Shape::FSAME ? number_width : 1;
      break;
    case Shape::FCONVERT:
      if (!options.floats || options.widest < 64)
        continue;
      if (op == BRAID_OP_FEXTEND) {
        a = of_width(32);
        width = 64;
      } else if (op == BRAID_OP_FROUNDTO) {
        a = of_width(64);
        width = 32;
      } else if (op == BRAID_OP_FTOSI || op == BRAID_OP_FTOUI) {
        a = of_width(number_width);
      } else {
        a = any();
        width = number_width;
      }
      break;
    }
    labels.push_back(trace.op(op, width, a, b, c));
  }
  return labels;
}

inline std::string random_bytes(Random &random, size_t count) {
  std::string bytes(count, 0);
  for (char &byte : bytes)
    byte = char(random.chance(30) ? random.below(3) - 1 : random.word());
  return bytes;
}

} // namespace braid::trace::test
