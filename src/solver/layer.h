// A layer of the solver: answers what it can and passes on what it cannot, often made smaller.
//
// Layers are decorators: each holds the next one, and the last ones hold nothing. chain.h puts them together.
// What a layer passes on may be another query than the one it was asked, so it translates the answer back: a
// model gets the values that the smaller query had no need of, a core gets the positions of the constraints it
// stands for. Every layer counts; the time of a layer does not include that of the layers behind it.
#pragma once

#include "solver/query.h"

#include <atomic>
#include <memory>

namespace braid::solver {

// What all layers of a chain share.
struct Session {
  explicit Session(Store &store) : store(store), evaluator(store) {}

  Store &store;
  expr::Evaluator evaluator;            // free for any layer to use between calls of next layers
  std::atomic<bool> interrupted{false}; // set from anywhere, a signal handler too: answer unknown at once

  // Whether all of these hold. Takes the evaluator.
  bool satisfies(const Assignment &model, std::span<const Expr> constraints) {
    evaluator.assign(model);
    // The last constraint is the one most likely to fail.
    for (size_t i = constraints.size(); i != 0; i--)
      if (!evaluator.holds(constraints[i - 1]))
        return false;
    return true;
  }

  bool stopped(const Query &query) const {
    return interrupted.load(std::memory_order_relaxed) || Clock::now() >= query.deadline;
  }
  Answer stop_answer() const {
    return Answer::unknown(interrupted.load(std::memory_order_relaxed) ? Reason::INTERRUPTED : Reason::TIME);
  }
};

struct LayerStatistics {
  uint64_t asked = 0;
  uint64_t satisfiable = 0, unsatisfiable = 0; // answered by this layer itself
  uint64_t unknown = 0;                        // given up by this layer itself
  Clock::duration time{};                      // in this layer alone
};

class Layer {
public:
  Layer(Session &session, std::string_view name, std::unique_ptr<Layer> next)
      : session_(session), name_(name), next_(std::move(next)) {}
  virtual ~Layer() = default;
  Layer(const Layer &) = delete;
  Layer &operator=(const Layer &) = delete;

  // Counts, and asks answer().
  Answer solve(const Query &query);

  std::string_view name() const { return name_; }
  Layer *next() const { return next_.get(); }
  const LayerStatistics &statistics() const { return statistics_; }

protected:
  // What this layer does with a query: answer it, or return pass(some query), adjusted.
  virtual Answer answer(const Query &query) = 0;
  // Asks the next layer; without one the answer is unknown, for the reason THEORY.
  Answer pass(const Query &query);

  Session &session_;

private:
  std::string_view name_;
  std::unique_ptr<Layer> next_;
  LayerStatistics statistics_;
  bool passed_ = false;              // the current query went on to the next layer
  Clock::duration time_of_others_{}; // spent there
};

} // namespace braid::solver
