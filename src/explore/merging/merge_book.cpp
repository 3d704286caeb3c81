#include "explore/merging/merge_book.h"

#include "explore/lift.h"
#include "expr/substitute.h"
#include "trace/names.h"

#include <algorithm>

namespace braid::explore {

namespace {

constexpr size_t MOST_KEPT = size_t(1) << 30; // bytes of runs
constexpr size_t MOST_TRIED = 16;       // decisions of the same kind that a run is compared with, guard by guard
constexpr size_t MOST_OF_A_KIND = 1024; // kept; the oldest are forgotten
constexpr std::chrono::milliseconds LONGEST_QUERY{20}, LONGEST_FOR_A_RUN{100};

bool is_within(const RunState::Written &part, const RunState::Written &whole) {
  auto next = whole.begin();
  for (const auto &[eight, mask] : part) {
    next = std::lower_bound(next, whole.end(), std::pair(eight, uint8_t(0)));
    if (next == whole.end() || next->first != eight || (mask & ~next->second) != 0)
      return false;
  }
  return true;
}

} // namespace

MergeBook::MergeBook(Exploration &exploration, CoverageGoal goal, const solver::Options &solver)
    : exploration_(exploration), goal_(goal), symbols_(store_), state_(store_), solver_(store_, solver),
      evaluator_(store_), site_numbers_(exploration.sites()) {}

// A third of the time, and some more for each path that was merged.
bool MergeBook::has_time() const {
  constexpr std::chrono::milliseconds AT_FIRST{100}, FOR_EACH{5};
  return spent_ < AT_FIRST + exploration_.elapsed() / 3 + merged_ * FOR_EACH;
}

std::shared_ptr<MergeBook::Run> MergeBook::read(const trace::View &view, const Path &path,
                                                const target::Input &input) {
  const Stopwatch watch(spent_);
  end_of_this_ = Clock::now() + LONGEST_FOR_A_RUN;
  const trace::SourceNames names(view);
  std::vector<uint32_t> sources;
  std::vector<std::span<const uint8_t>> contents;
  std::vector<std::pair<uint32_t, uint64_t>> longest;
  for (uint32_t i = 0; i < view.sources().size(); i++) {
    sources.push_back(symbols_.source(names.source(i)));
    contents.push_back(view.data(i));
    if (i < input.sources.size())
      longest.emplace_back(sources[i], std::max<uint64_t>(exploration_.limits().longest(input.sources[i]),
                                                          input.sources[i].bytes.size()));
  }
  auto run = std::make_shared<Run>(
      Run{RunState(view, path, store_, symbols_, state_, sources), path.steps, {}, {}, std::move(longest)});
  for (uint32_t i = 0; i < view.events().size(); i++)
    if (view.events()[i].kind == BRAID_EVENT_CHECK) {
      const braid_event &event = view.events()[i];
      Check check{};
      check.kind = event.aux;
      check.site = site_numbers_(view, event.site);
      check.caller = view.site(event.site).in_model != 0 ? site_numbers_(view, event.extra) : 0;
      run->checks.emplace(i, number_of(check));
    }
  run->own = symbols_.assignment(sources, contents);
  return run;
}

MergeEntry &MergeBook::entry_of(Node node, Run &run, uint32_t step) {
  const auto [found, is_new] = by_node_.try_emplace(node, entries_.size());
  if (is_new) {
    const RunState::Point &point = *run.state.point(step);
    MergeEntry &entry = entries_.emplace_back();
    entry.node = node;
    entry.step = step;
    entry.written = run.state.written_before(point);
    entry.consumed = run.state.consumed_before(point.event);
    if (goal_ == CoverageGoal::CONTEXT) {
      entry.constraints = constraints_before(run, step);
      std::sort(entry.constraints.begin(), entry.constraints.end());
    }
    std::vector<size_t> &same = by_key_[point.key];
    same.push_back(found->second);
    if (same.size() > MOST_OF_A_KIND) {
      entries_[same.front()].is_lost = true;
      same.erase(same.begin());
    }
  }
  return entries_[found->second];
}

bool MergeBook::is_complete(MergeEntry &entry) {
  if (!entry.is_complete && !entry.is_lost && exploration_.is_complete(entry.node)) {
    entry.is_complete = true;
    entry.known.clear();
    simplify(entry);
  }
  return entry.is_complete && !entry.is_lost;
}

void MergeBook::settle() {
  for (auto each = by_node_.begin(); each != by_node_.end();) {
    MergeEntry &entry = entries_[each->second];
    is_complete(entry);
    if (!exploration_.is_closed(each->first)) {
      ++each;
      continue;
    }
    entry.is_lost = entry.is_lost || !entry.is_complete;
    each = by_node_.erase(each);
  }
}

void MergeBook::lose(std::span<const Node> nodes) {
  for (const Node node : nodes) {
    const auto [found, is_new] = by_node_.try_emplace(node, entries_.size());
    if (is_new)
      entries_.emplace_back();
    entries_[found->second].is_lost = true;
  }
}

void MergeBook::lose_above(Node node) { lose(exploration_.nodes_above(node)); }

uint32_t MergeBook::number_of(const Check &check) {
  const auto [found, is_new] =
      check_numbers_.try_emplace({check.place(), check.kind}, uint32_t(checks_.size() + 1));
  if (is_new)
    checks_.push_back(check);
  return found->second;
}

bool MergeBook::is_found(uint32_t check) const {
  return check != 0 && exploration_.is_settled(checks_[check - 1]);
}

// That the run went the way it did at a step.
Expr MergeBook::taken(Run &run, uint32_t step, const RunState::Point *point) {
  Step moved = run.steps[step];
  const braid_event &event = run.state.events()[moved.event];
  moved.expression =
      event.label != 0 && run.state.width(event.label) <= 64 ? run.state.over(point, event.label) : 0;
  if (moved.expression == 0)
    return 0;
  Expr all = store_.truth(true);
  for (const Expr condition : way_taken(store_, exploration_.sites(), moved))
    all = store_.both(all, condition);
  return all;
}

bool MergeBook::is_impossible(std::vector<Expr> constraints, const expr::Assignment *own) {
  if (Clock::now() > end_of_this_)
    return false;
  solver::Query query{constraints, own, false};
  query.deadline = solver::Clock::now() + LONGEST_QUERY;
  return solver_.solve(query).verdict == solver::Verdict::UNSATISFIABLE;
}

// Over the input. What cannot be said is left out: more seems possible then, and less is merged.
std::vector<Expr> MergeBook::constraints_before(Run &run, uint32_t step, std::vector<uint32_t> *of_steps) {
  std::vector<Expr> constraints;
  for (const auto &[source, bytes] : run.longest)
    if (const Expr length = symbols_.known_size(source))
      constraints.push_back(store_.compare(BRAID_OP_ULE, length, store_.constant(bytes, store_.width(length))));
  if (of_steps != nullptr)
    of_steps->assign(constraints.size(), UINT32_MAX);
  for (uint32_t i = 0; i < step; i++)
    if (const Expr e = taken(run, i, nullptr); e != 0 && !store_.is_constant(e)) {
      constraints.push_back(e);
      if (of_steps != nullptr)
        of_steps->push_back(i);
    }
  return constraints;
}

std::optional<std::set<size_t>> MergeBook::why_impossible(Run &run, uint32_t step, std::vector<Expr> conditions) {
  if (Clock::now() > end_of_this_)
    return std::nullopt;
  std::vector<uint32_t> of_steps;
  std::vector<Expr> constraints = constraints_before(run, step, &of_steps);
  constraints.insert(constraints.end(), conditions.begin(), conditions.end());
  solver::Query query{constraints, &run.own, false};
  query.deadline = solver::Clock::now() + LONGEST_QUERY;
  const solver::Answer answer = solver_.solve(query);
  if (answer.verdict != solver::Verdict::UNSATISFIABLE)
    return std::nullopt;
  std::set<size_t> steps;
  for (const uint32_t position : answer.core)
    if (position < of_steps.size() && of_steps[position] != UINT32_MAX)
      steps.insert(of_steps[position]);
  return steps;
}

// What must be as it is is put in its place: guards that are impossible then say nothing.
void MergeBook::simplify(MergeEntry &entry) {
  expr::Substitution substitution(store_);
  for (const auto &[place, value] : entry.pins)
    substitution.set(store_.symbol_of(state_.symbol(place)), store_.constant(value, 8 * place.bytes));
  std::set<std::vector<Expr>> seen;
  std::vector<Guard> guards;
  for (Guard &guard : entry.guards) {
    std::vector<Expr> conditions;
    bool is_false = false;
    for (const Expr condition : guard.conditions) {
      const Expr e = substitution(condition);
      is_false = is_false || store_.is_constant(e, 0);
      if (!store_.is_constant(e))
        conditions.push_back(e);
    }
    std::sort(conditions.begin(), conditions.end());
    if (!is_false && (guard.check != 0 || seen.insert(conditions).second))
      guards.push_back({std::move(conditions), guard.check});
  }
  entry.guards = std::move(guards);
}

// Whether everything that matters is as it was there, and what is known about it.
bool MergeBook::is_same_context(const MergeEntry &entry, Run &run, uint32_t step) {
  std::set<expr::Symbol> symbols;
  for (const auto &[place, live] : entry.live) {
    if (live.content == 0 || run.state.content(place, *run.state.point(step), nullptr) != live.content)
      return false;
    symbols.insert(store_.support(live.content).begin(), store_.support(live.content).end());
  }
  const auto matters = [&](Expr e) {
    const std::span<const expr::Symbol> support = store_.support(e);
    return std::any_of(support.begin(), support.end(), [&](expr::Symbol each) { return symbols.contains(each); });
  };
  std::vector<Expr> here = constraints_before(run, step), there = entry.constraints;
  std::sort(here.begin(), here.end());
  std::erase_if(here, [&](Expr e) { return !matters(e); });
  std::erase_if(there, [&](Expr e) { return !matters(e); });
  return here == there;
}

bool MergeBook::has_pins(const MergeEntry &entry, Run &run, const RunState::Point &point) {
  return std::all_of(entry.pins.begin(), entry.pins.end(), [&](const auto &pin) {
    const Expr now = run.state.content(pin.first, point, nullptr);
    return now != 0 && store_.is_constant(now, pin.second);
  });
}

// Whether a run can end where it comes to the decision of an entry. The cheap questions come first.
bool MergeBook::holds(const MergeEntry &entry, Run &run, uint32_t step, const RunState::Written &written,
                      std::vector<std::set<size_t>> &because) {
  const RunState::Point &point = *run.state.point(step);
  if (entry.reads_input && run.state.consumed_before(point.event) != entry.consumed)
    return false;
  if (!is_within(written, entry.written))
    return false;
  for (const auto &[place, live] : entry.live)
    if (live.is_written && !run.state.is_written(place, point))
      return false;
  if (goal_ == CoverageGoal::CONTEXT && !is_same_context(entry, run, step))
    return false;
  evaluator_.assign(run.own);
  std::map<std::vector<Expr>, std::vector<size_t>> questions; // with the numbers of the guards
  because.assign(entry.guards.size(), {});
  for (size_t number = 0; number < entry.guards.size(); number++) {
    const Guard &guard = entry.guards[number];
    if (is_found(guard.check))
      continue;
    std::vector<Expr> conditions;
    bool is_false = false, is_true = true; // with this run's input
    for (const Expr condition : guard.conditions) {
      const Expr e = run.state.moved(condition, point, nullptr);
      if (e == 0)
        return false;
      is_false = is_false || store_.is_constant(e, 0);
      is_true = is_true && evaluator_.holds(e);
      if (!store_.is_constant(e))
        conditions.push_back(e);
    }
    if (is_false)
      continue;
    if (is_true)
      return false;
    std::sort(conditions.begin(), conditions.end());
    questions[std::move(conditions)].push_back(number);
  }
  return std::all_of(questions.begin(), questions.end(), [&](const auto &question) {
    const std::optional<std::set<size_t>> why = why_impossible(run, step, question.first);
    for (const size_t guard : question.second)
      because[guard] = why.value_or(std::set<size_t>());
    return why.has_value();
  });
}

std::optional<MergeBook::Merge> MergeBook::find(Run &run, uint32_t first_step) {
  if (!has_time())
    return std::nullopt;
  const Stopwatch watch(spent_);
  for (uint32_t i = std::max(first_step, 1U); i < run.state.steps(); i++) {
    const RunState::Point *point = run.state.point(i);
    if (point == nullptr)
      continue;
    if (point->event > run.state.opaque_from())
      return std::nullopt;
    const auto found = by_key_.find(point->key);
    if (found == by_key_.end())
      continue;
    size_t tried = 0;
    std::optional<RunState::Written> written;
    std::vector<std::set<size_t>> because;
    for (size_t n = found->second.size(); n-- != 0 && tried < MOST_TRIED && Clock::now() < end_of_this_;) {
      const size_t number = found->second[n];
      MergeEntry &entry = entries_[number];
      if (!is_complete(entry) || !has_pins(entry, run, *point))
        continue;
      tried++;
      if (!written)
        written = run.state.written_before(*point);
      if (holds(entry, run, i, *written, because))
        return Merge{i, number, entry.test, entry.step, std::move(because)};
    }
  }
  return std::nullopt;
}

void MergeBook::add(const std::shared_ptr<Run> &run, TestNumber test, std::span<const Node> nodes,
                    uint32_t first_step, const std::optional<Merge> &merge) {
  if (!merge && !has_time())
    return lose(nodes);
  const Stopwatch watch(spent_);
  for (uint32_t i = 0; i < nodes.size(); i++)
    if (run->state.point(i) != nullptr && !by_node_.contains(nodes[i]))
      entry_of(nodes[i], *run, i).test = test;
  const uint32_t to = merge ? run->state.point(merge->step)->event : uint32_t(run->state.events().size());
  if (run->state.opaque_from() < to)
    lose(nodes);
  const uint32_t from = first_step == 0 ? 0 : run->state.event_of(first_step - 1) + 1;
  note_reads(*run, nodes, from, to);
  note_consumed(*run, nodes, to, merge && entries_[merge->entry].reads_input);
  forbid_held(*run, nodes, from, to);
  forbid_excluded(*run, nodes, first_step, uint32_t(nodes.size()));
  if (merge) {
    merged_++;
    forbid_what_is_forbidden_there(*run, nodes, *merge);
  }
  size_t bytes = run->state.bytes();
  for (const auto &[number, kept] : kept_)
    bytes += kept.run->state.bytes();
  if (bytes < MOST_KEPT)
    kept_[test] = {run, {nodes.begin(), nodes.end()}};
}

} // namespace braid::explore
