// Random sound traces, for tests that compare two ways of saying the same.
#pragma once

#include "trace_builder.h"

#include <random>

namespace braid::trace::test {

// The seed for a test: random, or the one in BRAID_TEST_SEED, to see a failure again.
inline uint64_t test_seed() {
  if (const char *given = std::getenv("BRAID_TEST_SEED"))
    return std::strtoull(given, nullptr, 0);
  return std::random_device()();
}

class Random {
public:
  explicit Random(uint64_t seed) : engine_(seed) {}

  uint64_t word() { return engine_(); }
  uint64_t below(uint64_t bound) { return engine_() % bound; }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class Container> const auto &pick(const Container &from) { return from[below(std::size(from))]; }

  // A value of that width; corner cases are more likely than chance has them.
  Value value(unsigned width) {
    const Value mask = mask_of(width);
    switch (below(8)) {
    case 0:
      return below(4) & mask;
    case 1:
      return (mask - below(4)) & mask;
    case 2:
      return ((Value(1) << (width - 1)) + Value(below(3)) - 1) & mask;
    case 3:
      return Value(1) << below(width);
    default:
      return (Value(word()) << 64 | word()) & mask;
    }
  }

  // The bits of a floating-point number, special ones included.
  uint64_t number(unsigned width) {
    static constexpr double PLAIN[] = {
        0, -0.0, 1, -1, 0.5, 1.5, 2.5, -2.5, 3, 10, 1e10, -1e30, 1e-30, 1e-310, 4503599627370496.5};
    const uint64_t infinity = width == 32 ? 0x7f800000u : 0x7ff0000000000000u;
    const uint64_t sign = chance(50) ? uint64_t(1) << (width - 1) : 0;
    switch (below(8)) {
    case 0:
      return infinity | sign;
    case 1: // a NaN, quiet or signalling
      return infinity | sign | 1 | (word() & (floating::quiet_bit(width) * 2 - 1));
    case 2: // smallest numbers
      return below(4) | sign;
    case 3:
      return uint64_t(value(width));
    default:
      if (width == 32)
        return std::bit_cast<uint32_t>(float(pick(PLAIN)));
      return std::bit_cast<uint64_t>(pick(PLAIN));
    }
  }

private:
  std::mt19937_64 engine_;
};

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
    const auto op = uint8_t(BRAID_OP_ADD + random.below(BRAID_OP_COUNT - BRAID_OP_ADD));
    const Operation &operation = OPERATIONS[op];
    const unsigned number_width = random.chance(50) ? 32 : 64;
    unsigned width = any_width();
    Label a = 0, b = 0, c = 0;
    switch (operation.shape) {
    case Shape::LEAF:
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
