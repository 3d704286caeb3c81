#include "explore/merging/run_state.h"

#include "expr/substitute.h"

#include <algorithm>

namespace braid::explore {

using trace::Label;

namespace {

uint32_t bytes_of(const braid_event &write) { return write.aux & 0xff; }

} // namespace

RunState::RunState(const trace::View &view, const Path &path, expr::Store &store, InputSymbols &symbols,
                   StateSymbols &state, std::vector<uint32_t> sources)
    : store_(store), symbols_(symbols), state_(state), sources_(std::move(sources)),
      nodes_(view.nodes().begin(), view.nodes().end()), events_(view.events().begin(), view.events().end()) {
  for (uint32_t i = 0; i < events_.size(); i++) {
    const braid_event &event = events_[i];
    if (event.kind == BRAID_EVENT_WRITE) {
      const uint64_t first = address_of(event), last = first + bytes_of(event) - 1;
      for (uint64_t each = first / 8; each <= last / 8; each++)
        writes_.emplace_back(each, i);
    } else if (event.kind == BRAID_EVENT_CONSUMED) {
      consumed_.emplace_back(i, address_of(event));
    } else if (event.kind == BRAID_EVENT_OPAQUE || event.kind == BRAID_EVENT_THREAD ||
               event.kind == BRAID_EVENT_FORK) {
      opaque_from_ = std::min(opaque_from_, i);
    }
  }
  std::sort(writes_.begin(), writes_.end());
  for (const Step &step : path.steps) {
    step_events_.push_back(step.event);
    Point point;
    if (step.event >= 2 && events_[step.event - 1].kind == BRAID_EVENT_POINT &&
        events_[step.event - 2].kind == BRAID_EVENT_STACK) {
      const braid_event &found = events_[step.event - 1];
      point = {uint64_t(found.site) << 16 | found.aux, step.event - 1, address_of(events_[step.event - 2])};
    }
    points_.push_back(point);
  }
}

size_t RunState::bytes() const {
  constexpr size_t ENTRY = 40; // of a hash table
  return nodes_.size() * sizeof(braid_node) + events_.size() * sizeof(braid_event) +
         writes_.size() * sizeof writes_[0] + found_.size() * ENTRY;
}

uint64_t RunState::consumed_before(uint32_t event) const {
  const auto next = std::lower_bound(consumed_.begin(), consumed_.end(), std::pair(event, uint64_t(0)));
  return next == consumed_.begin() ? 0 : std::prev(next)->second;
}

uint32_t RunState::last_write(uint64_t address, uint32_t before) const {
  auto next = std::lower_bound(writes_.begin(), writes_.end(), std::pair(address / 8, before));
  while (next != writes_.begin() && std::prev(next)->first == address / 8) {
    --next;
    const braid_event &write = events_[next->second];
    if (address - address_of(write) < bytes_of(write))
      return next->second;
  }
  return NEVER;
}

Expr RunState::known(Label label, const Point *cut) const {
  const auto found = found_.find(uint64_t(cut != nullptr ? cut->event + 1 : 0) << 32 | label);
  return found == found_.end() ? UNKNOWN : found->second;
}

// What was read: from memory that was written before the cut, or from what was written since.
Expr RunState::held(const braid_node &node, const Point *cut) {
  if (cut == nullptr)
    return known(node.a, cut);
  const StateSymbols::Place place{address_of(events_[node.b]), events_[node.b].aux};
  uint32_t since = 0;
  for (uint32_t i = 0; i < place.bytes; i++) {
    const uint32_t written = last_write(place.address + i, node.b);
    // A decision looks at what was read just before it; that is the state if it was not changed in between.
    if (node.b < cut->event && last_write(place.address + i, cut->event) != written)
      return UNKNOWN;
    since += written != NEVER && written > cut->event ? 1 : 0;
  }
  if (since == 0)
    return state_.symbol(place);
  return since == place.bytes ? known(node.a, cut) : assembled(place, node.b, cut);
}

Expr RunState::made(const braid_node &node, const Point *cut) {
  switch (node.op) {
  case BRAID_OP_CONST:
    return store_.constant(expr::constant_of(node), node.width);
  case BRAID_OP_INPUT:
    return symbols_.byte(sources_[node.a], node.b);
  case BRAID_OP_SIZE:
    return symbols_.size(sources_[node.a]);
  case BRAID_OP_HELD:
    return held(node, cut);
  case BRAID_OP_MEMORY:
  case BRAID_OP_STORE:
  case BRAID_OP_LOAD:
    return UNKNOWN;
  default:
    break;
  }
  const unsigned operands = expr::operation_of(node).operands;
  Expr values[3] = {0, 0, 0};
  for (unsigned i = 0; i < operands; i++) {
    values[i] = known(expr::operand(node, i), cut);
    if (values[i] == UNKNOWN)
      return UNKNOWN;
  }
  return store_.make(node.op, node.width, values[0], operands > 1 ? values[1] : node.b, values[2]);
}

Expr RunState::value(Label wanted, const Point *cut) {
  const uint64_t base = uint64_t(cut != nullptr ? cut->event + 1 : 0) << 32;
  std::vector<Label> pending{wanted};
  while (!pending.empty()) {
    const Label label = pending.back();
    if (found_.contains(base | label)) {
      pending.pop_back();
      continue;
    }
    const braid_node &node = nodes_[label];
    const size_t before = pending.size();
    for (unsigned i = 0; i < expr::operation_of(node).operands; i++)
      if (const Label operand = expr::operand(node, i); !found_.contains(base | operand))
        pending.push_back(operand);
    if (pending.size() != before)
      continue;
    pending.pop_back();
    const Expr e = made(node, cut);
    found_[base | label] = e;
  }
  return found_[base | wanted];
}

Expr RunState::over(const Point *point, Label label) {
  const Expr e = value(label, point);
  return e == UNKNOWN ? 0 : e;
}

// One byte as it is before an event.
Expr RunState::byte_at(uint64_t address, uint32_t before, const Point *cut) {
  const uint32_t last = last_write(address, before);
  if (last == NEVER || (cut != nullptr && last < cut->event))
    return cut != nullptr ? state_.symbol({address, 1}) : UNKNOWN;
  const braid_event &write = events_[last];
  if (write.label == 0)
    return UNKNOWN;
  const Expr whole = value(write.label, cut);
  if (whole == UNKNOWN)
    return UNKNOWN;
  const unsigned low = unsigned(8 * (address - address_of(write) + (write.aux >> 8)));
  if (low >= store_.width(whole))
    return store_.constant(0, 8);
  const unsigned width = std::min(8U, store_.width(whole) - low);
  const Expr part = width == store_.width(whole) ? whole : store_.extract(whole, low, width);
  return store_.resize(part, 8, false);
}

Expr RunState::assembled(const StateSymbols::Place &place, uint32_t before, const Point *cut) {
  if (place.bytes > 16)
    return UNKNOWN;
  Expr whole = 0;
  for (uint32_t i = 0; i < place.bytes; i++) {
    const Expr byte = byte_at(place.address + i, before, cut);
    if (byte == UNKNOWN)
      return UNKNOWN;
    whole = i == 0 ? byte : store_.concat(byte, whole);
  }
  return whole;
}

Expr RunState::content(const StateSymbols::Place &place, const Point &at, const Point *earlier) {
  if (earlier != nullptr) { // all of it as it was then?
    bool is_old = true;
    for (uint32_t i = 0; i < place.bytes && is_old; i++) {
      const uint32_t last = last_write(place.address + i, at.event);
      is_old = last == NEVER || last < earlier->event;
    }
    if (is_old)
      return state_.symbol(place);
  }
  const Expr e = assembled(place, at.event, earlier);
  return e == UNKNOWN ? 0 : e;
}

Expr RunState::moved(Expr e, const Point &at, const Point *earlier) {
  expr::Substitution substitution(store_);
  const std::span<const expr::Symbol> support = store_.support(e);
  for (const expr::Symbol symbol : std::vector(support.begin(), support.end()))
    if (const StateSymbols::Place *place = state_.place(symbol)) {
      const Expr now = content(*place, at, earlier);
      if (now == 0)
        return 0;
      substitution.set(symbol, now);
    }
  return substitution(e);
}

bool RunState::is_written(const StateSymbols::Place &place, const Point &at) const {
  for (uint32_t i = 0; i < place.bytes; i++) {
    const uint32_t last = last_write(place.address + i, at.event);
    if (last == NEVER || events_[last].label == 0)
      return false;
  }
  return true;
}

RunState::Written RunState::written_before(const Point &point) const {
  constexpr uint64_t DEEPEST = uint64_t(64) << 20;
  Written found;
  for (const auto &[eight, event] : writes_) {
    if (event >= point.event)
      continue;
    const uint64_t first = address_of(events_[event]), end = first + bytes_of(events_[event]);
    uint8_t mask = 0;
    for (uint64_t i = std::max(first, 8 * eight); i < std::min(end, 8 * eight + 8); i++)
      if (i >= point.stack || i < point.stack - DEEPEST)
        mask |= uint8_t(1U << i % 8);
    if (mask == 0)
      continue;
    if (!found.empty() && found.back().first == eight)
      found.back().second |= mask;
    else
      found.emplace_back(eight, mask);
  }
  return found;
}

} // namespace braid::explore
