#include "explore/lift.h"

#include "explore/samples.h"
#include "trace/names.h"

#include <algorithm>
#include <cstring>

namespace braid::explore {

using trace::Label;

namespace {

bool same_operation(const braid_node &left, const braid_node &right) {
  return left.op == right.op && left.width == right.width && left.a == right.a && left.b == right.b &&
         left.c == right.c && (left.op != BRAID_OP_CONST || left.value == right.value);
}

bool same_source(const braid_source &left, const braid_source &right) {
  return left.kind == right.kind && left.index == right.index && std::strcmp(left.name, right.name) == 0;
}

bool same_event(const braid_event &left, const braid_event &right) {
  return left.kind == right.kind && left.flag == right.flag && left.aux == right.aux && left.site == right.site &&
         left.label == right.label && left.extra == right.extra;
}

bool is_value(const braid_event &event) {
  return event.kind == BRAID_EVENT_ADDRESS || event.kind == BRAID_EVENT_TARGET ||
         event.kind == BRAID_EVENT_LENGTH || event.kind == BRAID_EVENT_LOST;
}

Expr equal(expr::Store &store, Expr e, expr::Value value) {
  return store.compare(BRAID_OP_EQ, e, store.constant(value, store.width(e)));
}

// An access of so many bytes at this address goes to this object.
Expr within(expr::Store &store, Expr address, uint64_t object, uint32_t bytes) {
  const Expr first = store.constant(BRAID_OBJECT_ADDRESS(object), 64);
  return store.compare(BRAID_OP_ULE, store.binary(BRAID_OP_SUB, address, first),
                       store.constant(BRAID_OBJECT_BYTES(object) - bytes, 64));
}

// What a value must satisfy to go a way of a switch. Many conditions all of which have to hold for the default,
// and one for the others.
std::vector<Expr> way_conditions(expr::Store &store, const SiteFacts &site, Expr e, uint64_t way) {
  std::vector<Expr> conditions;
  if (way == 0) {
    for (size_t i = 0; i < site.cases.size(); i++)
      if (site.ways[i] != 0)
        conditions.push_back(store.inverted(equal(store, e, site.cases[i])));
    return conditions;
  }
  Expr any = store.truth(false);
  for (size_t i = 0; i < site.cases.size(); i++)
    if (site.ways[i] == way)
      any = store.either(any, equal(store, e, site.cases[i]));
  return {any};
}

} // namespace

// Sources are known by their names, which are numbered where they repeat. Returns how many are as they were.
size_t Lift::name_sources(const trace::View &view) {
  const std::span<const braid_source> all = view.sources();
  size_t same = 0;
  while (same < all.size() && same < named_.size() && same_source(all[same], named_[same]))
    same++;
  if (same == all.size() && same == named_.size())
    return same;
  const trace::SourceNames names(view);
  sources_.resize(same);
  named_.assign(all.begin(), all.end());
  for (uint32_t source = uint32_t(same); source < all.size(); source++)
    sources_.push_back(symbols_.source(names.source(source)));
  return same;
}

// Leaves in the path and in the expressions what the new run shares with the one before.
void Lift::keep_common_part(const trace::View &view) {
  const size_t sources = name_sources(view), most = std::min(nodes_.size(), view.nodes().size());
  const auto is_of_another_source = [&](const braid_node &node) {
    return (node.op == BRAID_OP_INPUT || node.op == BRAID_OP_SIZE) && node.a >= sources;
  };
  const auto has_other_contents = [&](const braid_node &node) {
    const std::span<const uint8_t> now = view.contents(node);
    return !std::equal(now.begin(), now.end(), contents_.begin() + ptrdiff_t(node.a));
  };
  size_t nodes = std::min<size_t>(most, 1); // entry 0 is not a node
  while (nodes < most && same_operation(nodes_[nodes], view.node(Label(nodes))) &&
         !is_of_another_source(nodes_[nodes]) &&
         !(nodes_[nodes].op == BRAID_OP_MEMORY && has_other_contents(nodes_[nodes])))
    nodes++;
  // Of wide values the nodes have only a part.
  const auto is_same_value = [&](Label label) {
    return view.node(label).width <= 64 && view.node(label).value == nodes_[label].value;
  };
  const std::span<const braid_event> events = view.events();
  size_t common = 0;
  while (common < events.size() && common < events_.size() && same_event(events[common], events_[common]) &&
         events[common].label < nodes &&
         (events[common].kind != BRAID_EVENT_OBJECT || events[common].extra < nodes) &&
         (!is_value(events[common]) || is_same_value(events[common].label)))
    common++;
  const size_t steps = common < steps_before_.size() ? steps_before_[common] : path_.steps.size();
  path_.steps.resize(steps);
  path_.constraints.resize(steps == 0 ? 0 : path_.steps.back().constraints);
  domains_.keep(path_.constraints.size());
  while (!call_events_.empty() && call_events_.back() >= common) {
    call_events_.pop_back();
    path_.calls.pop_back();
  }
  while (!check_events_.empty() && check_events_.back() >= common) {
    check_events_.pop_back();
    path_.checks.pop_back();
  }
  objects_.keep(Label(nodes));
  contents_.assign(view.contents().begin(), view.contents().end());
  expressions_.resize(nodes);
  expressions_.resize(view.nodes().size());
  nodes_.resize(nodes);
  nodes_.insert(nodes_.end(), view.nodes().begin() + ptrdiff_t(nodes), view.nodes().end());
  // Values differ, also where operations are the same.
  std::copy(view.nodes().begin(), view.nodes().begin() + ptrdiff_t(nodes), nodes_.begin());
  events_.resize(common);
  steps_before_.resize(common);
}

void Lift::read(const trace::View &view) {
  keep_common_part(view);
  for (size_t i = events_.size(); i < view.events().size(); i++) {
    const braid_event &event = view.events()[i];
    events_.push_back(event);
    steps_before_.push_back(uint32_t(path_.steps.size()));
    if (event.kind == BRAID_EVENT_CHECK)
      add_check(view, event);
    else if (event.label != 0)
      add(view, event);
  }
}

Expr Lift::made(const trace::View &view, const braid_node &node) {
  switch (node.op) {
  case BRAID_OP_CONST:
    return store_.constant(expr::constant_of(node), node.width);
  case BRAID_OP_INPUT:
    return symbols_.byte(sources_[node.a], node.b);
  case BRAID_OP_SIZE:
    return symbols_.size(sources_[node.a]);
  case BRAID_OP_LOAD:
    return objects_.load(view, node, expressions_);
  case BRAID_OP_HELD:
    return expressions_[node.a];
  case BRAID_OP_MEMORY:
  case BRAID_OP_STORE:
    return store_.truth(true); // of no meaning: only loads look at it, and by its label
  default:
    break;
  }
  const unsigned operands = expr::operation_of(node).operands;
  const uint32_t b = operands > 1 ? expressions_[node.b] : node.b; // EXTRACT has the number of a bit there
  return store_.make(node.op, node.width, expressions_[node.a], b, operands > 2 ? expressions_[node.c] : 0);
}

Expr Lift::lift(const trace::View &view, Label wanted) {
  pending_.assign(1, wanted);
  while (!pending_.empty()) {
    const Label label = pending_.back();
    if (expressions_[label] != 0) {
      pending_.pop_back();
      continue;
    }
    const braid_node &node = view.node(label);
    const size_t before = pending_.size();
    for (unsigned i = 0; i < expr::operation_of(node).operands; i++)
      if (const Label operand = expr::operand(node, i); expressions_[operand] == 0)
        pending_.push_back(operand);
    if (pending_.size() != before)
      continue;
    pending_.pop_back();
    expressions_[label] = made(view, node);
    lifted_++;
  }
  return expressions_[wanted];
}

// What the label was in the run. Nodes keep 64 bits of it.
expr::Value Lift::recorded(const trace::View &view, Label label) {
  if (view.node(label).width <= 64)
    return view.node(label).value;
  std::vector<std::span<const uint8_t>> contents;
  contents.reserve(sources_.size());
  for (uint32_t source = 0; source < sources_.size(); source++)
    contents.push_back(view.data(source));
  const expr::Assignment own = symbols_.assignment(sources_, contents);
  expr::Evaluator evaluator(store_);
  evaluator.assign(own);
  return evaluator.value(expressions_[label]);
}

void Lift::add_step(const trace::View &view, const braid_event &event, Expr e, StepKind kind, uint64_t choice,
                    std::span<const Expr> constraints) {
  size_t before = path_.constraints.size();
  for (const Expr constraint : constraints)
    if (!store_.is_constant(constraint, 1))
      path_.constraints.push_back(constraint);
  if (path_.constraints.size() == before && kind != StepKind::ASSUME)
    return;
  const Site site = sites_(view, event.site);
  const bool in_model =
      view.site(event.site).in_model != 0 &&
      (event.kind == BRAID_EVENT_BRANCH || event.kind == BRAID_EVENT_LOST || event.kind == BRAID_EVENT_LENGTH);
  Step step{kind,
            event.kind,
            uint8_t(event.kind == BRAID_EVENT_LOST ? event.aux : 0),
            event.kind == BRAID_EVENT_LENGTH && event.aux != 0,
            site,
            in_model ? sites_(view, event.extra) : 0,
            e,
            kind == StepKind::SWITCH           ? sites_.table()[site].way_count
            : event.kind == BRAID_EVENT_OBJECT ? event.aux
                                               : 2u,
            uint32_t(path_.constraints.size()),
            choice,
            uint32_t(events_.size() - 1)};
  step.excluded = excluded(step, constraints);
  for (; before < path_.constraints.size(); before++)
    domains_.add(path_.constraints[before], kind != StepKind::VALUE);
  path_.steps.push_back(step);
}

// The ways that the path before this step does not leave open; `constraints` are those of the way that was gone.
uint64_t Lift::excluded(const Step &step, std::span<const Expr> constraints) {
  const bool only_way = std::all_of(constraints.begin(), constraints.end(), [&](Expr constraint) {
    return store_.is_constant(constraint) || domains_.is_implied(constraint);
  });
  if (step.kind == StepKind::VALUE)
    return only_way ? 1 : 0;
  const uint64_t ways = step.ways < 64 ? (uint64_t(1) << step.ways) - 1 : ~uint64_t(0);
  const uint64_t others = step.choice < 64 ? ways & ~(uint64_t(1) << step.choice) : ways;
  if (only_way || step.kind != StepKind::SWITCH)
    return only_way ? others : 0;
  const SiteFacts &site = sites_.table()[step.site];
  uint64_t found = 0;
  for (uint64_t way = 0; way < 64; way++)
    if ((others >> way & 1) != 0 && domains_.is_excluded(way_conditions(store_, site, step.expression, way)))
      found |= uint64_t(1) << way;
  return found;
}

// The arguments were told before the call.
void Lift::add_call(const trace::View &view, const braid_event &event) {
  std::vector<Expr> arguments;
  for (size_t i = events_.size() - 1; i-- != 0;)
    if (const braid_event &passed = events_[i]; passed.kind == BRAID_EVENT_PASSED && passed.extra == event.extra) {
      arguments.push_back(lift(view, passed.label));
      if (passed.aux == 0)
        break;
    }
  std::reverse(arguments.begin(), arguments.end());
  std::vector<unsigned> widths;
  widths.reserve(arguments.size());
  for (const Expr argument : arguments)
    widths.push_back(store_.width(argument));
  const Expr result = lift(view, event.label);
  call_events_.push_back(events_.size() - 1);
  path_.calls.push_back(
      {black_box_name(view.name(event.extra), widths, store_.width(result)), std::move(arguments), result});
}

// One that no input of the path so far makes go wrong is of no interest to anybody.
void Lift::add_check(const trace::View &view, const braid_event &event) {
  const Expr condition = event.label != 0 ? lift(view, event.label) : 0;
  const bool happened = event.flag != 0;
  if (!happened && (condition == 0 || store_.is_constant(condition) || domains_.is_excluded({&condition, 1})))
    return;
  check_events_.push_back(events_.size() - 1);
  path_.checks.push_back({event.aux, happened, sites_(view, event.site),
                          view.site(event.site).in_model != 0 ? sites_(view, event.extra) : 0, condition,
                          uint32_t(path_.steps.size()), uint32_t(path_.constraints.size())});
}

void Lift::add_value(const trace::View &view, const braid_event &event, Expr e, uint64_t value) {
  const Expr condition = equal(store_, e, value);
  add_step(view, event, e, StepKind::VALUE, value, {&condition, 1});
}

void Lift::add(const trace::View &view, const braid_event &event) {
  switch (event.kind) {
  case BRAID_EVENT_BRANCH:
  case BRAID_EVENT_BOUNDS:
  case BRAID_EVENT_ASSUME: {
    const Expr e = lift(view, event.label);
    const Expr condition = event.flag != 0 ? e : store_.inverted(e);
    return add_step(view, event, e, event.kind == BRAID_EVENT_ASSUME ? StepKind::ASSUME : StepKind::BRANCH,
                    event.flag != 0 ? 1 : 0, {&condition, 1});
  }
  case BRAID_EVENT_SWITCH: {
    const Expr e = lift(view, event.label);
    const SiteFacts &site = sites_.table()[sites_(view, event.site)];
    if (site.cases.empty())
      break; // they did not fit into the trace; only the value itself is sure
    const uint64_t way = event.extra == 0 ? 0 : site.ways[event.extra - 1];
    return add_step(view, event, e, StepKind::SWITCH, way, way_conditions(store_, site, e, way));
  }
  case BRAID_EVENT_OBJECT: {
    const Expr e = lift(view, event.label);
    const uint64_t object = view.node(event.extra).value;
    if (BRAID_OBJECT_BYTES(object) < event.aux)
      return; // no runtime says that
    const Expr condition = within(store_, e, object, event.aux);
    return add_step(view, event, e, StepKind::VALUE, object, {&condition, 1});
  }
  case BRAID_EVENT_RESULT:
    return add_call(view, event);
  case BRAID_EVENT_LOST:
    if (!asks_for_value(event.aux, policy_))
      return;
    break;
  case BRAID_EVENT_ADDRESS:
  case BRAID_EVENT_TARGET:
  case BRAID_EVENT_LENGTH:
    break;
  default:
    return;
  }
  const Expr e = lift(view, event.label);
  const expr::Value value = recorded(view, event.label);
  const unsigned width = store_.width(e);
  if (width > 64)
    add_value(view, event, store_.extract(e, 64, width - 64), uint64_t(value >> 64));
  add_value(view, event, width > 64 ? store_.extract(e, 0, 64) : e, uint64_t(value));
}

std::vector<Expr> way_taken(expr::Store &store, const SiteTable &sites, const Step &step) {
  switch (step.kind) {
  case StepKind::BRANCH:
  case StepKind::ASSUME:
    return {step.choice != 0 ? step.expression : store.inverted(step.expression)};
  case StepKind::SWITCH:
    return way_conditions(store, sites[step.site], step.expression, step.choice);
  case StepKind::VALUE:
    return {step.event_kind == BRAID_EVENT_OBJECT ? within(store, step.expression, step.choice, step.ways)
                                                  : equal(store, step.expression, step.choice)};
  }
  return {};
}

std::vector<Expr> another_way(expr::Store &store, const SiteTable &sites, const Step &step, uint64_t choice,
                              std::span<const uint64_t> seen) {
  switch (step.kind) {
  case StepKind::BRANCH:
  case StepKind::ASSUME:
    return {choice != 0 ? step.expression : store.inverted(step.expression)};
  case StepKind::SWITCH: {
    const SiteFacts &site = sites[step.site];
    std::vector<Expr> conditions = way_conditions(store, site, step.expression, choice);
    if (choice == 0) { // what the run did not satisfy comes last: the case that it took
      Expr own = store.truth(true);
      std::vector<Expr> ordered;
      size_t next = 0;
      for (size_t i = 0; i < site.cases.size(); i++)
        if (site.ways[i] != 0) {
          if (site.ways[i] == step.choice)
            own = store.both(own, conditions[next]);
          else
            ordered.push_back(conditions[next]);
          next++;
        }
      ordered.push_back(own);
      return ordered;
    }
    return conditions;
  }
  case StepKind::VALUE: {
    const auto is_other = [&](uint64_t value) {
      return store.inverted(step.event_kind == BRAID_EVENT_OBJECT
                                ? within(store, step.expression, value, step.ways)
                                : equal(store, step.expression, value));
    };
    std::vector<Expr> conditions;
    for (const uint64_t value : seen)
      if (value != step.choice)
        conditions.push_back(is_other(value));
    conditions.push_back(is_other(step.choice));
    return conditions;
  }
  }
  return {};
}

} // namespace braid::explore
