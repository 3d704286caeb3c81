// Random expressions for tests of what must hold for all of them.
//
// A tree is made of plain nodes, which no rule has touched. Few symbols and many repeated operands and corner
// cases make it likely that rules match.
#pragma once

#include "expr/evaluate.h"
#include "random.h"

#include <fmt/format.h>
#include <unordered_map>

namespace braid::expr::test {

struct TreeOptions {
  bool floats = false;
  bool arrays = false;
};

class RandomTree {
public:
  RandomTree(Store &store, Random &random, TreeOptions options = {})
      : store_(store), random_(random), options_(options) {}

  // An expression of `width` bits with up to `levels` operations above each other.
  Expr tree(unsigned width, unsigned levels) {
    if (levels == 0 || random_.chance(10))
      return leaf(width);
    for (;;)
      if (const Expr e = attempt(width, levels - 1)) {
        recent_.push_back(e);
        return e;
      }
  }

  unsigned any_width() {
    static constexpr unsigned COMMON[] = {1, 8, 16, 32, 64, 128};
    return random_.chance(70) ? random_.pick(COMMON) : unsigned(1 + random_.below(128));
  }

  Assignment assignment() {
    Assignment assignment;
    for (Symbol s = 0; s < store_.symbols(); s++) {
      const braid_node &node = store_[store_.expression_of(s)];
      const bool number = options_.floats && (node.width == 32 || node.width == 64);
      if (node.index_width == 0) {
        assignment.set(s, number ? Value(random_.number(node.width)) : random_.value(node.width));
        continue;
      }
      ArrayValue array;
      array.fallback = random_.value(node.width);
      for (int i = 0; i < 6; i++)
        array.set(random_.below(8), random_.value(node.width));
      assignment.set_array(s, array);
    }
    return assignment;
  }

private:
  Expr leaf(unsigned width) {
    const bool number = options_.floats && (width == 32 || width == 64) && random_.chance(70);
    if (random_.chance(40))
      return store_.constant(number ? Value(random_.number(width)) : random_.value(width), width);
    return store_.symbol(fmt::format("{}{}", random_.chance(60) ? "x" : "y", width), width);
  }

  // One of the operands that were made before, so that the same comes up more than once.
  Expr operand_of(unsigned width, unsigned levels) {
    if (!recent_.empty() && random_.chance(25))
      for (int i = 0; i < 4; i++)
        if (const Expr e = random_.pick(recent_); store_.width(e) == width)
          return e;
    return tree(width, levels);
  }

  Expr array(unsigned width, unsigned index_width, unsigned levels) {
    if (levels == 0 || random_.chance(20)) {
      if (random_.chance(60))
        return store_.symbol(fmt::format("a{}_{}", index_width, width), width, index_width);
      Table table;
      table.fallback = random_.value(width);
      for (uint64_t i = 0, size = random_.below(6); i < size; i++)
        table.elements.push_back(random_.value(width));
      return store_.table(std::move(table), width, index_width);
    }
    if (random_.chance(25)) {
      const Expr condition = operand_of(1, levels - 1), yes = array(width, index_width, levels - 1);
      return store_.plain(BRAID_OP_ITE, width, condition, yes, array(width, index_width, levels - 1), index_width);
    }
    const Expr before = array(width, index_width, levels - 1), at = index(index_width, levels - 1);
    return store_.plain(BRAID_OP_WRITE, width, before, at, operand_of(width, levels - 1), index_width);
  }

  // Mostly a small number, so that different indices meet.
  Expr index(unsigned width, unsigned levels) {
    return random_.chance(50) ? store_.constant(random_.below(8), width) : operand_of(width, levels);
  }

