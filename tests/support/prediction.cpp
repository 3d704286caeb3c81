#include "prediction.h"

#include "expr/floating.h"

#include <algorithm>
#include <fmt/format.h>

namespace braid::verify {

namespace {

using trace::Label;
using trace::Value;
using trace::View;

// Conditions over more bytes than this are not searched: one of them seldom decides alone.
constexpr size_t most_bytes = 64;

trace::Assignment assignment_of(const View &view, const Bytes &bytes) {
  trace::Assignment assignment(view);
  for (uint32_t source = 0; source < bytes.size(); source++)
    assignment.set(source, bytes[source]);
  return assignment;
}

uint32_t selected_case(const View &view, const braid_event &event, Value value) {
  const std::span<const uint64_t> cases = view.cases(view.site(event.site));
  for (uint32_t i = 0; i < cases.size(); i++)
    if (cases[i] == value)
      return i + 1;
  return 0;
}

enum class Step { SAME, TURNS, UNCERTAIN, UNKNOWN };

bool is_only_possible(const braid_event &loss) {
  return loss.aux == BRAID_LOST_RETURN || loss.aux == BRAID_LOST_SHOWN || loss.aux == BRAID_LOST_OUTPUT;
}

// What the value of the event's label in another run means for that run.
Step step_of(const View &view, const braid_event &event, Value value) {
  switch (event.kind) {
  case BRAID_EVENT_BRANCH:
  case BRAID_EVENT_BOUNDS:
  case BRAID_EVENT_ASSUME:
    return value == event.flag ? Step::SAME : Step::TURNS;
  case BRAID_EVENT_SWITCH:
    return selected_case(view, event, value) == event.extra ? Step::SAME : Step::TURNS;
  case BRAID_EVENT_OBJECT: {
    const uint64_t object = view.node(event.extra).value, offset = uint64_t(value) - BRAID_OBJECT_ADDRESS(object);
    return offset <= BRAID_OBJECT_BYTES(object) - event.aux ? Step::SAME : Step::UNKNOWN;
  }
  case BRAID_EVENT_ADDRESS: // made concrete: with another value nothing is known
  case BRAID_EVENT_TARGET:
  case BRAID_EVENT_LENGTH:
  case BRAID_EVENT_LOST:
    if (uint64_t(value) == view.node(event.label).value)
      return Step::SAME;
    return event.kind == BRAID_EVENT_LOST && is_only_possible(event) ? Step::UNCERTAIN : Step::UNKNOWN;
  default:
    return Step::SAME;
  }
}

bool has_label(const braid_event &event) {
  return event.label != 0 && event.kind >= BRAID_EVENT_BRANCH &&
         (event.kind <= BRAID_EVENT_LENGTH || event.kind == BRAID_EVENT_BOUNDS ||
          event.kind == BRAID_EVENT_OBJECT);
}

// Operations whose result the trace defines and C, or the machine, does not.
bool is_undefined(const View &view, const braid_node &node, const trace::Evaluator &values) {
  switch (node.op) {
  case BRAID_OP_UDIV:
  case BRAID_OP_UREM:
    return values[node.b] == 0;
  case BRAID_OP_SDIV:
  case BRAID_OP_SREM:
    return values[node.b] == 0 ||
           (values[node.b] == trace::mask_of(node.width) && values[node.a] == Value(1) << (node.width - 1));
  case BRAID_OP_SHL:
  case BRAID_OP_LSHR:
  case BRAID_OP_ASHR:
    return values[node.b] >= node.width;
  case BRAID_OP_FTOSI:
  case BRAID_OP_FTOUI:
    return !trace::floating::fits_integer(values.low(node.a), view.node(node.a).width, node.width,
                                          node.op == BRAID_OP_FTOSI);
  default:
    return false;
  }
}

std::vector<bool> undefined_labels(const View &view, const trace::Evaluator &values) {
  std::vector<bool> undefined(view.nodes().size());
  for (Label label = 1; label < undefined.size(); label++) {
    const braid_node &node = view.node(label);
    undefined[label] = is_undefined(view, node, values);
    for (unsigned i = 0; i < trace::operation_of(node).operands; i++)
      undefined[label] = undefined[label] || undefined[trace::operand(node, i)];
  }
  return undefined;
}

std::string text_of(const braid_event &event) {
  return fmt::format("kind {} at site {} going {}/{}", event.kind, event.site, event.flag, event.extra);
}

} // namespace

Bytes bytes_of(const View &view) {
  Bytes bytes;
  for (uint32_t source = 0; source < view.sources().size(); source++)
    bytes.emplace_back(view.data(source).begin(), view.data(source).end());
  return bytes;
}

Prediction Predictor::predict(const Bytes &bytes) const {
  trace::Evaluator values(view_);
  values.run(assignment_of(view_, bytes));
  std::vector<bool> undefined = undefined_labels(view_, values);
  Prediction prediction;
  prediction.doubtful = std::find(undefined.begin(), undefined.end(), true) != undefined.end();
  for (const braid_event &event : view_.events()) {
    if (has_label(event)) {
      Value value = values[event.label];
      Step step = undefined[event.label] ? Step::UNKNOWN : step_of(view_, event, value);
      prediction.turns = step == Step::TURNS;
      if (prediction.turns) {
        prediction.flag = event.kind == BRAID_EVENT_SWITCH ? event.flag : uint8_t(value);
        prediction.extra = event.kind == BRAID_EVENT_SWITCH ? selected_case(view_, event, value) : event.extra;
      }
      prediction.uncertain = prediction.uncertain || step == Step::UNCERTAIN;
      if (step == Step::TURNS || step == Step::UNKNOWN)
        break;
    } else if (event.kind == BRAID_EVENT_END) { // the exit status may be another
      break;
    }
    prediction.certain++;
  }
  return prediction;
}

std::vector<Predictor::Byte> Predictor::bytes_below(Label label) const {
  std::vector<Byte> bytes;
  std::vector<Label> open = {label}, seen;
  while (!open.empty() && bytes.size() <= most_bytes) {
    Label next = open.back();
    open.pop_back();
    auto place = std::lower_bound(seen.begin(), seen.end(), next);
    if (place != seen.end() && *place == next)
      continue;
    seen.insert(place, next);
    const braid_node &node = view_.node(next);
    if (node.op == BRAID_OP_INPUT)
      bytes.push_back({node.a, node.b});
    for (unsigned i = 0; i < trace::operation_of(node).operands; i++)
      open.push_back(trace::operand(node, i));
  }
  return bytes;
}

bool Predictor::is_first_to_turn(size_t event, const Bytes &bytes) {
  cone_.assign(assignment_of(view_, bytes));
  const std::span<const braid_event> events = view_.events();
  if (step_of(view_, events[event], cone_.value(events[event].label)) != Step::TURNS)
    return false;
  for (size_t i = 0; i < event; i++)
    if (has_label(events[i])) {
      const Step step = step_of(view_, events[i], cone_.value(events[i].label));
      if (step == Step::TURNS || step == Step::UNKNOWN)
        return false;
    }
  return true;
}

std::optional<Bytes> Predictor::turn(size_t event, size_t attempts) {
  Bytes bytes = bytes_of(view_);
  for (Byte place : bytes_below(view_.events()[event].label)) {
    if (place.offset >= bytes[place.source].size())
      continue;
    uint8_t &byte = bytes[place.source][place.offset];
    const uint8_t before = byte;
    for (unsigned change = 1; change < 256 && attempts > 0; change++, attempts--) {
      byte = uint8_t(before ^ change);
      if (!is_first_to_turn(event, bytes))
        continue;
      Prediction prediction = predict(bytes);
      if (prediction.turns && prediction.certain == event && !prediction.doubtful)
        return bytes;
    }
    byte = before;
  }
  return std::nullopt;
}

std::string difference_from_prediction(const std::vector<braid_event> &recorded, const Prediction &prediction,
                                       const std::vector<braid_event> &found, bool died) {
  size_t count = prediction.certain + prediction.turns;
  for (size_t i = 0; i < count; i++) {
    braid_event expected = recorded[i];
    if (i == prediction.certain) {
      expected.flag = prediction.flag;
      expected.extra = prediction.extra;
    }
    if (i >= found.size()) {
      if (prediction.doubtful && died)
        return {};
      return fmt::format("event {} should be {}, but the run has only {} events", i, text_of(expected),
                         found.size());
    }
    const braid_event &event = found[i];
    if (event.kind == expected.kind && event.site == expected.site && event.flag == expected.flag &&
        event.aux == expected.aux && event.extra == expected.extra)
      continue;
    if (prediction.doubtful && event.kind == BRAID_EVENT_LOST)
      return {};
    return fmt::format("event {} should be {}, but is {}", i, text_of(expected), text_of(event));
  }
  return {};
}

void change_at_random(Bytes &bytes, std::mt19937_64 &random) {
  const bool all = random() % 4 == 0;
  size_t total = 0;
  for (const std::vector<uint8_t> &source : bytes)
    total += source.size();
  const size_t one_in = all ? 1 : 1 + random() % (1 + total);
  for (std::vector<uint8_t> &source : bytes)
    for (uint8_t &byte : source)
      if (random() % one_in == 0)
        byte = uint8_t(random());
}

} // namespace braid::verify
