// The value of an expression when every symbol has one.
//
// An Evaluator is made once for a store and then asked about many expressions under many assignments. It looks
// only at what an expression consists of, each node once for each assignment, and keeps values in 64-bit words
// as long as nothing is wider.
#pragma once

#include "expr/store.h"

namespace braid::expr {

// An array as a model has it: `fallback` everywhere but at some indices.
struct ArrayValue {
  std::vector<std::pair<Value, Value>> elements; // index and element, by ascending index, each once
  Value fallback = 0;

  Value at(Value index) const;
  void set(Value index, Value element);
  bool operator==(const ArrayValue &) const = default;
};

// A value for each symbol of a store; symbols that were not given one are 0.
class Assignment {
public:
  Value operator[](Symbol s) const { return s < values_.size() ? values_[s] : 0; }
  void set(Symbol s, Value value);

  const ArrayValue &array(Symbol s) const;
  void set_array(Symbol s, ArrayValue array) { arrays_[s] = std::move(array); }
  const std::unordered_map<Symbol, ArrayValue> &arrays() const { return arrays_; }

  // One above the last symbol that was given a value.
  size_t size() const { return values_.size(); }
  void clear() {
    values_.clear();
    arrays_.clear();
  }

private:
  std::vector<Value> values_;
  std::unordered_map<Symbol, ArrayValue> arrays_;
};

class Evaluator {
public:
  explicit Evaluator(const Store &store) : store_(&store) {}

  // Whose values hold from now on. Not copied: it must stay as it is until the next call of assign().
  void assign(const Assignment &assignment);

  Value value(Expr e);
  bool holds(Expr condition) { return value(condition) != 0; }

private:
  bool known(Expr e) const { return ages_[e] == now_; }
  Value stored(Expr e) const { return e < high_.size() ? Value(high_[e]) << 64 | low_[e] : low_[e]; }
  void keep(Expr e, Value value);
  void compute(Expr e);
  Value element(Expr array, Value index);

  const Store *store_;
  const Assignment *assignment_ = nullptr;
  std::vector<uint64_t> low_, high_; // high_ only as far as something wider than 64 bits was met
  std::vector<uint32_t> ages_;       // the assignment for which a value holds
  uint32_t now_ = 0;
  std::vector<Expr> pending_;
};

} // namespace braid::expr
