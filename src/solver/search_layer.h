// Between value sets and bits: a bounded local search, for queries that are hard for a SAT solver.
//
// Products, divisions and floating point cost a SAT solver milliseconds to minutes, while evaluating
// them costs nanoseconds. So some hundred assignments are tried first: from the previous one on, a constraint that
// does not hold is chosen and made to hold by repair (see repair.h) or by a random change of one of its symbols,
// and the change that leaves the least undone is kept. With floating point there are also searches along a line
// (line_search.h), which find what random changes do not. The search says satisfiable. Where few bytes of input
// meet floating point or arrays that were written to, and only few of their values come into question, all are
// tried: then it also says unsatisfiable. Bits that do not matter are not counted (needed_bits.h), nor are values
// that a constraint on one symbol forbids. Queries without such operations pass by at once, and how long it goes
// on depends on how many such operations there are. The random numbers depend on nothing but the query.
#pragma once

#include "solver/layer.h"
#include "solver/line_search.h"
#include "solver/repair.h"

namespace braid::solver {

class SearchLayer : public Layer {
public:
  SearchLayer(Session &session, std::unique_ptr<Layer> next)
      : Layer(session, "search", std::move(next)), repair_(session.store, session.evaluator),
        lines_(session.store, session.evaluator) {}

protected:
  Answer answer(const Query &query) override;

private:
  using Changes = Repair::Changes;

  // What matters of a constraint here: how many tries its operations are worth, and the numbers in it that are
  // made of several symbols, for changes of the whole number.
  struct Facts {
    size_t tries = 0;
    size_t size = 0; // operations in it
    std::vector<Expr> numbers;
    // If there is floating point in it: what can be changed along a line, and constants that it may be near to.
    bool has_floats = false;
    bool has_writes = false; // to an array, at a symbolic index
    std::vector<Variable> variables;
    std::vector<Variable> constants;
  };
  const Facts &facts(Expr constraint);
  bool is_number(Expr e) const;
  void find_variables(Expr constraint, Facts &facts) const;
  std::vector<Value> hints(const Query &query, Variable variable);
  // A search along a line for a constraint that does not hold. `present` is the cost before and after.
  bool search_line(const Query &query, Expr violated, size_t &tries, double &present);
  void set(Expr e, Value value);
  bool search(const Query &query, size_t tries);
  struct Choice {
    Symbol symbol;
    std::vector<Value> values;
  };
  std::optional<std::vector<Choice>> choices(const Query &query);
  static size_t count(const std::vector<Choice> &choices);
  std::optional<bool> enumerate(const Query &query, const std::vector<Choice> &choices);
  std::optional<bool> decided(const Query &query, const Facts &whole);
  void start_from(const Query &query);
  std::vector<Changes> moves(Expr violated);
  Value changed(Value now, unsigned width);
  // 0 if all constraints hold: the number of those that do not, each with how far it is from holding. Costs above
  // `most` are not computed to the end.
  double cost(const Query &query, double most);
  double distance(Expr constraint);
  void apply(const Changes &changes, Changes &undo);
  uint64_t random();

  Repair repair_;
  LineSearch lines_;
  Assignment current_;
  uint64_t state_ = 0;
  std::unordered_map<Expr, Facts> facts_; // by constraint
};

} // namespace braid::solver
