#include "solver/search_layer.h"

#include "expr/ordered_number.h"
#include "expr/semantics.h"
#include "solver/needed_bits.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace braid::solver {

namespace {

// Assignments tried: for each hard operation, for each product with a constant, and in all.
constexpr size_t TRIES_FOR_HARD = 100, TRIES_FOR_PRODUCT = 12, MOST_TRIES = 2000;
constexpr size_t MOST_REMEMBERED = 1 << 16, MOST_LOOKED_AT = 2000;
constexpr size_t MOST_WORK = 1'000'000; // operations evaluated for one query
// With floating point, where what comes after this takes seconds: a few searches along lines.
constexpr size_t MOST_NUMBER_TRIES = 16'000, MOST_NUMBER_WORK = 4'000'000, MOST_VARIABLES = 64, MOST_HINTS = 24;
// Queries whose assignments are all tried; and operations evaluated for that where it is done at once, with
// floating point and with arrays that are written to.
constexpr unsigned MOST_LISTED_BITS = 16, MOST_LISTED_SIZE = 1000;
constexpr size_t MOST_LISTED = size_t(1) << MOST_LISTED_BITS, WORK_AT_ONCE = 1'000'000, WORK_FOR_WRITES = 200'000;
constexpr double UNLIMITED = 1e300;

bool is_floating(uint8_t op) {
  return (op >= BRAID_OP_FADD && op <= BRAID_OP_UITOF) || expr::is_library_function(op);
}

// A product with a power of two is a shift, which costs a SAT solver nothing; with the negative of one hardly
// more.
bool is_shift(Value factor, unsigned width) {
  const Value other = (Value(0) - factor) & expr::mask_of(width);
  return (factor & (factor - 1)) == 0 || (other & (other - 1)) == 0;
}

size_t tries_for(const Store &store, const braid_node &node) {
  switch (node.op) {
  case BRAID_OP_MUL:
    if (const std::optional<Value> factor = store.constant(node.b))
      return is_shift(*factor, node.width) ? 0 : TRIES_FOR_PRODUCT;
    return TRIES_FOR_HARD;
  case BRAID_OP_UDIV:
  case BRAID_OP_SDIV:
  case BRAID_OP_UREM:
  case BRAID_OP_SREM:
    return TRIES_FOR_HARD;
  default:
    return is_floating(node.op) ? TRIES_FOR_HARD : 0;
  }
}

// Whether an operation reads its operands as floating-point numbers.
bool reads_numbers(const braid_node &node) {
  return is_floating(node.op) && node.op != BRAID_OP_SITOF && node.op != BRAID_OP_UITOF;
}

// Operations that leave numbers what they are: signs, choices.
bool passes_numbers(const braid_node &node) {
  return node.op == BRAID_OP_AND || node.op == BRAID_OP_OR || node.op == BRAID_OP_XOR || node.op == BRAID_OP_ITE;
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
    facts.has_floats |= is_floating(node.op);
    facts.has_writes |= node.op == BRAID_OP_WRITE && !store.is_constant(node.b);
    for (unsigned i = 0; i < expr::OPERATIONS[node.op].operands; i++)
      if (const Expr operand = expr::operand(node, i);
          expr::OPERATIONS[store[operand].op].operands != 0 && seen.try_emplace(operand, true).second)
        pending.push_back(operand);
  }
  facts.size = pending.empty() ? seen.size() + 1 : MOST_WORK; // or too large to be evaluated often
  if (facts.has_floats && pending.empty())
    find_variables(constraint, facts);
  return facts;
}

// The same bytes may be read as a number here and as bits there: both are tried.
void SearchLayer::find_variables(Expr constraint, Facts &facts) const {
  const Store &store = session_.store;
  std::vector<Variable> pending{{constraint, false}};
  std::unordered_map<Expr, unsigned> seen; // 1 as bits, 2 as a number
  while (!pending.empty()) {
    const Variable next = pending.back();
    pending.pop_back();
    unsigned &ways = seen[next.e];
    if ((ways & (next.is_number ? 2 : 1)) != 0)
      continue;
    ways |= next.is_number ? 2 : 1;
    const braid_node &node = store[next.e];
    if (store.is_array(next.e))
      continue;
    if (node.op == BRAID_OP_CONST) {
      if (node.width > 1)
        facts.constants.push_back(next);
      continue;
    }
    if (is_number(next.e)) {
      if (facts.variables.size() < MOST_VARIABLES)
        facts.variables.push_back(next);
      continue;
    }
    for (unsigned i = 0; i < expr::OPERATIONS[node.op].operands; i++) {
      const Expr operand = expr::operand(node, i);
      const unsigned width = store.width(operand);
      const bool number = reads_numbers(node) || (next.is_number && passes_numbers(node));
      pending.push_back({operand, number && (width == 32 || width == 64)});
    }
  }
}

