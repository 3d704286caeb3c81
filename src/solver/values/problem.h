// One query as value sets see it: variables, sets they lie in, and relations between two of them.
//
// A variable is a part (see literal.h) that no other part of the query reaches beyond. Smaller parts of it are
// seen through an EXTRACT step. Where two parts overlap and neither holds the other, the constraints of the second
// are left out and the problem is not complete.
//
// All procedures work on a State: for each variable a set that holds at least every value which some solution
// has. Values leave a set only if a constraint says so, which is remembered as a reason. An empty set is therefore
// a proof, with its reasons as the core, whether or not the problem is complete. A model, on the other hand, is
// always evaluated before it is believed.
#pragma once

#include "solver/values/literal.h"

#include <deque>

namespace braid::solver::values {

struct Variable {
  Part part;
  Value wanted = 0; // its value in the previous model
};

// A term of a relation, over a variable instead of a part.
struct Side {
  uint32_t variable = 0;
  std::optional<Step> view; // first of all, if the term's part is only a piece of the variable
  const Term *term = nullptr;
  bool is_signed = false; // moved up by half the range: signed order is unsigned order of that

  Value apply(Value x) const;
  std::optional<ValueSet> image(const ValueSet &set) const;
  std::optional<ValueSet> preimage(ValueSet set) const;
  unsigned width() const;
};

struct Relation {
  uint8_t op = BRAID_OP_EQ; // EQ, NE, ULT or ULE
  Side left, right;
  uint32_t position = 0;
};

struct Bound {
  uint32_t variable = 0;
  const ValueSet *set = nullptr;
  uint32_t position = 0;
};

using Positions = std::vector<uint32_t>; // of constraints in the query, ascending

void add_positions(Positions &to, const Positions &more);

struct State {
  std::vector<ValueSet> sets;     // by variable
  std::vector<Positions> reasons; // by variable: why its set is not full
  std::optional<uint32_t> empty;  // a variable whose set is empty

  // Leaves only members of `kept` in the set of a variable, for these reasons. False if the result cannot be
  // said: then nothing is changed.
  bool narrow(uint32_t variable, const ValueSet &kept, const Positions &why);
};

// What a procedure found out.
struct Outcome {
  Verdict verdict = Verdict::UNKNOWN;
  std::vector<Value> values; // with SATISFIABLE: by variable; to be evaluated
  Positions core;            // with UNSATISFIABLE

  static Outcome satisfiable(std::vector<Value> values) { return {Verdict::SATISFIABLE, std::move(values), {}}; }
  static Outcome unsatisfiable(Positions core) { return {Verdict::UNSATISFIABLE, {}, std::move(core)}; }
};

class Problem {
public:
  Problem(Reader &reader, const Store &store, const Query &query);
  Problem(const Problem &) = delete;
  Problem &operator=(const Problem &) = delete;

  // Constraints that cannot hold by themselves; if there is one, nothing else was looked at.
  std::optional<uint32_t> impossible;
  bool complete = true;
  std::vector<Variable> variables;
  std::vector<Bound> bounds;       // by position
  std::vector<Relation> relations; // by position

  // The sets that the bounds give, using only constraints of `positions` if it is given.
  State initial_state(const Positions *positions = nullptr) const;
  std::vector<const Relation *> active_relations(const Positions *positions = nullptr) const;

private:
  struct Place {
    uint32_t variable;
    unsigned low;
  };
  void choose_variables(const Query &query);
  std::optional<Place> place(const Part &part) const;
  std::optional<Side> side(const Term &term, bool is_signed) const;
  void add(const Literals &literals, uint32_t position);
  void add_comparison(const Comparison &comparison, uint32_t position);

  const Store &store_;
  std::vector<const Literals *> literals_; // by position
  std::unordered_map<Symbol, uint32_t> owners_;
  std::deque<ValueSet> lifted_; // sets of bounds that were seen through a view
};

// Gives the symbols of a part their bits of a value.
void set_part(Assignment &model, const Store &store, const Part &part, Value value);

} // namespace braid::solver::values
