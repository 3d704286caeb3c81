#include "explore/exploration.h"

#include "explore/concretise.h"
#include "explore/merging/merge_book.h"
#include "trace/names.h"

#include <algorithm>
#include <bit>
#include <csignal>

namespace braid::explore {

namespace {

constexpr size_t SAMPLE = 16;

// The run disagrees with the tree, which is about input and nothing else.
bool is_strange(const Tree::Added &added) {
  return added.kind == Tree::Added::Kind::PREFIX || added.kind == Tree::Added::Kind::STRANGE;
}

// Not by its own fault, as far as anybody can tell; nor did it end by itself.
bool is_killed_from_outside(const target::Outcome &outcome) {
  return outcome.killed_by(SIGKILL) || outcome.killed_by(SIGTERM) || outcome.killed_by(SIGXFSZ);
}

// It exited, and its record does not know of that.
bool ended_elsewhere(const target::Outcome &outcome) {
  return outcome.ending == target::Ending::EXITED && outcome.end == BRAID_END_NONE;
}

// Of a step, or of the last one before the end.
Site place_at(const Path &path, size_t step) {
  return path.steps.empty() ? 0 : path.steps[std::min(step, path.steps.size() - 1)].place();
}

} // namespace

std::string_view stop_name(Stop stop) {
  static constexpr std::string_view NAMES[] = {"done",   "time",        "runs", "findings",
                                               "memory", "interrupted", "error"};
  return NAMES[size_t(stop)];
}

Exploration::Exploration(const Options &options)
    : options_(options),
      strategy_(find_strategy(options.strategy)->make({tree_, coverage_, sites_}, options.seed)),
      random_(options.seed) {}

void Exploration::add_seed(target::Input input) {
  const std::lock_guard lock(mutex_);
  seeds_.push_back(std::move(input));
  changed_.notify_one();
}

bool Exploration::is_slow(Site site) const {
  constexpr unsigned ENOUGH = 3;
  const auto found = slow_.find(site);
  return found != slow_.end() && found->second >= ENOUGH;
}

std::optional<Candidate> Exploration::take_way(Task &task) {
  const auto is_open = [&](const Candidate &candidate) {
    return tree_.test(candidate.way.node) == candidate.test && tree_.state(candidate.way) == Way::UNVISITED;
  };
  while (const std::optional<Candidate> candidate = strategy_->take())
    if (is_open(*candidate)) {
      if (!is_slow(candidate->site))
        return candidate;
      late_.push_back(*candidate);
    }
  while (!values_.empty()) {
    const Candidate candidate = values_.front();
    values_.pop_front();
    if (is_open(candidate))
      return candidate;
  }
  while (!aside_.empty()) {
    const auto [candidate, guesses] = aside_.front();
    aside_.pop_front();
    task.guesses = guesses;
    if (is_open(candidate))
      return candidate;
  }
  task.guesses = 0;
  while (!late_.empty()) {
    const Candidate candidate = late_.front();
    late_.pop_front();
    task.takes_long = true;
    if (is_open(candidate))
      return candidate;
  }
  return std::nullopt;
}

bool Exploration::should_stop() {
  if (stop_.load(std::memory_order_relaxed) != Stop::DONE)
    return true;
  if (options_.limits.time.count() != 0 && elapsed() >= options_.limits.time)
    stop(Stop::TIME);
  return stop_.load(std::memory_order_relaxed) != Stop::DONE;
}

void Exploration::make_room() {
  std::unique_lock<std::mutex> book;
  if (book_ != nullptr) {
    book = book_->lock();
    book_->settle();
  }
  const std::lock_guard lock(mutex_);
  tree_.drop_closed();
  rooms_made_++;
}

void Exploration::stop(Stop why) {
  Stop none = Stop::DONE;
  stop_.compare_exchange_strong(none, why);
  changed_.notify_all();
}

std::optional<Exploration::Task> Exploration::next() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (should_stop())
      return std::nullopt;
    if (options_.limits.runs != 0 && statistics_.runs >= options_.limits.runs) {
      if (std::optional<Task> task = take_proof())
        return task;
      if (proving_.empty())
        stop(Stop::RUNS);
    }
    if (has_all_runs()) { // but one of them may be given back
      changed_.wait_for(lock, std::chrono::milliseconds(100));
      continue;
    }
    if (!seeds_.empty()) {
      Task task;
      task.kind = Task::Kind::SEED;
      task.input = std::move(seeds_.front());
      seeds_.pop_front();
      busy_++;
      running_++;
      seeds_running_++;
      return task;
    }
    if (seeds_running_ != 0) { // ways come after all seeds
      changed_.wait_for(lock, std::chrono::milliseconds(100));
      continue;
    }
    Task task;
    if (const std::optional<Candidate> candidate = take_way(task)) {
      task.candidate = *candidate;
      task.input = inputs_[candidate->test];
      if (tree_.kind(candidate->way.node) == StepKind::VALUE)
        task.values = tree_.values(candidate->way.node);
      task.candidate.values = uint32_t(task.values.size());
      task.only_ask = options_.limits.values != 0 && task.values.size() >= options_.limits.values;
      tree_.set(candidate->way, Way::TAKEN);
      busy_++;
      return task;
    }
    if (std::optional<Task> task = take_proof())
      return task;
    if (busy_ == 0 && confirmations_ < SAMPLE && !sample_.empty()) {
      Task task;
      task.kind = Task::Kind::CONFIRM;
      task.input = sample_[confirmations_++ % sample_.size()];
      busy_++;
      return task;
    }
    if (busy_ == 0) {
      changed_.notify_all();
      return std::nullopt;
    }
    changed_.wait_for(lock, std::chrono::milliseconds(100));
  }
}

