// What must not happen, said over the state at each decision before it. It starts at the decision just before, and
// goes up until it can be seen that it is impossible whatever came before.
#include "explore/lift.h"
#include "explore/merging/merge_book.h"

#include <algorithm>

namespace braid::explore {

namespace {

constexpr size_t MOST_GUARDS = 2048; // at one decision; beyond that nothing is merged there

bool shares_symbol(std::span<const expr::Symbol> left, const std::set<expr::Symbol> &right) {
  return std::any_of(left.begin(), left.end(), [&](expr::Symbol symbol) { return right.contains(symbol); });
}

} // namespace

// That what the value is made of must be as it is. False if that is no number.
bool MergeBook::pin(MergeEntry &entry, Run &run, const RunState::Point &point, trace::Label label) {
  const Expr e = run.state.over(&point, label);
  if (e == 0)
    return false;
  std::vector<std::pair<StateSymbols::Place, uint64_t>> found;
  for (const expr::Symbol symbol : store_.support(e)) {
    const StateSymbols::Place *place = state_.place(symbol);
    if (place == nullptr)
      return false;
    const Expr now = run.state.content(*place, point, nullptr);
    if (now == 0 || !store_.is_constant(now) || place->bytes > 8)
      return false;
    found.emplace_back(*place, uint64_t(*store_.constant(now)));
  }
  entry.pins.insert(found.begin(), found.end());
  return true;
}

// Whether the conditions speak of nothing but what must be as it is; they are impossible then, as they were.
bool MergeBook::is_implied(const MergeEntry &entry, std::span<const Expr> conditions) {
  return std::all_of(conditions.begin(), conditions.end(), [&](Expr e) {
    const std::span<const expr::Symbol> support = store_.support(e);
    return std::all_of(support.begin(), support.end(), [&](expr::Symbol symbol) {
      const StateSymbols::Place *place = state_.place(symbol);
      return place != nullptr && entry.pins.contains(*place);
    });
  });
}

// "What lies there is not this number", if that is all that an expression says.
std::optional<std::pair<StateSymbols::Place, uint64_t>> MergeBook::pinned_by(Expr e) const {
  const braid_node &node = store_[e];
  if (node.op != BRAID_OP_XOR || node.width != 1 || !store_.is_constant(node.b, 1))
    return std::nullopt;
  const braid_node &equality = store_[node.a];
  if (equality.op != BRAID_OP_EQ || !store_.is_constant(equality.b) || !store_.is_symbol(equality.a))
    return std::nullopt;
  const StateSymbols::Place *place = state_.place(store_.symbol_of(equality.a));
  if (place == nullptr || place->bytes > 8)
    return std::nullopt;
  return std::pair(*place, uint64_t(*store_.constant(equality.b)));
}

// Says it over the state at a point. Whether it has to be said further up, too.
bool MergeBook::forbid_at(MergeEntry &entry, Run &run, uint32_t step, const RunState::Point &point,
                          const Forbidden &what) {
  Guard guard{{}, what.check};
  bool has_all = what.is_enough, is_impossible_here = false;
  std::set<expr::Symbol> symbols;
  const auto add = [&](Expr e) {
    is_impossible_here = is_impossible_here || store_.is_constant(e, 0);
    if (store_.is_constant(e))
      return;
    guard.conditions.push_back(e);
    const std::span<const expr::Symbol> support = store_.support(e);
    symbols.insert(support.begin(), support.end());
  };
  for (const Over &over : what.conditions) {
    const Expr e = over(point);
    if (e == 0) {
      entry.is_lost = true;
      return true;
    }
    add(e);
  }
  if (is_impossible_here)
    return false;
  if (what.pinned != 0 && pin(entry, run, point, what.pinned))
    return true;
  if (what.check == 0 && guard.conditions.size() == 1)
    if (const auto found = pinned_by(guard.conditions.front())) {
      entry.pins.insert(*found);
      return true;
    }
  if (what.check == 0 && what.steps.empty() && is_implied(entry, guard.conditions))
    return false; // what implies it goes up, too
  for (size_t i = what.steps.size(); i-- != 0 && !is_impossible_here;) {
    if (what.steps[i] < step) {
      has_all = false;
      break;
    }
    const Expr e = taken(run, uint32_t(what.steps[i]), &point);
    if (e == 0)
      has_all = false;
    else if (what.is_enough || store_.is_constant(e) || shares_symbol(store_.support(e), symbols))
      add(e);
  }
  if (is_impossible_here)
    return false;
  std::sort(guard.conditions.begin(), guard.conditions.end());
  guard.conditions.erase(std::unique(guard.conditions.begin(), guard.conditions.end()), guard.conditions.end());
  const auto has_state = [&](Expr e) { return state_.has_state(e); };
  if (has_all && (std::none_of(guard.conditions.begin(), guard.conditions.end(), has_state) ||
                  is_impossible(guard.conditions, nullptr)))
    return false; // they contradict each other by themselves
  if (!entry.known.insert(guard.conditions).second)
    return false; // it was said before, by a run that came the same way
  entry.guards.push_back(std::move(guard));
  if (entry.guards.size() > MOST_GUARDS) {
    entry.is_lost = true;
    entry.guards = {};
  }
  return true;
}

void MergeBook::forbid(Run &run, std::span<const Node> nodes, const Forbidden &what) {
  uint32_t step = 0; // the first one that comes afterwards; at a decision itself the point comes first
  while (step < nodes.size() && run.state.event_of(step) <= what.event)
    step++;
  while (step-- != 0) {
    const RunState::Point *point = run.state.point(step);
    if (point == nullptr)
      continue;
    MergeEntry &entry = entry_of(nodes[step], run, step);
    if (!entry.is_lost && !forbid_at(entry, run, step, *point, what))
      return;
  }
}

// What had only one outcome in this run, whatever the input, can have another one with another state.
std::optional<MergeBook::Forbidden> MergeBook::forbidden_by(Run &run, uint32_t number) {
  const braid_event &event = run.state.events()[number];
  const trace::Label label = event.label;
  Forbidden what;
  what.event = number;
  switch (event.kind) {
  case BRAID_EVENT_BRANCH:
  case BRAID_EVENT_BOUNDS:
    what.conditions.push_back([this, &run, label, flag = event.flag](const RunState::Point &point) {
      const Expr e = run.state.over(&point, label);
      return e == 0 || flag == 0 ? e : store_.inverted(e);
    });
    return what;
  case BRAID_EVENT_ADDRESS:
  case BRAID_EVENT_TARGET:
  case BRAID_EVENT_LENGTH:
  case BRAID_EVENT_LOST:
  case BRAID_EVENT_OBJECT:
    what.pinned = label;
    [[fallthrough]];
  case BRAID_EVENT_SWITCH:
    what.conditions.push_back([this, &run, label](const RunState::Point &point) {
      const Expr e = run.state.over(&point, label);
      if (e == 0 || store_.width(e) > 64)
        return Expr(0);
      const Expr same = store_.constant(run.state.recorded(label), store_.width(e));
      return store_.inverted(store_.compare(BRAID_OP_EQ, e, same));
    });
    return what;
  case BRAID_EVENT_CHECK:
    what.check = run.checks.at(number);
    if (goal_ == CoverageGoal::BRANCH || is_found(what.check))
      return std::nullopt;
    forbid_error(run, number, what);
    what.conditions.push_back(
        [&run, label](const RunState::Point &point) { return run.state.over(&point, label); });
    return what;
  case BRAID_EVENT_PASSED:
  case BRAID_EVENT_RESULT:
    what.conditions.push_back([](const RunState::Point &) { return Expr(0); });
    return what;
  default:
    return std::nullopt;
  }
}

// Which decisions on the way make it impossible; if it is possible here, all of them say how to get there.
void MergeBook::forbid_error(Run &run, uint32_t number, Forbidden &what) {
  uint32_t steps = 0;
  while (steps < run.steps.size() && run.steps[steps].event < number)
    steps++;
  const Expr condition = run.state.over(nullptr, run.state.events()[number].label);
  const std::optional<std::set<size_t>> why =
      condition == 0 ? std::nullopt : why_impossible(run, steps, {condition});
  what.is_enough = why.has_value();
  if (why)
    what.steps.assign(why->begin(), why->end());
  else
    for (size_t i = 0; i < steps; i++)
      what.steps.push_back(i);
}

void MergeBook::forbid_held(Run &run, std::span<const Node> nodes, uint32_t from, uint32_t to) {
  std::set<uint32_t> steps;
  for (uint32_t i = 0; i < run.state.steps(); i++)
    steps.insert(run.state.event_of(i));
  for (uint32_t i = from; i < to; i++)
    if (run.state.events()[i].label != 0 && !steps.contains(i))
      if (const std::optional<Forbidden> what = forbidden_by(run, i))
        forbid(run, nodes, *what);
}

void MergeBook::forbid_way(Run &run, std::span<const Node> nodes, uint32_t step, uint64_t choice,
                           std::span<const uint64_t> seen, const std::set<size_t> &because) {
  const Step &each = run.steps[step];
  const trace::Label label = run.state.events()[each.event].label;
  Forbidden what;
  what.event = each.event;
  what.steps.assign(because.begin(), because.end());
  what.is_enough = true;
  what.conditions.push_back([&](const RunState::Point &point) {
    Step moved = each;
    moved.expression = label != 0 && run.state.width(label) <= 64 ? run.state.over(&point, label) : 0;
    if (moved.expression == 0)
      return Expr(0);
    Expr all = store_.truth(true);
    for (const Expr condition : another_way(store_, exploration_.sites(), moved, choice, seen))
      all = store_.both(all, condition);
    return all;
  });
  forbid(run, nodes, what);
}

void MergeBook::impossible(const Candidate &candidate, std::span<const uint64_t> seen,
                           const std::set<size_t> &because) {
  const Stopwatch watch(spent_);
  end_of_this_ = Clock::now() + std::chrono::milliseconds(20);
  const auto found = kept_.find(candidate.test);
  if (!has_time() || found == kept_.end() || candidate.way.depth >= found->second.nodes.size())
    return lose_above(candidate.way.node);
  forbid_way(*found->second.run, found->second.nodes, candidate.way.depth, candidate.way.choice, seen, because);
}

// Ways that the path itself showed to be impossible: by the steps before that speak of the same input.
void MergeBook::forbid_excluded(Run &run, std::span<const Node> nodes, uint32_t from, uint32_t to) {
  std::vector<std::set<expr::Symbol>> supports(to);
  const auto support_of = [&](uint32_t step) -> const std::set<expr::Symbol> & {
    if (supports[step].empty())
      if (const Expr e = taken(run, step, nullptr); e != 0)
        supports[step].insert(store_.support(e).begin(), store_.support(e).end());
    return supports[step];
  };
  for (uint32_t i = from; i < to; i++) {
    if (run.steps[i].excluded == 0)
      continue;
    std::set<size_t> because;
    for (uint32_t before = 0; before < i; before++)
      if (const auto &support = support_of(before); std::any_of(
              support.begin(), support.end(), [&](expr::Symbol each) { return support_of(i).contains(each); }))
        because.insert(before);
    for (uint64_t choice = 0; choice < 64; choice++)
      if ((run.steps[i].excluded >> choice & 1) != 0)
        forbid_way(run, nodes, i, choice, {}, because);
  }
}

// The run ends here for the tree, and everything that is forbidden behind the other decision is forbidden behind
// it.
void MergeBook::forbid_what_is_forbidden_there(Run &run, std::span<const Node> nodes, const Merge &merge) {
  const RunState::Point &at = *run.state.point(merge.step);
  const MergeEntry &entry = entries_[merge.entry];
  for (const auto &[place, value] : entry.pins) {
    Forbidden what;
    what.event = at.event;
    const Expr wanted = store_.inverted(
        store_.compare(BRAID_OP_EQ, state_.symbol(place), store_.constant(value, 8 * place.bytes)));
    what.conditions.push_back(
        [&run, &at, wanted](const RunState::Point &point) { return run.state.moved(wanted, at, &point); });
    forbid(run, nodes, what);
  }
  for (size_t i = 0; i < entry.guards.size(); i++) {
    const Guard &guard = entry.guards[i];
    if (is_found(guard.check))
      continue;
    Forbidden what;
    what.event = at.event;
    what.check = guard.check;
    what.steps.assign(merge.because[i].begin(), merge.because[i].end());
    what.is_enough = true;
    for (const Expr condition : guard.conditions)
      what.conditions.push_back(
          [&run, &at, condition](const RunState::Point &point) { return run.state.moved(condition, at, &point); });
    forbid(run, nodes, what);
  }
  for (const auto &[place, live] : std::map(entry.live)) {
    uint32_t begin = 0, written = run.state.last_write(place.address, at.event);
    for (uint32_t byte = 1; byte <= place.bytes; byte++) {
      const uint32_t next = byte < place.bytes ? run.state.last_write(place.address + byte, at.event) : written;
      if (byte < place.bytes && next == written)
        continue;
      note_live(run, nodes, at.event, written, {place.address + begin, byte - begin});
      begin = byte;
      written = next;
    }
  }
}

// Input that is read behind a decision is other input where other was read before it.
void MergeBook::note_consumed(Run &run, std::span<const Node> nodes, uint32_t to, bool goes_on) {
  for (uint32_t step = 0; step < nodes.size(); step++)
    if (const RunState::Point *point = run.state.point(step);
        point != nullptr && (goes_on || run.state.consumed_before(to) != run.state.consumed_before(point->event)))
      entry_of(nodes[step], run, step).reads_input = true;
}

void MergeBook::note_reads(Run &run, std::span<const Node> nodes, uint32_t from, uint32_t to) {
  run.state.for_reads(from, to, [&](const StateSymbols::Place &place, uint32_t read, uint32_t written) {
    note_live(run, nodes, read, written, place);
  });
}

// What lies there is read, and was written by that event, so it is part of the state in between.
void MergeBook::note_live(Run &run, std::span<const Node> nodes, uint32_t read, uint32_t written,
                          const StateSymbols::Place &place) {
  for (uint32_t step = uint32_t(nodes.size()); step-- != 0;) {
    const RunState::Point *point = run.state.point(step);
    if (point == nullptr || point->event >= read)
      continue;
    if (written != RunState::NEVER && written > point->event)
      return;
    MergeEntry &entry = entry_of(nodes[step], run, step);
    if (entry.is_lost)
      continue;
    const auto [found, is_new] = entry.live.try_emplace(place);
    if (!is_new)
      return; // by a run that came the same way
    found->second.is_written = run.state.is_written(place, *point);
    found->second.content = goal_ == CoverageGoal::CONTEXT ? run.state.content(place, *point, nullptr) : 0;
  }
}

} // namespace braid::explore
