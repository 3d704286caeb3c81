#include "explore/lift.h"

#include "trace/names.h"

#include <algorithm>

namespace braid::explore {

using trace::Label;

namespace {

// Whether the path depends on the event's label.
bool asks(const braid_event &event) {
  switch (event.kind) {
  case BRAID_EVENT_BRANCH:
  case BRAID_EVENT_SWITCH:
  case BRAID_EVENT_ASSUME:
  case BRAID_EVENT_ADDRESS:
  case BRAID_EVENT_TARGET:
  case BRAID_EVENT_LENGTH:
    return event.label != 0;
  default:
    return false;
  }
}

} // namespace

Lift::Lift(const trace::View &view, expr::Store &store, InputSymbols &symbols)
    : view_(view), store_(store), symbols_(symbols), expressions_(view.nodes().size()) {
  const trace::SourceNames names(view);
  for (uint32_t source = 0; source < view.sources().size(); source++)
    sources_.push_back(symbols.source(names.source(source)));
  lift_nodes();
  for (uint32_t event = 0; event < view.events().size(); event++)
    if (asks(view.events()[event]))
      add_event(event);
}

// Operands have smaller labels than their users, so going down the table meets every user before its operands.
std::vector<bool> Lift::needed() const {
  std::vector<bool> needed(view_.nodes().size());
  Label last = 0;
  for (const braid_event &event : view_.events())
    if (asks(event)) {
      needed[event.label] = true;
      last = std::max(last, event.label);
    }
  for (Label label = last; label != 0; label--)
    if (needed[label]) {
      const braid_node &node = view_.node(label);
      for (unsigned i = 0; i < expr::operation_of(node).operands; i++)
        needed[expr::operand(node, i)] = true;
    }
  return needed;
}

void Lift::lift_nodes() {
  const std::vector<bool> wanted = needed();
  for (Label label = 1; label < wanted.size(); label++)
    if (wanted[label]) {
      expressions_[label] = lifted(view_.node(label));
      lifted_++;
    }
}

Expr Lift::lifted(const braid_node &node) {
  switch (node.op) {
  case BRAID_OP_CONST:
    return store_.constant(expr::constant_of(node), node.width);
  case BRAID_OP_INPUT:
    return symbols_.byte(sources_[node.a], node.b);
  case BRAID_OP_SIZE:
    return symbols_.size(sources_[node.a]);
  default:
    break;
  }
  const unsigned operands = expr::operation_of(node).operands;
  const uint32_t b = operands > 1 ? expressions_[node.b] : node.b; // EXTRACT has the number of a bit there
  return store_.make(node.op, node.width, expressions_[node.a], b, operands > 2 ? expressions_[node.c] : 0);
}

Expr Lift::equal(Expr e, expr::Value value) {
  return store_.compare(BRAID_OP_EQ, e, store_.constant(value, store_.width(e)));
}

// What the label was in the run. Nodes keep 64 bits of it.
expr::Value Lift::recorded(Label label) {
  if (view_.node(label).width <= 64)
    return view_.node(label).value;
  const expr::Assignment own = assignment();
  expr::Evaluator evaluator(store_);
  evaluator.assign(own);
  return evaluator.value(expressions_[label]);
}

void Lift::add_event(uint32_t number) {
  const braid_event &event = view_.events()[number];
  const Expr e = expressions_[event.label];
  const auto add = [&](Expr condition) {
    if (!store_.is_constant(condition, 1))
      path_.push_back({condition, number, event.site});
  };
  switch (event.kind) {
  case BRAID_EVENT_BRANCH:
  case BRAID_EVENT_ASSUME:
    return add(event.flag != 0 ? e : store_.inverted(e));
  case BRAID_EVENT_SWITCH:
    if (const braid_site &site = view_.site(event.site); event.extra == 0 && site.case_count != 0) {
      for (const uint64_t excluded : view_.cases(site))
        add(store_.inverted(equal(e, excluded)));
      return;
    }
    [[fallthrough]]; // without known cases only the value itself is sure
  default:
    return add(equal(e, recorded(event.label)));
  }
}

std::vector<Alternative> Lift::alternatives(uint32_t number) {
  std::vector<Alternative> found;
  const braid_event &event = view_.events()[number];
  if (!asks(event))
    return found;
  const Expr e = expressions_[event.label];
  const auto add = [&](Expr condition, uint32_t choice) {
    found.push_back({condition, number, event.site, choice});
  };
  switch (event.kind) {
  case BRAID_EVENT_BRANCH:
    add(event.flag != 0 ? store_.inverted(e) : e, event.flag != 0 ? 0 : 1);
    break;
  case BRAID_EVENT_ASSUME: // who broke it can keep it; nobody wants it broken
    if (event.flag == 0)
      add(e, 1);
    break;
  case BRAID_EVENT_SWITCH: {
    const std::span<const uint64_t> cases = view_.cases(view_.site(event.site));
    Expr none = store_.truth(true);
    for (uint32_t i = 0; i < cases.size(); i++) {
      const Expr chosen = equal(e, cases[i]);
      none = store_.both(none, store_.inverted(chosen));
      if (event.extra != i + 1)
        add(chosen, i + 1);
    }
    if (event.extra != 0 && !cases.empty())
      add(none, 0);
    break;
  }
  default:
    break;
  }
  return found;
}

expr::Assignment Lift::assignment() const {
  expr::Assignment assignment;
  for (uint32_t source = 0; source < sources_.size(); source++) {
    const std::span<const uint8_t> data = view_.data(source);
    const std::span<const Expr> bytes = symbols_.bytes(sources_[source]);
    for (size_t i = 0; i < bytes.size(); i++)
      if (bytes[i] != 0)
        assignment.set(store_.symbol_of(bytes[i]), i < data.size() ? data[i] : 0);
    if (const Expr size = symbols_.known_size(sources_[source]))
      assignment.set(store_.symbol_of(size), data.size());
  }
  return assignment;
}

std::vector<std::vector<uint8_t>> Lift::contents(const expr::Assignment &model, size_t longest) const {
  std::vector<std::vector<uint8_t>> contents;
  for (uint32_t source = 0; source < sources_.size(); source++) {
    const std::span<const uint8_t> data = view_.data(source);
    std::vector<uint8_t> &result = contents.emplace_back(data.begin(), data.end());
    const auto speaks_of = [&](Expr e) { return e != 0 && store_.symbol_of(e) < model.size(); };
    if (const Expr size = symbols_.known_size(sources_[source]); speaks_of(size))
      result.resize(size_t(std::min<expr::Value>(model[store_.symbol_of(size)], longest)));
    const std::span<const Expr> bytes = symbols_.bytes(sources_[source]);
    for (size_t i = 0; i < std::min(bytes.size(), result.size()); i++)
      if (speaks_of(bytes[i]))
        result[i] = uint8_t(model[store_.symbol_of(bytes[i])]);
  }
  return contents;
}

} // namespace braid::explore