void Exploration::closed(const Candidate &candidate, Way way, const Step &step) {
  const std::lock_guard lock(mutex_);
  if (tree_.state(candidate.way) == Way::TAKEN)
    tree_.set(candidate.way, way);
  static constexpr std::pair<Way, Obstacle> REASONS[] = {
      {Way::TIME, Obstacle::TIME},     {Way::MEMORY, Obstacle::MEMORY}, {Way::THEORY, Obstacle::THEORY},
      {Way::SOLVER, Obstacle::SOLVER}, {Way::VALUES, Obstacle::VALUES}, {Way::SAMPLES, Obstacle::SAMPLES}};
  for (const auto &[unknown, obstacle] : REASONS)
    if (way == unknown)
      obstacles_.add(obstacle, step.place());
  if (on_verdict && (way == Way::INFEASIBLE || way == Way::DIVERGED))
    on_verdict(candidate.test, candidate.way.depth, candidate.way.choice, way);
  release_if_spent(candidate.test);
  busy_--;
  changed_.notify_one();
}

bool Exploration::is_spent(TestNumber test) {
  const std::lock_guard lock(mutex_);
  return tree_.open_ways(test) == 0;
}

void Exploration::release_if_spent(TestNumber test) {
  if (tree_.open_ways(test) == 0)
    inputs_[test] = {};
}

std::optional<Candidate> Exploration::wants_value(const Candidate &candidate, uint32_t depth, uint64_t value) {
  const std::lock_guard lock(mutex_);
  Node node = candidate.way.node;
  for (uint32_t i = candidate.way.depth; i > depth; i--)
    node = tree_.parent(node);
  const Tree::Alternative other{node, depth, 0};
  const std::vector<uint64_t> seen = tree_.values(node);
  if (tree_.state(other) != Way::UNVISITED || std::find(seen.begin(), seen.end(), value) != seen.end() ||
      (options_.limits.values != 0 && seen.size() >= options_.limits.values))
    return std::nullopt;
  tree_.set(other, Way::TAKEN);
  busy_++;
  Candidate wanted{other, tree_.test(node), tree_.site(node)};
  wanted.values = uint32_t(seen.size());
  return wanted;
}

bool Exploration::is_uncovered(const Candidate &candidate) {
  const std::lock_guard lock(mutex_);
  return !coverage_.is_covered(candidate.site, candidate.way.choice);
}

