// Layer 2: only what has to do with the question.
//
// It stands in the chain twice: in front of everything, so that a query costs what is connected with it and not
// what the whole path costs, and behind the substitution of equalities, which cuts connections.
//
// Constraints that share a symbol, directly or through others, belong together; groups that share none can be
// answered one by one. If the previous assignment satisfies the prefix, only the group of the last constraint has
// to be asked about, and all other symbols keep their values. Without that, each group that the previous
// assignment does not satisfy is asked about by itself.
#pragma once

#include "solver/layer.h"

namespace braid::solver {

class SliceLayer : public Layer {
public:
  SliceLayer(Session &session, std::unique_ptr<Layer> next, std::string_view name = "slice")
      : Layer(session, name, std::move(next)) {}

protected:
  Answer answer(const Query &query) override;

private:
  Answer answer_last(const Query &query);
  Answer answer_all(const Query &query);
  Answer ask(const Query &query, const std::vector<uint32_t> &positions);
  bool index(const Query &query); // false if the time was up before all was indexed
  // All constraints connected with one, in ascending order; marks them as taken.
  std::vector<uint32_t> group_of(const Query &query, uint32_t position);

  // Constraints by symbol: for each symbol a list through links_, latest first. Queries on one path begin alike,
  // so what the last query had in common with this one stays as it is.
  struct Link {
    Symbol symbol;
    uint32_t constraint, next;
  };
  std::vector<Link> links_;
  std::vector<uint32_t> first_; // by symbol
  std::vector<Expr> indexed_;   // the constraints in the index, and for each where its links begin
  std::vector<uint32_t> begins_;
  std::vector<bool> taken_;        // by constraint
  std::vector<uint32_t> followed_; // by symbol: the query in which its list was gone through
  uint32_t now_ = 0;
};

} // namespace braid::solver
