#include "explore/worker.h"

#include <algorithm>

namespace braid::explore {

namespace {

// The input as the trace has it: with what the runtime made up for sources that were not given.
target::Input input_of(const trace::View &view, const target::Input &given) {
  target::Input input = given; // the trace may not have room for their whole names
  for (uint32_t i = uint32_t(given.sources.size()); i < view.sources().size(); i++) {
    const braid_source &source = view.sources()[i];
    const std::span<const uint8_t> data = view.data(i);
    input.sources.push_back({target::SourceKind(source.kind), std::string(view.name(i)), source.index,
                             std::vector<uint8_t>(data.begin(), data.end()),
                             (source.flags & BRAID_SOURCE_SYMBOLIC) != 0,
                             (source.flags & BRAID_SOURCE_SYMBOLIC_LENGTH) != 0});
  }
  return input;
}

Way way_of(const solver::Answer &answer) {
  switch (answer.reason) {
  case solver::Reason::TIME:
    return Way::TIME;
  case solver::Reason::MEMORY:
    return Way::MEMORY;
  case solver::Reason::SOLVER:
    return Way::SOLVER;
  default:
    return Way::THEORY;
  }
}

} // namespace

Worker::Worker(Exploration &exploration, std::unique_ptr<Runs> runs, WorkerOptions options)
    : exploration_(exploration), runs_(std::move(runs)), options_(std::move(options)) {
  begin_anew();
}

void Worker::keep_statistics() {
  if (!solver_)
    return;
  size_t number = 0;
  for (const solver::Layer *layer = solver_->first(); layer != nullptr; layer = layer->next(), number++) {
    if (number == layers_.size())
      layers_.emplace_back(layer->name(), solver::LayerStatistics());
    solver::LayerStatistics &sum = layers_[number].second;
    const solver::LayerStatistics &added = layer->statistics();
    sum.asked += added.asked;
    sum.satisfiable += added.satisfiable;
    sum.unsatisfiable += added.unsatisfiable;
    sum.unknown += added.unknown;
    sum.time += added.time;
  }
}

std::vector<std::pair<std::string, solver::LayerStatistics>> Worker::layers() const { return layers_; }

void Worker::interrupt() {
  const std::lock_guard lock(solver_mutex_);
  interrupted_ = true;
  if (solver_)
    solver_->interrupt();
}

void Worker::begin_anew() {
  const std::lock_guard lock(solver_mutex_);
  keep_statistics();
  memory_.clear();
  remembered_steps_ = 0;
  solver_.reset();
  lift_.reset();
  symbols_.reset();
  store_ = std::make_unique<expr::Store>();
  symbols_ = std::make_unique<InputSymbols>(*store_);
  lift_ = std::make_unique<Lift>(*store_, *symbols_, exploration_.sites(), exploration_.concretise());
  solver_ = std::make_unique<solver::Solver>(*store_, options_.solver);
  if (interrupted_)
    solver_->interrupt();
}

void Worker::work() {
  while (const std::optional<Exploration::Task> task = exploration_.next()) {
    const uint32_t rooms = exploration_.rooms_made();
    if (store_->size() > options_.most_expressions || remembered_steps_ > options_.most_steps || rooms != rooms_)
      begin_anew();
    rooms_ = rooms;
    switch (task->kind) {
    case Exploration::Task::Kind::SEED:
      run(std::nullopt, task->input, nullptr);
      break;
    case Exploration::Task::Kind::CONFIRM:
      runs_->run(task->input);
      lift_->read(runs_->trace());
      exploration_.confirmed(lift_->path());
      break;
    case Exploration::Task::Kind::WAY:
      try_way(*task);
      forget_if_spent(task->candidate.test);
      break;
    }
  }
  const std::lock_guard lock(solver_mutex_);
  keep_statistics();
  solver_.reset();
}

const Worker::Remembered *Worker::remembered(TestNumber test, const target::Input &input, uint32_t depth) {
  if (const auto found = memory_.find(test); found != memory_.end())
    return &found->second;
  runs_->run(input);
  lift_->read(runs_->trace());
  Remembered made{lift_->path(), lift_->sources()};
  if (depth >= made.path.steps.size()) {
    exploration_.made_again(made.path.steps.empty() ? Step{} : made.path.steps.back());
    return nullptr;
  }
  exploration_.made_again(std::nullopt);
  remembered_steps_ += made.path.steps.size();
  return &(memory_[test] = std::move(made));
}

// Runs an input another time. The program may depend on something that is no input: time, addresses, other
// programs.
void Worker::look_again(const target::Input &input, const Path &before) {
  runs_->run(input);
  lift_->read(runs_->trace());
  const std::vector<Step> &now = lift_->path().steps;
  for (size_t i = 0; i < std::max(now.size(), before.steps.size()); i++)
    if (i >= now.size() || i >= before.steps.size() || !now[i].same_way(before.steps[i]))
      return exploration_.made_again(i < now.size() ? now[i] : before.steps[i]);
  exploration_.made_again(std::nullopt);
}

solver::Answer Worker::ask(const Exploration::Task &task, const Remembered &before, size_t &size) {
  std::vector<std::span<const uint8_t>> contents;
  std::vector<Expr> constraints;
  for (size_t i = 0; i < before.sources.size(); i++) {
    const target::Source &source = task.input.sources[i];
    contents.emplace_back(source.bytes);
    if (const Expr length = symbols_->known_size(before.sources[i])) {
      const uint64_t most = std::max<uint64_t>(exploration_.limits().input_bytes, source.bytes.size());
      constraints.push_back(store_->compare(BRAID_OP_ULE, length, store_->constant(most, store_->width(length))));
    }
  }
  const uint32_t depth = task.candidate.way.depth;
  const std::span<const Expr> prefix = before.path.before(depth);
  constraints.insert(constraints.end(), prefix.begin(), prefix.end());
  for (const Expr condition : another_way(*store_, exploration_.sites(), before.path.steps[depth],
                                          task.candidate.way.choice, task.values))
    constraints.push_back(condition);
  size = constraints.size();
  const expr::Assignment own = symbols_->assignment(before.sources, contents);
  solver::Query query{constraints, &own, true};
  if (!task.takes_long && options_.short_query < options_.solver.time_limit)
    query.deadline = solver::Clock::now() + options_.short_query;
  return solver_->solve(query);
}

target::Input Worker::solution(const target::Input &input, const Remembered &before,
                               const expr::Assignment &model) const {
  target::Input changed = input;
  for (size_t i = 0; i < before.sources.size(); i++) {
    std::vector<uint8_t> &bytes = changed.sources[i].bytes;
    const size_t longest = std::max<size_t>(exploration_.limits().input_bytes, bytes.size());
    symbols_->apply(model, before.sources[i], longest, bytes);
  }
  return changed;
}

void Worker::try_way(const Exploration::Task &task) {
  const Remembered *before = remembered(task.candidate.test, task.input, task.candidate.way.depth);
  if (before == nullptr)
    return exploration_.closed(task.candidate, Way::DIVERGED, {});
  const Step &step = before->path.steps[task.candidate.way.depth];
  size_t size = 0;
  const Clock::time_point begin = Clock::now();
  const solver::Answer answer = ask(task, *before, size);
  exploration_.count_query(answer, size, Clock::now() - begin);
  switch (answer.verdict) {
  case solver::Verdict::UNSATISFIABLE:
    return exploration_.closed(task.candidate, Way::INFEASIBLE, step);
  case solver::Verdict::UNKNOWN:
    if (answer.reason == solver::Reason::INTERRUPTED)
      return exploration_.given_back(task.candidate);
    if (answer.reason == solver::Reason::TIME && !task.takes_long &&
        options_.short_query < options_.solver.time_limit)
      return exploration_.postponed(task.candidate);
    return exploration_.closed(task.candidate, way_of(answer), step);
  default:
    if (task.only_ask)
      return exploration_.closed(task.candidate, Way::VALUES, step);
    return run(task.candidate, solution(task.input, *before, answer.model), before);
  }
}

void Worker::run(const std::optional<Candidate> &candidate, const target::Input &input,
                 const Remembered *expected) {
  target::Outcome outcome = runs_->run(input);
  if (outcome.ending == target::Ending::SIGNALLED)
    outcome.calls = runs_->calls_at_crash(input);
  const trace::View view = runs_->trace();
  lift_->read(view);
  const target::Input recorded = input_of(view, input);
  const Exploration::Ran ran = exploration_.ran(candidate, recorded, outcome, view, lift_->path(),
                                                expected != nullptr ? &expected->path : nullptr);
  const bool is_doubtful = ran.test == 0 || (ran.diverged && looks_ < MOST_LOOKS);
  if (ran.is_spent && !is_doubtful)
    return;
  Remembered made{lift_->path(), lift_->sources()};
  if (is_doubtful) {
    looks_++;
    look_again(recorded, made.path);
  }
  if (ran.is_spent)
    return;
  remembered_steps_ += made.path.steps.size();
  memory_[ran.test] = std::move(made);
}

void Worker::run_again(const target::Input &input, bool diverged, std::span<const Exploration::Verdict> closed) {
  if (store_->size() > options_.most_expressions)
    begin_anew();
  const target::Outcome outcome = runs_->run(input);
  const trace::View view = runs_->trace();
  lift_->read(view);
  exploration_.ran_again(input_of(view, input), outcome, view, lift_->path(), diverged, closed);
}

void Worker::forget_if_spent(TestNumber test) {
  const auto found = memory_.find(test);
  if (found == memory_.end() || !exploration_.is_spent(test))
    return;
  remembered_steps_ -= found->second.path.steps.size();
  memory_.erase(found);
}

} // namespace braid::explore
