#include "explore/worker.h"

#include "explore/wanted_values.h"

#include <algorithm>
#include <set>
#include <utility>

namespace braid::explore {

namespace {

// The input as the trace has it: with what the runtime made up for sources that were not given.
target::Input input_of(const trace::View &view, const target::Input &given) {
  target::Input input = given; // the trace may not have room for their whole names
  // Marks and calls take what was given in its order, and on another path the next one can be another one's.
  for (uint32_t i = 0; i < given.sources.size() && i < view.sources().size(); i++)
    if (const std::string_view name = view.name(i);
        (view.sources()[i].kind == BRAID_SOURCE_MARK || view.sources()[i].kind == BRAID_SOURCE_CALL) &&
        !given.sources[i].name.starts_with(name))
      input.sources[i].name = name;
  for (uint32_t i = uint32_t(given.sources.size()); i < view.sources().size(); i++) {
    const braid_source &source = view.sources()[i];
    if (source.kind == BRAID_SOURCE_RESULT)
      continue;
    const std::span<const uint8_t> data = view.data(i);
    input.sources.push_back({target::SourceKind(source.kind), std::string(view.name(i)), source.index,
                             std::vector<uint8_t>(data.begin(), data.end()),
                             (source.flags & BRAID_SOURCE_SYMBOLIC) != 0,
                             (source.flags & BRAID_SOURCE_SYMBOLIC_LENGTH) != 0});
  }
  return input;
}

// A path as far as this step.
Path first_steps(const Path &path, size_t steps) {
  Path cut{{path.steps.begin(), path.steps.begin() + ptrdiff_t(steps)}, {}, path.calls, {}};
  const std::span<const Expr> constraints = path.before(steps);
  cut.constraints.assign(constraints.begin(), constraints.end());
  for (const Check &check : path.checks)
    if (check.steps < steps)
      cut.checks.push_back(check);
  return cut;
}

// Those steps of a path before `end` whose constraints are among these of a query, in which they begin at `first`.
std::set<size_t> steps_behind(const Path &path, size_t end, std::span<const uint32_t> core, size_t first) {
  std::set<size_t> steps;
  size_t step = 0;
  for (const uint32_t position : core) {
    while (position >= first && step < end && path.steps[step].constraints <= position - first)
      step++;
    if (position >= first && step < end)
      steps.insert(step);
  }
  return steps;
}

// How many steps two paths have in common, with the one where they part.
size_t shared_steps(const Path &left, const Path &right) {
  const size_t most = std::min(left.steps.size(), right.steps.size());
  size_t steps = 0;
  while (steps < most && left.steps[steps].same_way(right.steps[steps]))
    steps++;
  return std::min(steps + 1, left.steps.size());
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
    : exploration_(exploration), runs_(std::move(runs)), ways_(exploration.sites()), options_(std::move(options)) {
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

// The solver counts without a lock, so only its own thread can look.
void Worker::show_statistics() {
  std::vector<std::pair<std::string, solver::LayerStatistics>> before = layers_;
  keep_statistics();
  const std::lock_guard lock(shown_mutex_);
  shown_ = std::exchange(layers_, std::move(before));
  shown_at_ = Clock::now();
}

std::vector<std::pair<std::string, solver::LayerStatistics>> Worker::layers() const {
  const std::lock_guard lock(shown_mutex_);
  return shown_;
}

void Worker::interrupt() {
  const std::lock_guard lock(solver_mutex_);
  interrupted_ = true;
  runs_->interrupt();
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
  constexpr std::chrono::milliseconds SHOWN_FOR{200};
  while (const std::optional<Exploration::Task> task = exploration_.next()) {
    if (Clock::now() - shown_at_ > SHOWN_FOR)
      show_statistics();
    const uint32_t rooms = exploration_.rooms_made();
    if (store_->size() > options_.most_expressions || remembered_steps_ > options_.most_steps || rooms != rooms_)
      begin_anew();
    rooms_ = rooms;
    switch (task->kind) {
    case Exploration::Task::Kind::SEED:
      run(std::nullopt, task->input, nullptr);
      break;
    case Exploration::Task::Kind::CONFIRM:
      if (runs_->run(task->input).ending == target::Ending::INTERRUPTED) {
        exploration_.given_back();
        break;
      }
      lift_->read(runs_->trace());
      exploration_.confirmed(lift_->path());
      break;
    case Exploration::Task::Kind::PROVE: {
      const Clock::time_point begin = Clock::now();
      const bool has_shown = !prove(task->input, std::nullopt).empty();
      exploration_.proved(task->candidate.test,
                          interrupted_ ? Proof::NONE
                          : has_shown  ? Proof::SHOWN
                                       : Proof::CLEAN,
                          Clock::now() - begin);
      break;
    }
    case Exploration::Task::Kind::WAY:
      try_way(*task);
      forget_if_spent(task->candidate.test);
      break;
    }
  }
  show_statistics();
  const std::lock_guard lock(solver_mutex_);
  solver_.reset();
}

// The run that was lifted last.
Worker::Remembered Worker::lifted(const trace::View &view, const Path &path) const {
  Remembered made{path, {}, {}, {}};
  made.path.checks = {};
  for (uint32_t i = 0; i < view.sources().size(); i++)
    if (view.sources()[i].kind != BRAID_SOURCE_RESULT) {
      made.sources.push_back(lift_->sources()[i]);
    } else {
      made.results.push_back(lift_->sources()[i]);
      made.returned.emplace_back(view.data(i).begin(), view.data(i).end());
    }
  return made;
}

const Worker::Remembered *Worker::remembered(const Candidate &candidate, const target::Input &input) {
  if (const auto found = memory_.find(candidate.test); found != memory_.end())
    return &found->second;
  if (runs_->run(input).ending == target::Ending::INTERRUPTED)
    return nullptr;
  const trace::View view = runs_->trace();
  lift_->read(view);
  Remembered made = lifted(view, lift_->path());
  if (!exploration_.comes_by(candidate, made.path) || made.sources.size() > input.sources.size()) {
    const size_t last = std::min<size_t>(candidate.way.depth, made.path.steps.size() - 1);
    exploration_.made_again(made.path.steps.empty() ? Step{} : made.path.steps[last]);
    return nullptr;
  }
  exploration_.made_again(std::nullopt);
  remembered_steps_ += made.path.steps.size();
  return &(memory_[candidate.test] = std::move(made));
}

// Runs an input another time. The program may depend on something that is no input: time, addresses, other
// programs. How far a run comes that the clock ended is no answer.
void Worker::look_again(const target::Input &input, const Path &before, target::Ending ending) {
  const target::Ending now_ending = runs_->run(input).ending;
  if (now_ending == target::Ending::INTERRUPTED)
    return;
  lift_->read(runs_->trace());
  const std::vector<Step> &now = lift_->path().steps;
  const bool is_cut = ending == target::Ending::TIMED_OUT || now_ending == target::Ending::TIMED_OUT;
  const auto [shorter, longer] = std::minmax({now.size(), before.steps.size()});
  for (size_t i = 0; i < (is_cut ? shorter : longer); i++)
    if (i >= now.size() || i >= before.steps.size() || !now[i].same_way(before.steps[i]))
      return exploration_.made_again(i < now.size() ? now[i] : before.steps[i]);
  exploration_.made_again(std::nullopt);
}

solver::Answer Worker::solve(const Exploration::Task &task, std::span<const Expr> constraints,
                             const expr::Assignment &own, bool prefix_holds) {
  solver::Query query{constraints, &own, prefix_holds};
  if (!task.takes_long && options_.short_query < options_.solver.time_limit)
    query.deadline = solver::Clock::now() + options_.short_query;
  const Clock::time_point begin = Clock::now();
  solver::Answer answer = solver_->solve(query);
  exploration_.count_query(answer, constraints.size(), Clock::now() - begin);
  return answer;
}

Worker::Question Worker::known(const target::Input &input, const Remembered &before,
                               std::span<const Expr> prefix) {
  std::vector<std::span<const uint8_t>> contents;
  std::vector<uint32_t> sources = before.sources;
  Question made;
  std::vector<Expr> &constraints = made.constraints;
  for (size_t i = 0; i < before.sources.size(); i++) {
    const target::Source &source = input.sources[i];
    contents.emplace_back(source.bytes);
    if (const Expr length = symbols_->known_size(before.sources[i])) {
      const uint64_t most = std::max<uint64_t>(exploration_.limits().longest(source), source.bytes.size());
      constraints.push_back(store_->compare(BRAID_OP_ULE, length, store_->constant(most, store_->width(length))));
    }
  }
  sources.insert(sources.end(), before.results.begin(), before.results.end());
  contents.insert(contents.end(), before.returned.begin(), before.returned.end());
  made.path = constraints.size();
  constraints.insert(constraints.end(), prefix.begin(), prefix.end());
  made.own = symbols_->assignment(sources, contents);
  return made;
}

Worker::Question Worker::question(const Exploration::Task &task, const Remembered &before) {
  const uint32_t depth = task.candidate.way.depth;
  Question made = known(task.input, before, before.path.before(depth));
  for (const Expr condition : another_way(*store_, exploration_.sites(), before.path.steps[depth],
                                          task.candidate.way.choice, task.values))
    made.constraints.push_back(condition);
  return made;
}

Worker::Asked Worker::ask(const Exploration::Task &task, const Remembered &before, const Question &question) {
  if (!before.path.calls.empty() && !task.only_ask)
    if (const auto calls = calls_behind(*store_, before.path, question.constraints); !calls.empty())
      return ask_about_results(task, calls, question.constraints, question.own);
  const auto ask_solver = [&](std::span<const Expr> constraints) {
    return solve(task, constraints, question.own);
  };
  const Step &step = before.path.steps[task.candidate.way.depth];
  if (!task.only_ask && has_policy(step, task.values.size()))
    return {by_policy(*store_, step, task.values.size(), exploration_.limits().allocation, question.constraints,
                      ask_solver),
            Way::INFEASIBLE, std::nullopt};
  return {ask_solver(question.constraints), Way::INFEASIBLE, std::nullopt};
}

// The way is closed, perhaps only because a value was made concrete before. Then one that would open it is tried
// next, if nobody has been this way at all.
void Worker::try_value(const Exploration::Task &task, const Remembered &before, Question question,
                       std::span<const uint32_t> core) {
  constexpr size_t MOST_STEPS = 64;
  const Path &path = before.path;
  std::set<uint32_t> steps;
  solver::Answer answer = solver::Answer::unsatisfiable({core.begin(), core.end()});
  // The same number may have been made concrete several times, and each time alone is reason enough.
  while (answer.verdict == solver::Verdict::UNSATISFIABLE && steps.size() < MOST_STEPS) {
    const std::vector<uint32_t> found =
        values_in_the_way(path, task.candidate.way.depth, answer.core, question.path);
    const size_t known = steps.size();
    steps.insert(found.begin(), found.end());
    if (steps.size() == known || (known == 0 && !exploration_.is_uncovered(task.candidate)))
      return;
    for (const uint32_t step : found)
      for (size_t i = path.before(step).size(); i < path.steps[step].constraints; i++)
        question.constraints[question.path + i] = store_->truth(true);
    answer = solve(task, question.constraints, question.own);
  }
  if (answer.verdict != solver::Verdict::SATISFIABLE)
    return;
  expr::Evaluator evaluator(*store_);
  evaluator.assign(answer.model);
  for (const uint32_t step : steps) {
    const uint64_t value = uint64_t(evaluator.value(path.steps[step].expression));
    if (value == path.steps[step].choice)
      continue;
    const std::optional<Candidate> wanted = exploration_.wants_value(task.candidate, step, value);
    if (!wanted)
      return;
    if (!exploration_.may_run())
      return exploration_.given_back(*wanted, false);
    return run(wanted, solution(task.input, before, answer.model), &before);
  }
}

// First whatever the functions may return: what is impossible then is impossible. Then with results that were
// seen. Then with others, which is a guess.
Worker::Asked Worker::ask_about_results(const Exploration::Task &task,
                                        const std::vector<const BlackBoxCall *> &calls,
                                        std::vector<Expr> constraints, const expr::Assignment &own) {
  solver::Answer answer = solve(task, constraints, own);
  if (answer.verdict != solver::Verdict::SATISFIABLE)
    return {std::move(answer), Way::INFEASIBLE, std::nullopt};
  exploration_.share(samples_);
  std::vector<Expr> known;
  known.reserve(calls.size());
  for (const BlackBoxCall *call : calls)
    known.push_back(samples_.is_known(*store_, *call));
  const auto all_hold = [&](const std::vector<Expr> &all, const expr::Assignment &assignment) {
    expr::Evaluator evaluator(*store_);
    evaluator.assign(assignment);
    return std::all_of(all.begin(), all.end(), [&](Expr e) { return evaluator.holds(e); });
  };
  if (all_hold(known, answer.model))
    return {std::move(answer), Way::INFEASIBLE, std::nullopt};
  const bool prefix_holds = all_hold(known, own); // unless there was no room for its pairs
  // In front, because what the run did not satisfy comes last.
  constraints.insert(constraints.begin(), known.begin(), known.end());
  answer = solve(task, constraints, own, prefix_holds);
  if (answer.verdict != solver::Verdict::UNSATISFIABLE)
    return {std::move(answer), Way::SAMPLES, std::nullopt};
  for (size_t i = 0; i < calls.size(); i++)
    constraints[i] = store_->either(known[i], samples_.is_new(*store_, *calls[i]));
  // A function that is guessed at depends on nothing but its arguments, unless the run itself shows otherwise.
  for (size_t i = 0; i < calls.size() && calls.size() <= MOST_COMPARED; i++)
    for (size_t j = 0; j < i; j++)
      if (const Expr agreement = agree(*store_, *calls[j], *calls[i]);
          !store_->is_constant(agreement) && all_hold({agreement}, own))
        constraints.insert(constraints.begin(), agreement);
  // What is not even possible with new arguments stays so.
  return {solve(task, constraints, own, prefix_holds), Way::SAMPLES,
          Exploration::Guess{task.guesses, samples_.size()}};
}

target::Input Worker::solution(const target::Input &input, const Remembered &before,
                               const expr::Assignment &model) const {
  target::Input changed = input;
  for (size_t i = 0; i < before.sources.size(); i++) {
    std::vector<uint8_t> &bytes = changed.sources[i].bytes;
    const size_t longest = std::max<size_t>(exploration_.limits().longest(changed.sources[i]), bytes.size());
    symbols_->apply(model, before.sources[i], longest, bytes);
  }
  return changed;
}

void Worker::try_way(const Exploration::Task &task) {
  const Remembered *before = remembered(task.candidate, task.input);
  if (before == nullptr)
    return interrupted_ ? exploration_.given_back(task.candidate, false)
                        : exploration_.closed(task.candidate, Way::DIVERGED, {});
  const Step &step = before->path.steps[task.candidate.way.depth];
  Question asking = question(task, *before);
  const Asked asked = ask(task, *before, asking);
  const solver::Answer &answer = asked.answer;
  switch (answer.verdict) {
  case solver::Verdict::UNSATISFIABLE:
    if (step.kind != StepKind::VALUE && asked.if_unsatisfiable == Way::INFEASIBLE)
      try_value(task, *before, asking, answer.core);
    return close(task, *before, asked.if_unsatisfiable, asking, answer);
  case solver::Verdict::UNKNOWN:
    if (answer.reason == solver::Reason::INTERRUPTED)
      return exploration_.given_back(task.candidate, false);
    if (answer.reason == solver::Reason::TIME && !task.takes_long &&
        options_.short_query < options_.solver.time_limit)
      return exploration_.postponed(task.candidate);
    return exploration_.closed(task.candidate, way_of(answer), step);
  default:
    if (task.only_ask)
      return exploration_.closed(task.candidate, Way::VALUES, step);
    if (!exploration_.may_run())
      return exploration_.given_back(task.candidate, false);
    if (step.event_kind == BRAID_EVENT_BOUNDS && task.candidate.way.choice == 0 && runs_->can_prove())
      return run(task.candidate, solution(task.input, *before, nearer(answer, asking).model), before, asked.guess);
    return run(task.candidate, solution(task.input, *before, answer.model), before, asked.guess);
  }
}

// No input goes the way. If paths are merged, it is remembered why.
void Worker::close(const Exploration::Task &task, const Remembered &before, Way way, const Question &asking,
                   const solver::Answer &answer) {
  const Candidate &candidate = task.candidate;
  const Step &step = before.path.steps[candidate.way.depth];
  MergeBook *book = exploration_.merge_book();
  if (book == nullptr)
    return exploration_.closed(candidate, way, step);
  const auto lock = book->lock();
  if (has_policy(step, task.values.size())) { // of several questions; the answer is to the last one
    std::set<size_t> all;
    for (size_t i = 0; i < candidate.way.depth; i++)
      all.insert(all.end(), i);
    book->impossible(candidate, task.values, all);
  } else {
    book->impossible(candidate, task.values,
                     steps_behind(before.path, candidate.way.depth, answer.core, asking.path));
  }
  exploration_.closed(candidate, way, step);
}

void Worker::run(const std::optional<Candidate> &candidate, const target::Input &input, const Remembered *expected,
                 const std::optional<Exploration::Guess> &guess) {
  target::Outcome outcome = runs_->run(input);
  if (outcome.ending == target::Ending::INTERRUPTED)
    return candidate ? exploration_.given_back(*candidate, true) : exploration_.given_back(input);
  if (outcome.ending == target::Ending::SIGNALLED && outcome.calls.empty())
    outcome.calls = runs_->calls_at_crash(input);
  const trace::View view = runs_->trace();
  lift_->read(view);
  const target::Input recorded = input_of(view, input);
  const WayNews &ways = ways_.read(view);
  // A run that went where it was to go is new after that place; what others did not look at is new from the start.
  const size_t first_new = candidate && expected != nullptr ? shared_steps(lift_->path(), expected->path) : 0;
  MergeBook *book = exploration_.merge_book();
  std::shared_ptr<MergeBook::Run> merging;
  std::optional<MergeBook::Merge> merge;
  std::optional<Path> cut;
  if (book != nullptr) {
    const auto lock = book->lock();
    merging = book->read(view, lift_->path(), recorded);
    if (candidate &&
        first_new > candidate->way.depth) // what comes from elsewhere may go where somebody is already
      merge = book->find(*merging, uint32_t(first_new));
    if (merge)
      cut = first_steps(lift_->path(), merge->step);
  }
  const Path &path = cut ? *cut : lift_->path();
  const Proof proof = look_for_bugs(recorded, outcome, ways, path, first_new);
  if (interrupted_) // else nobody would look for them again
    return candidate ? exploration_.given_back(*candidate, true) : exploration_.given_back(input);
  std::unique_lock<std::mutex> filing;
  std::optional<MergedWith> merged;
  if (book != nullptr)
    filing = book->lock();
  if (merge)
    merged = {merge->test, merge->test_step};
  const Exploration::Ran ran =
      exploration_.ran(candidate, recorded, outcome, view, ways, path,
                       expected != nullptr ? &expected->path : nullptr, guess, proof, merged);
  if (book != nullptr) {
    if (!ran.nodes.empty())
      book->add(merging, ran.test, ran.nodes, uint32_t(first_new), merge);
    filing.unlock();
  }
  const bool is_doubtful = ran.test == 0 || (ran.diverged && looks_ < MOST_LOOKS);
  if (ran.is_spent && !is_doubtful)
    return;
  Remembered made = lifted(view, path);
  if (is_doubtful) {
    looks_++;
    look_again(recorded, made.path, outcome.ending);
  }
  if (ran.is_spent)
    return;
  remembered_steps_ += made.path.steps.size();
  memory_[ran.test] = std::move(made);
}

void Worker::run_again(const target::Input &input, bool diverged, std::span<const Exploration::Verdict> closed) {
  if (store_->size() > options_.most_expressions)
    begin_anew();
  target::Outcome outcome = runs_->run(input);
  if (outcome.ending == target::Ending::INTERRUPTED)
    return;
  if (outcome.ending == target::Ending::SIGNALLED && outcome.calls.empty())
    outcome.calls = runs_->calls_at_crash(input);
  const trace::View view = runs_->trace();
  lift_->read(view);
  std::unique_lock<std::mutex> filing;
  if (MergeBook *book = exploration_.merge_book())
    filing = book->lock();
  const std::vector<Node> nodes = exploration_.ran_again(input_of(view, input), outcome, view, ways_.read(view),
                                                         lift_->path(), diverged, closed);
  if (MergeBook *book = exploration_.merge_book()) // the reasons of its verdicts are not known any more
    book->lose(nodes);
}

void Worker::forget_if_spent(TestNumber test) {
  const auto found = memory_.find(test);
  if (found == memory_.end() || !exploration_.is_spent(test))
    return;
  remembered_steps_ -= found->second.path.steps.size();
  memory_.erase(found);
  if (MergeBook *book = exploration_.merge_book()) {
    const auto lock = book->lock();
    book->forget(test);
  }
}

} // namespace braid::explore