void Exploration::postponed(const Candidate &candidate) {
  const std::lock_guard lock(mutex_);
  statistics_.postponed++;
  slow_[candidate.site]++;
  if (tree_.state(candidate.way) == Way::TAKEN) {
    tree_.set(candidate.way, Way::UNVISITED);
    late_.push_back(candidate);
  }
  busy_--;
  changed_.notify_one();
}

bool Exploration::may_run() {
  std::unique_lock lock(mutex_);
  while (!should_stop()) {
    if (!has_all_runs()) {
      running_++;
      return true;
    }
    if (running_ == 0)
      stop(Stop::RUNS);
    else
      changed_.wait_for(lock, std::chrono::milliseconds(100));
  }
  return false;
}

void Exploration::given_back(const target::Input &seed) {
  const std::lock_guard lock(mutex_);
  seeds_.push_front(seed);
  seeds_running_--;
  running_--;
  busy_--;
  changed_.notify_all();
}

void Exploration::given_back(const Candidate &candidate, bool was_running) {
  const std::lock_guard lock(mutex_);
  running_ -= was_running ? 1 : 0;
  if (tree_.state(candidate.way) == Way::TAKEN) {
    tree_.set(candidate.way, Way::UNVISITED);
    values_.push_back(candidate);
  }
  busy_--;
  changed_.notify_all();
}

void Exploration::given_back() {
  const std::lock_guard lock(mutex_);
  busy_--;
  changed_.notify_all();
}

void Exploration::count_query(const solver::Answer &answer, size_t constraints, Clock::duration time) {
  const std::lock_guard lock(mutex_);
  statistics_.queries++;
  switch (answer.verdict) {
  case solver::Verdict::SATISFIABLE:
    statistics_.satisfiable++;
    break;
  case solver::Verdict::UNSATISFIABLE:
    statistics_.unsatisfiable++;
    break;
  default:
    statistics_.unknown++;
    break;
  }
  statistics_.conditions += constraints;
  statistics_.longest_condition = std::max<uint64_t>(statistics_.longest_condition, constraints);
  statistics_.solver_time += time;
}

void Exploration::share(Samples &samples) {
  const std::lock_guard lock(mutex_);
  samples.catch_up(samples_);
}

void Exploration::confirmed(const Path &path) {
  const std::lock_guard lock(mutex_);
  statistics_.repairs++;
  if (const Tree::Known known = tree_.known(path); !known.to_the_end) {
    obstacles_.add(Obstacle::NOT_DETERMINISTIC, place_at(path, known.steps));
  }
  busy_--;
  changed_.notify_all();
}

void Exploration::made_again(const std::optional<Step> &different) {
  const std::lock_guard lock(mutex_);
  statistics_.repairs++;
  if (different)
    obstacles_.add(Obstacle::NOT_DETERMINISTIC, different->place());
}

bool Exploration::took_the_way(const Candidate &candidate, const Path &path) const {
  const std::span<const Node> nodes = tree_.nodes_of_last();
  const uint32_t depth = candidate.way.depth;
  return depth < nodes.size() && nodes[depth] == candidate.way.node &&
         (path.steps[depth].kind == StepKind::VALUE || path.steps[depth].choice == candidate.way.choice);
}

// Longer inputs, which only seeds are, may go where the solver found no input that is short enough.
bool Exploration::is_within_limits(const target::Input &input) const {
  return std::all_of(input.sources.begin(), input.sources.end(), [&](const target::Source &source) {
    return !source.symbolic_length || source.bytes.size() <= options_.limits.longest(source);
  });
}

