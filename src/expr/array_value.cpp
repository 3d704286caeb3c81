#include "expr/array_value.h"

namespace braid::expr {

ArrayValue array_value(const Store &store, Evaluator &evaluator, const Assignment &assignment, Expr array) {
  std::vector<Expr> writes; // the last one first
  for (;;) {
    const braid_node &node = store[array];
    if (node.op == BRAID_OP_WRITE)
      writes.push_back(array);
    else if (node.op != BRAID_OP_ITE)
      break;
    array = node.op == BRAID_OP_WRITE ? node.a : evaluator.holds(node.a) ? node.b : node.c;
  }
  ArrayValue value;
  if (store.is_symbol(array)) {
    value = assignment.array(store.symbol_of(array));
  } else {
    const Table &table = store.table_of(array);
    value.fallback = table.fallback;
    for (size_t i = 0; i < table.elements.size(); i++)
      if (table.elements[i] != table.fallback)
        value.set(i, table.elements[i]);
  }
  for (auto write = writes.rbegin(); write != writes.rend(); ++write) {
    const Expr index = store[*write].b, element = store[*write].c;
    value.set(evaluator.value(index), evaluator.value(element));
  }
  return value;
}

} // namespace braid::expr
