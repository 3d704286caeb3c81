// Layer 1: what a query says, said shortly.
//
// Conjunctions become their parts, what is always true and what is said twice goes, something that is always
// false answers the query. A constraint x == c gives x its value in all others and is then no longer needed, and
// x == y puts y in the place of x; x and y may be symbols or values made of whole symbols (four bytes that are one
// number). What substitution makes of a constraint is remembered, because the next query on the same path asks for
// it again.
//
// If the prefix holds under the previous assignment, the last constraint is kept apart: it gives no values to the
// others, because that would change constraints which now hold and need not be looked at.
#pragma once

#include "solver/layer.h"

namespace braid::solver {

class NormaliseLayer : public Layer {
public:
  NormaliseLayer(Session &session, std::unique_ptr<Layer> next) : Layer(session, "normalise", std::move(next)) {}

protected:
  Answer answer(const Query &query) override;

private:
  // Positions in the query of the constraints that something follows from: one, and mostly no more.
  struct Origin {
    uint32_t first;
    std::vector<uint32_t> more;

    void join(const Origin &other);
    std::vector<uint32_t> positions() const; // in ascending order, each once
  };
  struct Item {
    Expr constraint;
    Origin origin;
  };
  // What stands for a symbol: a constant or another symbol.
  struct Replacement {
    Expr by;
    Origin origin;
  };

  // These give false if there is a contradiction, and conflict_ then is the core, or if time is over.
  bool add(Expr constraint, const Origin &origin);
  bool take_equalities();
  bool take(const Item &item, bool &is_taken);
  bool fix(Symbol symbol, Value value, Origin origin);
  bool fix_parts(Expr x, Value value, const Origin &origin);
  bool use_equalities(const Query &query);
  void begin_pass();
  bool is_seen(Expr e) const { return e < seen_.size() && seen_[e] == pass_number_; }

  // A value made of whole symbols, lowest first; 0 stands for zeros. Nothing if there is anything else in it.
  struct Part {
    Expr symbol;
    unsigned width;
  };
  bool parts_of(Expr e, std::vector<Part> &parts) const;
  Expr root_of(Symbol symbol, Origin &origin);
  bool unite(Expr a, Expr b, const Origin &origin, bool &is_taken);

  void complete(Assignment &model);
  Expr substituted(Expr constraint, Origin &origin);
  Answer ask(const Query &query, const Item *last);

  std::vector<Item> items_;
  std::unordered_map<Symbol, Replacement> replacements_;
  std::vector<Symbol> replaced_; // in the order in which that happened
  std::vector<uint32_t> seen_;   // by expression: the pass in which it was added to items_ last
  uint32_t pass_number_ = 0;
  std::vector<uint32_t> conflict_;
  struct Remembered {
    std::vector<std::pair<Symbol, Expr>> replacements;
    Expr result = 0;
  };
  std::unordered_map<Expr, Remembered> remembered_; // the latest substitution into a constraint
};

} // namespace braid::solver
