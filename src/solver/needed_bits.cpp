#include "solver/needed_bits.h"

#include "expr/semantics.h"

#include <functional>

namespace braid::solver {

using expr::Expr;
using expr::mask_of;
using expr::Store;
using expr::Value;

namespace {

// Bits of the operands of an operation that some bits of its result depend on.
class Needs {
public:
  Needs(const Store &store, std::span<const Expr> expressions) : store_(store) {
    for (const Expr e : expressions)
      need(e, mask_of(store.width(e)));
  }

  std::map<expr::Symbol, Value> symbols() {
    // Operands have smaller numbers than what they are operands of.
    while (!pending_.empty()) {
      const auto [e, bits] = *pending_.begin();
      pending_.erase(pending_.begin());
      const braid_node node = store_[e];
      if (node.op == BRAID_OP_SYMBOL)
        symbols_[node.a] |= bits;
      else if (bits != 0)
        operands(node, bits);
    }
    return std::move(symbols_);
  }

private:
  void need(Expr e, Value bits) {
    pending_[e] |= store_.is_array(e) ? ~Value(0) : bits & mask_of(store_.width(e));
  }

  void operands(const braid_node &node, Value bits) {
    switch (node.op) {
    case BRAID_OP_AND:
      need(node.a, bits & store_.constant(node.b).value_or(~Value(0)));
      return need(node.b, bits & store_.constant(node.a).value_or(~Value(0)));
    case BRAID_OP_OR:
      need(node.a, bits & ~store_.constant(node.b).value_or(0));
      return need(node.b, bits & ~store_.constant(node.a).value_or(0));
    case BRAID_OP_XOR:
      need(node.a, bits);
      return need(node.b, bits);
    case BRAID_OP_ADD: // carries go upwards
    case BRAID_OP_SUB:
    case BRAID_OP_MUL:
      need(node.a, mask_of(128 - expr::semantics::leading_zeros(bits)));
      return need(node.b, mask_of(128 - expr::semantics::leading_zeros(bits)));
    case BRAID_OP_SHL:
    case BRAID_OP_LSHR:
      if (const auto by = store_.constant(node.b); by && *by < node.width)
        return need(node.a, node.op == BRAID_OP_SHL ? bits >> *by : bits << *by);
      return all(node);
    case BRAID_OP_ITE:
      need(node.a, 1);
      need(node.b, bits);
      return need(node.c, bits);
    case BRAID_OP_EXTRACT:
      return need(node.a, bits << node.b);
    case BRAID_OP_CONCAT:
      need(node.b, bits);
      return need(node.a, bits >> store_.width(node.b));
    case BRAID_OP_ZEXT:
      return need(node.a, bits);
    case BRAID_OP_SEXT: {
      const unsigned width = store_.width(node.a);
      return need(node.a, bits >> width == 0 ? bits : bits | expr::sign_bit<Value>(width));
    }
    default:
      return all(node);
    }
  }

  void all(const braid_node &node) {
    for (unsigned i = 0; i < expr::OPERATIONS[node.op].operands; i++)
      need(expr::operand(node, i), ~Value(0));
  }

  const Store &store_;
  std::map<Expr, Value, std::greater<>> pending_;
  std::map<expr::Symbol, Value> symbols_;
};

} // namespace

std::map<expr::Symbol, Value> needed_bits(const Store &store, std::span<const Expr> expressions) {
  return Needs(store, expressions).symbols();
}

} // namespace braid::solver
