// Expressions: a table of nodes in which equal expressions are one.
//
// An expression is the number of its node, so that equality is one comparison and a set of constraints is a set
// of numbers. Every node is made by make(), which folds constants, puts operands into one order and applies the
// rules of rules.h: what comes out may be another, simpler expression that always has the same value. Operands
// come before the nodes that use them, so the order of numbers is an order of evaluation.
//
// There is one sort of value, bits: a boolean is one bit wide, and an IEEE number is its 32 or 64 bits, told by
// the operations that use it. Arrays have elements of `width` bits at indices of `index_width` bits. They occur
// as operands of READ, WRITE and ITE only.
//
// Leaves are symbols and constants. A symbol has a name that is its own in the store.
#pragma once

#include "expr/operations.h"

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace braid::expr {

// Number of a node; 0 is none.
using Expr = uint32_t;
// Number of a symbol, from 0.
using Symbol = uint32_t;

// What an array holds: `elements` from index 0 on, and `fallback` at all later indices.
struct Table {
  std::vector<Value> elements;
  Value fallback = 0;

  Value at(Value index) const { return index < elements.size() ? elements[size_t(index)] : fallback; }
  bool operator==(const Table &) const = default;
};

class Store {
public:
  Store();
  Store(const Store &) = delete;
  Store &operator=(const Store &) = delete;

  // Number of nodes, the unused number 0 included.
  size_t size() const { return nodes_.size(); }
  std::span<const braid_node> nodes() const { return nodes_; }
  const braid_node &operator[](Expr e) const { return nodes_[e]; }
  unsigned width(Expr e) const { return nodes_[e].width; }
  bool is_array(Expr e) const { return nodes_[e].index_width != 0; }

  // Leaves. Bits of a value above its width are ignored. A symbol that exists already must be asked for with
  // the width that it has; index_width is 0 unless it is an array.
  Expr constant(Value value, unsigned width);
  Expr truth(bool value) { return value ? true_ : false_; }
  Expr symbol(const std::string &name, unsigned width, unsigned index_width = 0);
  Expr table(Table contents, unsigned width, unsigned index_width);

  // op(a, b, c), simplified. `width` is that of the result; operands must fit it as ops.def says. For EXTRACT b
  // is the number of the lowest bit.
  Expr make(uint8_t op, unsigned width, uint32_t a, uint32_t b = 0, uint32_t c = 0);

  // The node as it stands, without any rule: for the rules themselves, and for tests that compare.
  Expr plain(uint8_t op, unsigned width, uint32_t a, uint32_t b = 0, uint32_t c = 0, unsigned index_width = 0);

  // Shorthands for make().
  Expr binary(uint8_t op, Expr a, Expr b) { return make(op, width(a), a, b); }
  Expr compare(uint8_t op, Expr a, Expr b) { return make(op, 1, a, b); }
  Expr extract(Expr a, unsigned low, unsigned width) { return make(BRAID_OP_EXTRACT, width, a, low); }
  Expr concat(Expr high, Expr low) { return make(BRAID_OP_CONCAT, width(high) + width(low), high, low); }
  Expr resize(Expr a, unsigned width, bool is_signed); // extends or truncates
  Expr choice(Expr condition, Expr yes, Expr no) { return make(BRAID_OP_ITE, width(yes), condition, yes, no); }
  Expr read(Expr array, Expr index) { return make(BRAID_OP_READ, width(array), array, index); }
  Expr write(Expr array, Expr index, Expr value) {
    return make(BRAID_OP_WRITE, width(array), array, index, value);
  }
  // All bits inverted; of one bit: not.
  Expr inverted(Expr a) { return make(BRAID_OP_XOR, width(a), a, constant(~Value(0), width(a))); }
  Expr negated(Expr a) { return make(BRAID_OP_SUB, width(a), constant(0, width(a)), a); }
  Expr both(Expr a, Expr b) { return make(BRAID_OP_AND, 1, a, b); }
  Expr either(Expr a, Expr b) { return make(BRAID_OP_OR, 1, a, b); }

  bool is_constant(Expr e) const { return nodes_[e].op == BRAID_OP_CONST; }
  bool is_constant(Expr e, Value value) const { return is_constant(e) && constant_of(nodes_[e]) == value; }
  std::optional<Value> constant(Expr e) const {
    return is_constant(e) ? std::optional(constant_of(nodes_[e])) : std::nullopt;
  }
  bool is_symbol(Expr e) const { return nodes_[e].op == BRAID_OP_SYMBOL; }

  // Symbols.
  size_t symbols() const { return symbols_.size(); }
  Symbol symbol_of(Expr e) const { return nodes_[e].a; }
  Expr expression_of(Symbol s) const { return symbols_[s].expression; }
  const std::string &name(Symbol s) const { return symbols_[s].name; }
  std::optional<Symbol> find_symbol(const std::string &name) const;
  const Table &table_of(Expr e) const { return tables_[nodes_[e].a]; }

  // The symbols that an expression's value can depend on, in ascending order. Kept once asked for; the span is
  // valid as long as the store.
  std::span<const Symbol> support(Expr e);
  // How many operations and leaves are in it, each counted once.
  size_t count(Expr e);

private:
  struct SymbolEntry {
    std::string name;
    Expr expression;
  };

  Expr intern(const braid_node &node);
  void grow();

  std::vector<braid_node> nodes_;
  std::vector<Expr> slots_; // hash table with open addressing; 0 is free
  std::vector<SymbolEntry> symbols_;
  std::unordered_map<std::string, Symbol> names_;
  std::vector<Table> tables_;
  std::unordered_multimap<size_t, uint32_t> table_numbers_; // by hash
  void note_small_supports(std::vector<Expr> &visited);

  // A walk of more steps is not made twice, if what it found are at most so many symbols.
  static constexpr size_t LONG_WALK = 256, SMALL_SUPPORT = 4;
  std::unordered_map<Expr, std::vector<Symbol>> supports_;
  std::vector<uint32_t> marks_; // for walks: when each node was last seen
  uint32_t walk_ = 0;
  Expr true_ = 0, false_ = 0;
  unsigned depth_ = 0; // calls of make() that are under way, one inside the other
};

} // namespace braid::expr