// What every run adds: to the tree, the coverage and the account.
RunRecord Exploration::add_run(const target::Input &input, const target::Outcome &outcome, const trace::View &view,
                               const WayNews &ways, const Path &path, bool is_merged) {
  const TestNumber test = TestNumber(inputs_.size());
  inputs_.push_back(input);
  if (outcome.ending != target::Ending::TIMED_OUT) { // once is long enough
    if (sample_.size() < SAMPLE)
      sample_.push_back(input);
    else if (const uint64_t place = random_.below(inputs_.size()); place < SAMPLE)
      sample_[place] = input;
  }
  if (options_.concretise == Concretise::SAMPLED)
    samples_.learn(view);
  statistics_.runs++;
  statistics_.executor_time += outcome.wall;
  note_events(view, outcome, path, test);

  Way end = is_merged ? Way::MERGED : Way::END;
  if (is_merged)
    ; // whatever comes behind
  else if (outcome.ending == target::Ending::STOPPED && outcome.end == BRAID_END_ASSUME)
    end = Way::REJECTED;
  else if (outcome.ending == target::Ending::STOPPED || outcome.ending == target::Ending::TIMED_OUT ||
           outcome.ending == target::Ending::SERVER_LOST || !view.whole() || is_killed_from_outside(outcome) ||
           ended_elsewhere(outcome))
    end = Way::CUT;

  RunRecord record{test, input, outcome, path, tree_.add(path, test, end)};
  record.symbolic_nodes = view.nodes().empty() ? 0 : view.nodes().size() - 1;
  record.was_added =
      record.added.kind == Tree::Added::Kind::NEW || record.added.kind == Tree::Added::Kind::REFUTED;
  record.is_path = record.was_added && end == Way::END;
  record.new_ways = coverage_.add(ways);
  asked_.insert(ways.asked.begin(), ways.asked.end());
  if (record.was_added) {
    for (const Step &step : path.steps)
      coverage_.add(step);
    for (size_t i = record.added.first_new; i < path.steps.size(); i++)
      statistics_.excluded += uint64_t(std::popcount(path.steps[i].excluded));
  }
  if (record.is_path) {
    statistics_.paths++;
    statistics_.steps += path.steps.size();
    statistics_.longest_path = std::max<uint64_t>(statistics_.longest_path, path.steps.size());
  }
  statistics_.merged += record.was_added && is_merged ? 1 : 0;
  statistics_.rejected += end == Way::REJECTED ? 1 : 0;
  statistics_.repeated += record.added.kind == Tree::Added::Kind::KNOWN ? 1 : 0;
  if (record.added.kind == Tree::Added::Kind::REFUTED && is_within_limits(input))
    obstacles_.add(Obstacle::REFUTED, place_at(path, record.added.common));
  if (is_strange(record.added)) {
    obstacles_.add(Obstacle::NOT_DETERMINISTIC, place_at(path, record.added.common));
  }
  return record;
}

// Tells the strategy and whoever keeps records.
void Exploration::add_news(RunRecord &record, const WayNews &ways) {
  strategy_->ran({record.test, record.path, record.new_ways, record.diverged, &ways});
  if (record.was_added)
    add_ways(record.path, record.test, record.added.first_new);
  if (on_run)
    on_run(record);
}

Exploration::Ran Exploration::ran(const std::optional<Candidate> &candidate, const target::Input &input,
                                  const target::Outcome &outcome, const trace::View &view, const WayNews &ways,
                                  const Path &path, const Path *expected, const std::optional<Guess> &guess,
                                  Proof proof, const std::optional<MergedWith> &merged) {
  const std::lock_guard lock(mutex_);
  running_--;
  seeds_running_ -= candidate ? 0 : 1;
  RunRecord record = add_run(input, outcome, view, ways, path, merged.has_value());
  record.proof = proof;
  record.merged = merged;
  std::vector<Node> nodes;
  if (book_ != nullptr && record.was_added)
    nodes.assign(tree_.nodes_of_last().begin(), tree_.nodes_of_last().end());
  if (find_input_ && proof == Proof::NONE && record.was_added)
    unproved_.push_back(record.test);
  statistics_.guesses += guess ? 1 : 0;
  if (candidate) {
    record.made_for = &*candidate;
    // Another value was asked for, and came out as one of those that were seen.
    const bool repeats = tree_.kind(candidate->way.node) == StepKind::VALUE &&
                         tree_.values(candidate->way.node).size() == candidate->values;
    if (is_strange(record.added) || !took_the_way(*candidate, path) || repeats) {
      if (guess)
        put_aside(*candidate, *guess);
      record.diverged = !guess;
    }
    if (record.diverged) {
      note_divergence(*candidate, path, expected);
    } else if (tree_.state(candidate->way) == Way::TAKEN && tree_.kind(candidate->way.node) == StepKind::VALUE) {
      offer_values(*candidate);
    }
  }
  add_news(record, ways);
  release_if_spent(record.test);
  if (candidate)
    release_if_spent(candidate->test);
  busy_--;
  changed_.notify_all();
  return {record.test, record.diverged, tree_.open_ways(record.test) == 0, std::move(nodes)};
}