  // 0 if the operation that came up cannot have a result of this width.
  Expr attempt(unsigned width, unsigned levels) {
    if (options_.arrays && random_.chance(25)) {
      const unsigned index_width = random_.chance(50) ? 8 : 3;
      const Expr from = array(width, index_width, levels);
      return store_.plain(BRAID_OP_READ, width, from, index(index_width, levels));
    }
    const auto op = uint8_t(BRAID_OP_ADD + random_.below(BRAID_OP_UITOF + 1 - BRAID_OP_ADD));
    const unsigned operands = OPERATIONS[op].operands, number_width = random_.chance(50) ? 32 : 64;
    const bool is_number = width == 32 || width == 64;
    unsigned from = width;
    switch (OPERATIONS[op].shape) {
    case Shape::SAME:
      if (op == BRAID_OP_BSWAP && width % 8 != 0)
        return 0;
      break;
    case Shape::COMPARE:
      if (width != 1)
        return 0;
      from = any_width();
      break;
    case Shape::ITE: {
      const Expr condition = operand_of(1, levels), yes = operand_of(width, levels);
      return store_.plain(op, width, condition, yes, operand_of(width, levels));
    }
    case Shape::EXTRACT:
      from = any_width();
      if (from <= width)
        return 0;
      return store_.plain(op, width, operand_of(from, levels), uint32_t(random_.below(from - width + 1)));
    case Shape::CONCAT: {
      if (width == 1)
        return 0;
      const auto high = unsigned(1 + random_.below(width - 1));
      const Expr first = operand_of(high, levels);
      return store_.plain(op, width, first, operand_of(width - high, levels));
    }
    case Shape::RESIZE:
      if (width == 1)
        return 0;
      return store_.plain(op, width, operand_of(unsigned(1 + random_.below(width - 1)), levels));
    case Shape::FSAME:
      if (!options_.floats || !is_number)
        return 0;
      break;
    case Shape::FCOMPARE:
      if (!options_.floats || width != 1)
        return 0;
      from = number_width;
      break;
    case Shape::FCONVERT:
      if (!options_.floats)
        return 0;
      if (op == BRAID_OP_FEXTEND || op == BRAID_OP_FROUNDTO) {
        if (width != (op == BRAID_OP_FEXTEND ? 64 : 32))
          return 0;
        from = 96 - width;
      } else if (op == BRAID_OP_FTOSI || op == BRAID_OP_FTOUI) {
        from = number_width;
      } else {
        if (!is_number)
          return 0;
        from = any_width();
      }
      break;
    default:
      return 0;
    }
    Expr fields[3] = {};
    for (unsigned i = 0; i < operands; i++)
      fields[i] = operand_of(from, levels);
    return store_.plain(op, width, fields[0], fields[1], fields[2]);
  }

  Store &store_;
  Random &random_;
  TreeOptions options_;
  std::vector<Expr> recent_;
};

// The same expression made with the rules, in another store.
class Remade {
public:
  Remade(const Store &from, Store &to) : from_(from), to_(to) {}

  Expr operator()(Expr e) {
    if (const auto known = made_.find(e); known != made_.end())
      return known->second;
    const braid_node &node = from_[e];
    Expr result = 0;
    if (node.op == BRAID_OP_CONST) {
      result = to_.constant(constant_of(node), node.width);
    } else if (node.op == BRAID_OP_SYMBOL) {
      result = to_.symbol(from_.name(node.a), node.width, node.index_width);
    } else if (node.op == BRAID_OP_TABLE) {
      result = to_.table(from_.table_of(e), node.width, node.index_width);
    } else {
      const unsigned operands = OPERATIONS[node.op].operands;
      const Expr a = (*this)(node.a);
      const uint32_t b = operands > 1 ? (*this)(node.b) : node.b;
      result = to_.make(node.op, node.width, a, b, operands > 2 ? (*this)(node.c) : 0);
    }
    return made_[e] = result;
  }

private:
  const Store &from_;
  Store &to_;
  std::unordered_map<Expr, Expr> made_;
};

inline std::string tree_text(const Store &store, Expr e) {
  const braid_node &node = store[e];
  const auto wide = constant_of(node);
  if (node.op == BRAID_OP_CONST)
    return node.width <= 64 ? fmt::format("{:#x}:{}", node.value, node.width)
                            : fmt::format("{:#x}'{:016x}:{}", uint64_t(wide >> 64), node.value, node.width);
  if (node.op == BRAID_OP_SYMBOL)
    return store.name(node.a);
  if (node.op == BRAID_OP_TABLE)
    return fmt::format("table{}", node.a);
  std::string result = fmt::format("{}:{}(", OPERATIONS[node.op].name, node.width);
  for (unsigned i = 0; i < OPERATIONS[node.op].operands; i++)
    result += fmt::format("{}{}", i == 0 ? "" : ", ", tree_text(store, operand(node, i)));
  if (node.op == BRAID_OP_EXTRACT)
    result += fmt::format(", from bit {}", node.b);
  return result + ")";
}

} // namespace braid::expr::test