// Constants of the query, as values of the variable.
std::vector<Value> SearchLayer::hints(const Query &query, Variable variable) {
  const Store &store = session_.store;
  const unsigned width = store.width(variable.e);
  std::vector<Value> found;
  for (size_t i = query.constraints.size(); i != 0 && found.size() < MOST_HINTS; i--)
    for (const Variable &constant : facts(query.constraints[i - 1]).constants) {
      const unsigned from = store.width(constant.e);
      const Value value = *store.constant(constant.e);
      if (constant.is_number && variable.is_number)
        found.push_back(from == width
                            ? value
                            : Value(expr::floating::apply(from == 32 ? BRAID_OP_FEXTEND : BRAID_OP_FROUNDTO, from,
                                                          uint64_t(value), 0, 0)));
      else if (constant.is_number)
        found.push_back(expr::floating::to_integer(uint64_t(value), from, width, true));
      else if (!variable.is_number)
        found.push_back(value);
    }
  if (found.size() > MOST_HINTS)
    found.resize(MOST_HINTS);
  return found;
}

// Symbols, alone or side by side.
void SearchLayer::set(Expr e, Value value) {
  const braid_node &node = session_.store[e];
  if (node.op == BRAID_OP_SYMBOL)
    return current_.set(node.a, value & expr::mask_of(node.width));
  const unsigned low = session_.store.width(node.b);
  set(node.a, value >> low);
  set(node.b, value & expr::mask_of(low));
}

