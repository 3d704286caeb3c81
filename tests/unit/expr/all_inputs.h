// A store whose expressions are evaluated under all values that their few symbols can have.
//
// Every node gets a table of its values, made once from those of its operands. So an operation is compared with
// what the rules made of it at the price of one pass over the table.
#pragma once

#include "expr/semantics.h"
#include "expr/store.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace braid::expr::test {

class AllInputs {
public:
  // The widths of the symbols; together few bits.
  explicit AllInputs(std::span<const unsigned> widths) {
    unsigned bits = 0;
    for (const unsigned width : widths) {
      symbols_.push_back(store.symbol(fmt::format("x{}", symbols_.size()), width));
      positions_.push_back(bits);
      bits += width;
    }
    inputs_ = size_t(1) << bits;
    update();
  }

  Store store;

  Expr symbol(unsigned number) const { return symbols_[number]; }

  // Makes op(a, b, c) and checks its value for all inputs.
  Expr checked(uint8_t op, unsigned width, uint32_t a, uint32_t b = 0, uint32_t c = 0) {
    const Expr e = store.make(op, width, a, b, c);
    update();
    const unsigned operands = OPERATIONS[op].operands, from = store.width(a);
    EXPECT_EQ(store.width(e), width) << text(op, width, a, b, c);
    for (size_t i = 0; i < inputs_; i++) {
      const uint64_t second = operands > 1 ? tables_[b][i] : b, third = operands > 2 ? tables_[c][i] : 0;
      const auto expected = apply<uint64_t>(op, width, from, tables_[a][i], second, third);
      if (tables_[e][i] == expected)
        continue;
      ADD_FAILURE() << text(op, width, a, b, c) << " became " << text(e) << ", which is " << tables_[e][i]
                    << " and not " << expected << " for " << input_text(i);
      break;
    }
    return e;
  }

  // Nodes that would be something else if they were made again from their own operands.
  void expect_made_again_the_same() {
    for (Expr e = 1; e < store.size(); e++) {
      const braid_node node = store[e];
      if (OPERATIONS[node.op].operands == 0)
        continue;
      const std::string before = text(e);
      const Expr again = store.make(node.op, node.width, node.a, node.b, node.c);
      EXPECT_EQ(again, e) << before << " made again is " << text(again);
      if (::testing::Test::HasFailure())
        return;
    }
  }

  // With few marks and all widths: an expression as it is, for the reader of a failure.
  std::string text(Expr e) const {
    const braid_node &node = store[e];
    if (node.op == BRAID_OP_CONST)
      return fmt::format("{}:{}", node.value, node.width);
    if (node.op == BRAID_OP_SYMBOL)
      return fmt::format("{}:{}", store.name(node.a), node.width);
    return text(node.op, node.width, node.a, node.b, node.c);
  }
  std::string text(uint8_t op, unsigned width, uint32_t a, uint32_t b, uint32_t c) const {
    std::string result = fmt::format("{}:{}({}", OPERATIONS[op].name, width, text(a));
    if (op == BRAID_OP_EXTRACT)
      result += fmt::format(", from bit {}", b);
    for (unsigned i = 1; i < OPERATIONS[op].operands; i++)
      result += fmt::format(", {}", text(i == 1 ? b : c));
    return result + ")";
  }

private:
  uint64_t input(size_t number, unsigned symbol) const {
    return number >> positions_[symbol] & low_bits<uint64_t>(store.width(symbols_[symbol]));
  }

  std::string input_text(size_t number) const {
    std::string result;
    for (unsigned i = 0; i < symbols_.size(); i++)
      result += fmt::format("{}{} = {}", i == 0 ? "" : ", ", store.name(i), input(number, i));
    return result;
  }

  // Nothing here is wider than 32 bits.
  void update() {
    for (Expr e = Expr(tables_.size()); e < store.size(); e++) {
      const braid_node &node = store[e];
      std::vector<uint32_t> table(e == 0 ? 0 : inputs_);
      const unsigned operands = OPERATIONS[node.op].operands;
      for (size_t i = 0; i < table.size(); i++) {
        if (node.op == BRAID_OP_CONST)
          table[i] = uint32_t(node.value);
        else if (node.op == BRAID_OP_SYMBOL)
          table[i] = uint32_t(input(i, node.a));
        else
          table[i] = uint32_t(apply<uint64_t>(node.op, node.width, store.width(node.a), tables_[node.a][i],
                                              operands > 1 ? tables_[node.b][i] : node.b,
                                              operands > 2 ? tables_[node.c][i] : 0));
      }
      tables_.push_back(std::move(table));
    }
  }

  std::vector<Expr> symbols_;
  std::vector<unsigned> positions_;
  size_t inputs_ = 1;
  std::vector<std::vector<uint32_t>> tables_;
};

} // namespace braid::expr::test
