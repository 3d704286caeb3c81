#include "solver/search_layer.h"

#include "expr/semantics.h"

#include <algorithm>

namespace braid::solver {

namespace {

// Assignments tried: for each hard operation, for each product with a constant, and in all.
constexpr size_t TRIES_FOR_HARD = 100, TRIES_FOR_PRODUCT = 12, MOST_TRIES = 2000;
constexpr size_t MOST_REMEMBERED = 1 << 16, MOST_LOOKED_AT = 2000;
constexpr size_t MOST_WORK = 1'000'000; // operations evaluated for one query
constexpr double UNLIMITED = 1e300;

size_t tries_for(const Store &store, const braid_node &node) {
  switch (node.op) {
  case BRAID_OP_MUL:
    return store.is_constant(node.b) ? TRIES_FOR_PRODUCT : TRIES_FOR_HARD;
  case BRAID_OP_UDIV:
  case BRAID_OP_SDIV:
  case BRAID_OP_UREM:
  case BRAID_OP_SREM:
    return TRIES_FOR_HARD;
  default:
    return node.op >= BRAID_OP_FADD && node.op <= BRAID_OP_UITOF ? TRIES_FOR_HARD : 0;
  }
}

unsigned bits_of(Value value) { return 128 - expr::semantics::leading_zeros(value); }

} // namespace

bool SearchLayer::is_number(Expr e) const {
  const braid_node &node = session_.store[e];
  return node.op == BRAID_OP_SYMBOL || (node.op == BRAID_OP_CONCAT && is_number(node.a) && is_number(node.b));
}

const SearchLayer::Facts &SearchLayer::facts(Expr constraint) {
  if (facts_.size() > MOST_REMEMBERED)
    facts_.clear();
  const auto [found, added] = facts_.try_emplace(constraint);
  Facts &facts = found->second;
  if (!added)
    return facts;
  const Store &store = session_.store;
  std::vector<Expr> pending{constraint};
  std::unordered_map<Expr, bool> seen;
  while (!pending.empty() && seen.size() < MOST_LOOKED_AT) {
    const Expr next = pending.back();
    pending.pop_back();
    const braid_node &node = store[next];
    if (node.op == BRAID_OP_CONCAT && is_number(next)) {
      facts.numbers.push_back(next);
      continue;
    }
    facts.tries += tries_for(store, node);
    for (unsigned i = 0; i < expr::OPERATIONS[node.op].operands; i++)
      if (const Expr operand = expr::operand(node, i);
          expr::OPERATIONS[store[operand].op].operands != 0 && seen.try_emplace(operand, true).second)
        pending.push_back(operand);
  }
  facts.size = pending.empty() ? seen.size() + 1 : MOST_WORK; // or too large to be evaluated often
  return facts;
}

uint64_t SearchLayer::random() {
  state_ ^= state_ << 13;
  state_ ^= state_ >> 7;
  state_ ^= state_ << 17;
  return state_;
}

void SearchLayer::apply(const Changes &changes, Changes &undo) {
  undo.clear();
  for (const auto &[symbol, value] : changes) {
    undo.emplace_back(symbol, current_[symbol]);
    current_.set(symbol, value);
  }
  std::reverse(undo.begin(), undo.end()); // a symbol may have been changed twice
}

// Between 0 and 1: how much the sides of a comparison differ.
double SearchLayer::distance(Expr constraint) {
  const braid_node &node = session_.store[constraint];
  if (node.op < BRAID_OP_EQ || node.op > BRAID_OP_SLE || node.op == BRAID_OP_NE)
    return 1;
  const unsigned width = session_.store.width(node.a);
  const Value sign = node.op == BRAID_OP_SLT || node.op == BRAID_OP_SLE ? expr::sign_bit<Value>(width) : 0;
  const Value a = session_.evaluator.value(node.a) ^ sign, b = session_.evaluator.value(node.b) ^ sign;
  return double(bits_of(a < b ? b - a : a - b)) / (width + 1);
}

double SearchLayer::cost(const Query &query, double most) {
  session_.evaluator.assign(current_);
  double sum = 0;
  for (size_t i = query.constraints.size(); i != 0 && sum < most; i--)
    if (!session_.evaluator.holds(query.constraints[i - 1]))
      sum += 1 + distance(query.constraints[i - 1]);
  return sum;
}

// A neighbour: any value, a bit turned, or some more or less, on any scale.
Value SearchLayer::changed(Value now, unsigned width) {
  const Value step = Value(1 + random() % 9) << random() % (width / 2 + 1);
  switch (random() % 4) {
  case 0:
    return Value(random()) << 64 | random();
  case 1:
    return now ^ Value(1) << random() % width;
  case 2:
    return now + step;
  default:
    return now - step;
  }
}

std::vector<SearchLayer::Changes> SearchLayer::moves(Expr violated) {
  std::vector<Changes> found = repair_.candidates(current_, violated);
  const std::span<const Symbol> symbols = session_.store.support(violated);
  const std::vector<Expr> &numbers = facts(violated).numbers;
  for (unsigned i = 0; i < 4; i++) {
    const bool whole = !numbers.empty() && random() % 2 == 0;
    const Expr e = whole ? numbers[random() % numbers.size()]
                         : session_.store.expression_of(symbols[random() % symbols.size()]);
    if (session_.store.is_array(e))
      continue;
    session_.evaluator.assign(current_);
    if (std::optional<Changes> change =
            repair_.change(current_, e, changed(session_.evaluator.value(e), session_.store.width(e))))
      found.push_back(std::move(*change));
  }
  return found;
}

bool SearchLayer::search(const Query &query, size_t tries) {
  double present = cost(query, UNLIMITED);
  std::vector<Expr> violated;
  Changes undo;
  while (tries != 0 && !session_.stopped(query)) {
    session_.evaluator.assign(current_);
    violated.clear();
    for (const Expr constraint : query.constraints)
      if (!session_.evaluator.holds(constraint))
        violated.push_back(constraint);
    if (violated.empty())
      return true;
    const Expr chosen = violated[random() % violated.size()];
    if (session_.store.support(chosen).empty())
      return false;
    // The best move; now and then a worse one is taken, because all better ones may lead nowhere.
    const std::vector<Changes> candidates = moves(chosen);
    if (candidates.empty())
      return false; // nothing but arrays in it
    double best = UNLIMITED;
    const Changes *taken = nullptr;
    for (const Changes &changes : candidates) {
      if (tries == 0)
        break;
      tries--;
      apply(changes, undo);
      const double reached = cost(query, best);
      if (reached < best) {
        best = reached;
        taken = &changes;
      }
      if (reached == 0)
        return true;
      Changes redo;
      apply(undo, redo);
    }
    if (taken != nullptr && (best <= present || random() % 4 == 0)) {
      apply(*taken, undo);
      present = best;
    }
  }
  return false;
}

Answer SearchLayer::answer(const Query &query) {
  size_t tries = 0, size = 1;
  for (const Expr constraint : query.constraints) {
    tries += facts(constraint).tries;
    size += facts(constraint).size;
  }
  tries = std::min({tries, MOST_TRIES, MOST_WORK / size});
  if (tries == 0)
    return pass(query);
  state_ = 0x9e3779b97f4a7c15u ^ (uint64_t(query.constraints.back()) << 20) ^ query.constraints.size();
  for (const Expr constraint : query.constraints)
    for (const Symbol symbol : session_.store.support(constraint)) {
      current_.set(symbol, query.previous != nullptr ? (*query.previous)[symbol] : 0);
      if (session_.store.is_array(session_.store.expression_of(symbol)))
        current_.set_array(symbol, query.previous != nullptr ? query.previous->array(symbol) : expr::ArrayValue());
    }
  if (!search(query, tries))
    return pass(query);
  Assignment model;
  if (query.previous != nullptr)
    model = *query.previous;
  for (const Expr constraint : query.constraints)
    for (const Symbol symbol : session_.store.support(constraint))
      model.set(symbol, current_[symbol]);
  return Answer::satisfiable(std::move(model));
}

} // namespace braid::solver
