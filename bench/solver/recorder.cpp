#include "recorder.h"

#include "explore/lift.h"
#include "solver/chain.h"
#include "target/executor.h"

#include <deque>
#include <fmt/format.h>
#include <set>
#include <stdexcept>

namespace braid::bench {

namespace {

using solver::Clock;
using solver::Expr;

constexpr size_t LONGEST_INPUT = 4096;

// The needed expressions in their order. numbers: of each in the copy.
std::unique_ptr<solver::Store> copied(const solver::Store &store, const std::vector<bool> &needed,
                                      std::vector<Expr> &numbers) {
  auto copy = std::make_unique<solver::Store>();
  numbers.assign(store.size(), 0);
  for (Expr e = 1; e < store.size(); e++) {
    if (!needed[e])
      continue;
    const braid_node &node = store[e];
    if (node.op == BRAID_OP_CONST) {
      numbers[e] = copy->constant(expr::constant_of(node), node.width);
    } else if (node.op == BRAID_OP_SYMBOL) {
      numbers[e] = copy->symbol(store.name(node.a), node.width, node.index_width);
    } else if (node.op == BRAID_OP_TABLE) {
      numbers[e] = copy->table(store.table_of(e), node.width, node.index_width);
    } else {
      const unsigned operands = expr::operation_of(node).operands;
      const uint32_t b = operands > 1 ? numbers[node.b] : node.b;
      numbers[e] = copy->plain(node.op, node.width, numbers[node.a], b, operands > 2 ? numbers[node.c] : 0,
                               node.index_width);
    }
  }
  return copy;
}

class Recorder {
public:
  Recorder(const CorpusProgram &program, const std::filesystem::path &built, const RecordingLimits &limits)
      : limits_(limits), store_(std::make_unique<solver::Store>()), symbols_(*store_),
        lift_(*store_, symbols_, sites_), solver_(*store_),
        executor_({.path = built, .arguments = {}, .environment = {}, .folder = {}}) {
    recording_.program = &program;
  }

  Recording run() && {
    const Clock::time_point end = Clock::now() + limits_.time;
    pending_.push_back({std::string(recording_.program->seed), 0});
    while (!pending_.empty() && wants_more() && recording_.runs < limits_.runs && Clock::now() < end) {
      const Candidate candidate = std::move(pending_.front());
      pending_.pop_front();
      explore(candidate);
    }
    recording_.is_complete = pending_.empty();
    tidy();
    return std::move(recording_);
  }

private:
  struct Candidate {
    std::string input;
    uint32_t first_step; // those before it were asked about when the input was made
  };

  bool wants_more() const { return recording_.queries.size() < limits_.queries; }

  void explore(const Candidate &candidate) {
    const target::Outcome outcome = executor_.run(target::Input::standard_input(candidate.input));
    recording_.runs++;
    const trace::View view(executor_.trace().bytes());
    if (!view.whole() || outcome.ending == target::Ending::SERVER_LOST)
      throw std::runtime_error(fmt::format("{}: {}", recording_.program->name, outcome.text()));
    const Clock::time_point begin = Clock::now();
    const size_t lifted_before = lift_.lifted();
    lift_.read(view);
    recording_.time_to_lift += Clock::now() - begin;
    recording_.lifted += lift_.lifted() - lifted_before;

    const std::vector<std::span<const uint8_t>> contents = {view.data(0)};
    const expr::Assignment own = symbols_.assignment(lift_.sources(), contents);
    const explore::Path path = lift_.path();
    for (uint32_t step = candidate.first_step; step < path.steps.size() && wants_more(); step++) {
      const explore::Step &at = path.steps[step];
      if (at.kind == explore::StepKind::BRANCH || at.kind == explore::StepKind::SWITCH)
        for (uint32_t way = 0; way < at.ways; way++)
          if (wants_more() && way != at.choice)
            ask(candidate.input, own, path, step, way);
    }
  }

  void ask(const std::string &input, const expr::Assignment &own, const explore::Path &path, uint32_t step,
           uint32_t way) {
    const std::span<const Expr> prefix = path.before(step);
    Recording::Entry entry{{prefix.begin(), prefix.end()}, own};
    for (const Expr condition : explore::another_way(*store_, sites_, path.steps[step], way))
      entry.constraints.push_back(condition);
    if (store_->is_constant(entry.constraints.back()) || !asked_.insert(entry.constraints).second)
      return;
    recording_.queries.push_back(std::move(entry));
    const solver::Answer answer = solver_.solve(recording_.queries.back().query());
    if (answer.verdict != solver::Verdict::SATISFIABLE)
      return;
    std::vector<uint8_t> bytes(input.begin(), input.end());
    symbols_.apply(answer.model, lift_.sources()[0], LONGEST_INPUT, bytes);
    pending_.push_back({std::string(bytes.begin(), bytes.end()), step + 1});
  }

  // Leaves only what the queries consist of: the solver has added to the store.
  void tidy() {
    std::vector<bool> needed(store_->size());
    for (const Recording::Entry &entry : recording_.queries)
      for (const Expr constraint : entry.constraints)
        needed[constraint] = true;
    for (Expr e = Expr(needed.size()); e-- != 1;) {
      const braid_node &node = (*store_)[e];
      for (unsigned i = 0; needed[e] && i < expr::operation_of(node).operands; i++)
        needed[expr::operand(node, i)] = true;
      if (node.op == BRAID_OP_SYMBOL) // all of them, to keep their numbers
        needed[e] = true;
    }
    std::vector<Expr> numbers;
    recording_.store = copied(*store_, needed, numbers);
    for (Recording::Entry &entry : recording_.queries)
      for (Expr &constraint : entry.constraints)
        constraint = numbers[constraint];
  }

  RecordingLimits limits_;
  std::unique_ptr<solver::Store> store_;
  explore::InputSymbols symbols_;
  explore::SiteTable sites_;
  explore::Lift lift_;
  solver::Solver solver_;
  target::Executor executor_;
  std::deque<Candidate> pending_;
  std::set<std::vector<Expr>> asked_;
  Recording recording_;
};

} // namespace

Recording record(const CorpusProgram &program, const std::filesystem::path &built, const RecordingLimits &limits) {
  return Recorder(program, built, limits).run();
}

std::unique_ptr<solver::Store> copied(const solver::Store &store) {
  std::vector<Expr> numbers;
  return copied(store, std::vector<bool>(store.size(), true), numbers);
}

} // namespace braid::bench