std::vector<Node> Exploration::ran_again(const target::Input &input, const target::Outcome &outcome,
                                         const trace::View &view, const WayNews &ways, const Path &path,
                                         bool diverged, std::span<const Verdict> closed) {
  const std::lock_guard lock(mutex_);
  RunRecord record = add_run(input, outcome, view, ways, path, false);
  record.again = true;
  if (find_input_ && record.test >= first_to_prove_ && record.was_added)
    unproved_.push_back(record.test);
  record.diverged = diverged;
  if (diverged) {
    statistics_.divergences++;
    obstacles_.add(Obstacle::DIVERGED, 0);
  }
  const std::span<const Node> nodes = tree_.nodes_of_last();
  for (const Verdict &verdict : closed)
    if (verdict.step < nodes.size()) {
      const Tree::Alternative way{nodes[verdict.step], verdict.step, verdict.choice};
      if (tree_.kind(way.node) == StepKind::VALUE || tree_.has_way(way.node, way.choice))
        closed_before_.emplace_back(Candidate{way, record.test, tree_.site(way.node)}, verdict.way);
    }
  std::vector<Node> added(nodes.begin(), nodes.end());
  add_news(record, ways);
  release_if_spent(record.test);
  return added;
}

void Exploration::all_ran_again() {
  const std::lock_guard lock(mutex_);
  for (const auto &[candidate, way] : closed_before_)
    if (tree_.state(candidate.way) == Way::UNVISITED) {
      tree_.set(candidate.way, way);
      release_if_spent(candidate.test);
    }
  closed_before_ = {};
}

bool Exploration::comes_by(const Candidate &candidate, const Path &path) {
  const std::lock_guard lock(mutex_);
  return tree_.passes(path, candidate.way.node, candidate.way.depth);
}

// Other values, as long as there may be some.
void Exploration::offer_values(const Candidate &candidate) {
  tree_.set(candidate.way, Way::UNVISITED);
  values_.push_back(candidate);
}

// As long as guessing shows results that were not known, up to the limit of values at one place.
void Exploration::put_aside(const Candidate &candidate, const Guess &guess) {
  if (tree_.state(candidate.way) != Way::TAKEN)
    return;
  const unsigned guesses = guess.before + 1;
  const bool may_go_on = options_.limits.values == 0 || guesses < options_.limits.values;
  if (may_go_on && samples_.size() > guess.samples) {
    tree_.set(candidate.way, Way::UNVISITED);
    aside_.emplace_back(candidate, guesses);
    return;
  }
  tree_.set(candidate.way, Way::SAMPLES);
  obstacles_.add(Obstacle::SAMPLES, tree_.place(candidate.way.node));
}

// An input took another path than it was made for: the way is closed, so that nobody tries it again in the same
// manner.
void Exploration::note_divergence(const Candidate &candidate, const Path &path, const Path *expected) {
  statistics_.divergences++;
  Site place = 0; // of the first difference
  for (size_t i = 0; expected != nullptr && i <= candidate.way.depth; i++) {
    place = expected->steps[i].place();
    if (i >= path.steps.size() || !path.steps[i].same_way(expected->steps[i]))
      break;
  }
  obstacles_.add(Obstacle::DIVERGED, place);
  if (tree_.state(candidate.way) == Way::TAKEN) {
    tree_.set(candidate.way, Way::DIVERGED);
    if (on_verdict)
      on_verdict(candidate.test, candidate.way.depth, candidate.way.choice, Way::DIVERGED);
  }
}

