// Layer 2: only what has to do with the question.
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
  SliceLayer(Session &session, std::unique_ptr<Layer> next) : Layer(session, "slice", std::move(next)) {}

protected:
  Answer answer(const Query &query) override;

private:
  Answer answer_last(const Query &query);
  Answer answer_all(const Query &query);
  Answer ask(const Query &query, const std::vector<uint32_t> &positions);
  void index(const Query &query);
  // All constraints connected with one, in ascending order; marks them.
  std::vector<uint32_t> group_of(const Query &query, uint32_t position);

  // Constraints by symbol: for each symbol a list through links_, whose entries are (constraint, next).
  std::vector<uint32_t> first_, age_;
  std::vector<std::pair<uint32_t, uint32_t>> links_;
  uint32_t now_ = 0;
  std::vector<bool> taken_;
};

} // namespace braid::solver
