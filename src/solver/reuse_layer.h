// Layer 4: a model that is already there.
//
// Tried in turn: the previous assignment, the latest models that were found for other queries, and the previous
// assignment changed so that the last constraint holds (see repair.h). All are evaluated before they are believed.
// The number of tries is bounded, and what is kept does not grow.
#pragma once

#include "solver/layer.h"
#include "solver/repair.h"

#include <array>

namespace braid::solver {

class ReuseLayer : public Layer {
public:
  ReuseLayer(Session &session, std::unique_ptr<Layer> next)
      : Layer(session, "reuse", std::move(next)), repair_(session.store, session.evaluator) {}

protected:
  Answer answer(const Query &query) override;

private:
  using Values = std::vector<std::pair<Symbol, Value>>;

  bool try_values(const Query &query, const Values &values);
  bool try_repair(const Query &query);
  void remember(const Query &query, const Assignment &model);
  // The previous assignment with the values of the scratch for the query's symbols.
  Answer found(const Query &query);
  void begin(const Query &query);

  static constexpr size_t RECENT = 4;
  std::array<Values, RECENT> recent_;
  size_t next_recent_ = 0;
  bool is_asked(Symbol symbol) const { return symbol < marks_.size() && marks_[symbol] == now_; }

  Assignment scratch_; // only the values of the query's symbols matter
  std::vector<Symbol> symbols_;
  std::vector<uint32_t> marks_; // by symbol: the latest query that has it
  uint32_t now_ = 0;
  Repair repair_;
};

} // namespace braid::solver