void Exploration::add_ways(const Path &path, TestNumber test, uint32_t from) {
  const Limits &limits = options_.limits;
  uint32_t counted = 0; // steps that passed_ knows
  if (limits.iterations != 0)
    std::fill(passed_.begin(), passed_.end(), 0);
  std::vector<std::pair<Tree::Alternative, Way>> left_out;
  tree_.for_unvisited(from, [&](const Tree::Alternative &way) {
    const Step &step = path.steps[way.depth];
    if (limits.depth != 0 && way.depth >= limits.depth) {
      left_out.emplace_back(way, Way::DEPTH);
      return;
    }
    if (limits.iterations != 0) {
      for (; counted <= way.depth; counted++) {
        const Site site = path.steps[counted].site;
        if (site >= passed_.size())
          passed_.resize(site + size_t(1));
        passed_[site]++;
      }
      if (passed_[step.site] > limits.iterations) {
        left_out.emplace_back(way, Way::ITERATIONS);
        return;
      }
    }
    // Where an access goes that has left its object is of no interest: that it leaves it was seen.
    if (book_ != nullptr && step.kind == StepKind::VALUE && way.depth > 0 &&
        path.steps[way.depth - 1].event_kind == BRAID_EVENT_BOUNDS && path.steps[way.depth - 1].choice == 0) {
      left_out.emplace_back(way, Way::MERGED);
      return;
    }
    const Candidate candidate{way, test, step.site};
    // Where the program goes on, and which object is meant, is as good as a branch.
    const bool is_branch = step.event_kind == BRAID_EVENT_OBJECT || step.event_kind == BRAID_EVENT_TARGET;
    if (step.kind == StepKind::VALUE && !is_branch) {
      values_.push_back(candidate);
    } else {
      strategy_->add(candidate);
    }
  });
  for (const auto &[way, reason] : left_out) {
    tree_.set(way, reason);
    if (reason != Way::MERGED)
      obstacles_.add(reason == Way::DEPTH ? Obstacle::DEPTH : Obstacle::ITERATIONS, path.steps[way.depth].place());
  }
}

// What the tree does not show.
void Exploration::note_events(const trace::View &view, const target::Outcome &outcome, const Path &path,
                              TestNumber test) {
  const Site last = path.steps.empty() ? 0 : path.steps.back().place();
  const auto note = [&](Obstacle kind, const std::string &detail = {}) {
    obstacles_.add(kind, last, detail, test + 1);
  };
  if (outcome.ending == target::Ending::TIMED_OUT)
    note(Obstacle::TIMED_OUT);
  else if (outcome.ending == target::Ending::SERVER_LOST)
    note(Obstacle::SERVER);
  else if (outcome.ending == target::Ending::STOPPED && outcome.end != BRAID_END_ASSUME)
    note(outcome.end == BRAID_END_MEMORY ? Obstacle::RUN_MEMORY : Obstacle::TABLE_FULL, outcome.message);
  else if (!view.whole())
    note(Obstacle::BROKEN);
  else if (is_killed_from_outside(outcome))
    note(Obstacle::KILLED, outcome.text() + (outcome.killed_by(SIGXFSZ) ? ": --run-file-limit" : ""));
  else if (ended_elsewhere(outcome))
    note(Obstacle::ELSEWHERE);
  if (outcome.refused_bytes != 0)
    note(Obstacle::REFUSED);
  if (!outcome.warning.empty())
    obstacles_.add(Obstacle::LOST, 0, outcome.warning);
  for (const braid_event &event : view.events()) {
    if (event.kind == BRAID_EVENT_THREAD)
      obstacles_.add(Obstacle::THREAD, site_numbers_(view, event.site));
    else if (event.kind == BRAID_EVENT_FORK)
      obstacles_.add(Obstacle::FORK, site_numbers_(view, event.site));
    else if (event.kind == BRAID_EVENT_LOST &&
             (event.flag != 0 || !asks_for_value(event.aux, options_.concretise)))
      obstacles_.add(Obstacle::LOST, site_numbers_(view, event.site), trace::lost_text(event.aux));
    else if (event.kind == BRAID_EVENT_PASSED && event.aux == 0)
      obstacles_.add(Obstacle::LOST, site_numbers_(view, event.site), trace::lost_text(BRAID_LOST_CALL));
  }
}

bool Exploration::is_complete() const {
  return stop_.load() == Stop::DONE && seeds_.empty() && obstacles_.empty() && tree_.is_complete();
}

} // namespace braid::explore