bool SearchLayer::search_line(const Query &query, Expr violated, size_t &tries, double &present) {
  const std::vector<Variable> &variables = facts(violated).variables;
  session_.evaluator.assign(current_);
  const Comparison part = lines_.violated_part(violated);
  if (variables.empty() || part.e == 0)
    return false;
  const Variable variable = variables[random() % variables.size()];
  const Value now = session_.evaluator.value(variable.e);
  double best = UNLIMITED;
  Value taken = now;
  const auto move = [&](Value value) {
    set(variable.e, value);
    session_.evaluator.assign(current_);
  };
  const auto visit = [&](Value value) {
    tries -= std::min<size_t>(tries, 1);
    if (const double reached = cost(query, best); reached < best) {
      best = reached;
      taken = value;
    }
    return best != 0;
  };
  lines_.run(variable, part, hints(query, variable), now, tries, move, visit);
  if (best > present && random() % 4 != 0)
    taken = now;
  set(variable.e, taken);
  if (best == 0)
    return true;
  present = cost(query, UNLIMITED);
  return false;
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
  if (node.op < BRAID_OP_EQ || node.op > BRAID_OP_SLE || node.op == BRAID_OP_NE) {
    if (!facts(constraint).has_floats)
      return 1;
    const Comparison part = lines_.violated_part(constraint);
    return part.e == 0 ? 1 : lines_.distance(part);
  }
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
    if (facts(chosen).has_floats && random() % 2 == 0 && search_line(query, chosen, tries, present))
      return true;
    if (facts(chosen).has_floats && session_.evaluator.holds(chosen))
      continue;
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

// For each symbol the values that differ in bits that matter, without those that a constraint on it alone forbids.
// Nothing if they are many.
std::optional<std::vector<SearchLayer::Choice>> SearchLayer::choices(const Query &query) {
  std::vector<Choice> all;
  for (const auto &[symbol, needed] : needed_bits(session_.store, query.constraints)) {
    const unsigned bits = unsigned(std::popcount(uint64_t(needed)) + std::popcount(uint64_t(needed >> 64)));
    if (session_.store.is_array(session_.store.expression_of(symbol)) || bits > MOST_LISTED_BITS)
      return std::nullopt;
    std::vector<Expr> own;
    for (const Expr constraint : query.constraints)
      if (const auto support = session_.store.support(constraint); support.size() == 1 && support[0] == symbol)
        own.push_back(constraint);
    const Value rest = current_[symbol] & ~needed;
    Choice choice{symbol, {}};
    for (Value part = 0, first = true; first != 0 || part != 0; first = 0, part = (part - needed) & needed) {
      current_.set(symbol, rest | part);
      if (own.empty() || session_.satisfies(current_, own))
        choice.values.push_back(rest | part);
    }
    all.push_back(std::move(choice));
  }
  return all;
}

// How many assignments these are; MOST_WORK stands for more.
size_t SearchLayer::count(const std::vector<Choice> &choices) {
  size_t product = 1;
  for (const Choice &choice : choices)
    product = std::min(product * choice.values.size(), MOST_WORK);
  return product;
}

// Tries all assignments: what a search cannot find may be proved not to be there, also where nothing is known
// about the operations. Nothing if it was interrupted.
std::optional<bool> SearchLayer::enumerate(const Query &query, const std::vector<Choice> &choices) {
  for (size_t number = 0, end = count(choices); number < end; number++) {
    if (number % 1024 == 1023 && session_.stopped(query))
      return std::nullopt;
    size_t rest = number;
    for (const Choice &choice : choices) {
      current_.set(choice.symbol, choice.values[rest % choice.values.size()]);
      rest /= choice.values.size();
    }
    if (session_.satisfies(current_, query.constraints))
      return true;
  }
  return false;
}

// Whether there is a solution, which is then the current assignment; nothing if it is not known.
std::optional<bool> SearchLayer::decided(const Query &query, const Facts &whole) {
  const bool listable = whole.has_writes || (whole.has_floats && whole.size <= MOST_LISTED_SIZE);
  const std::optional<std::vector<Choice>> all = listable ? choices(query) : std::nullopt;
  if (all && count(*all) * whole.size <= (whole.has_floats ? WORK_AT_ONCE : WORK_FOR_WRITES))
    return enumerate(query, *all);
  start_from(query);
  if (whole.tries == 0)
    return std::nullopt;
  if (search(query, whole.tries))
    return true;
  return all && whole.has_floats && count(*all) <= MOST_LISTED ? enumerate(query, *all) : std::nullopt;
}

// The previous assignment, which values are searched around.
void SearchLayer::start_from(const Query &query) {
  for (const Expr constraint : query.constraints)
    for (const Symbol symbol : session_.store.support(constraint)) {
      current_.set(symbol, query.previous != nullptr ? (*query.previous)[symbol] : 0);
      if (session_.store.is_array(session_.store.expression_of(symbol)))
        current_.set_array(symbol, query.previous != nullptr ? query.previous->array(symbol) : expr::ArrayValue());
    }
}

Answer SearchLayer::answer(const Query &query) {
  Facts whole;
  whole.size = 1;
  for (const Expr constraint : query.constraints) {
    const Facts &part = facts(constraint);
    whole.tries += part.tries;
    whole.size += part.size;
    whole.has_floats |= part.has_floats;
    whole.has_writes |= part.has_writes;
  }
  whole.tries = whole.has_floats ? std::min(MOST_NUMBER_TRIES, MOST_NUMBER_WORK / whole.size)
                                 : std::min({whole.tries, MOST_TRIES, MOST_WORK / whole.size});
  if (whole.tries == 0 && !whole.has_writes)
    return pass(query);
  state_ = 0x9e3779b97f4a7c15u ^ (uint64_t(query.constraints.back()) << 20) ^ query.constraints.size();
  start_from(query);
  const std::optional<bool> found = decided(query, whole);
  if (!found)
    return pass(query);
  if (!*found) {
    std::vector<uint32_t> core(query.constraints.size());
    std::iota(core.begin(), core.end(), 0);
    return Answer::unsatisfiable(std::move(core));
  }
  Assignment model;
  if (query.previous != nullptr)
    model = *query.previous;
  for (const Expr constraint : query.constraints)
    for (const Symbol symbol : session_.store.support(constraint))
      model.set(symbol, current_[symbol]);
  return Answer::satisfiable(std::move(model));
}

} // namespace braid::solver
