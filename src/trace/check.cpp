#include "trace/check.h"

#include "expr/floating.h"
#include "expr/semantics.h"
#include "trace/evaluate.h"
#include "trace/objects.h"
#include "trace/text.h"

#include <fmt/format.h>

namespace braid::trace {

namespace {

class Examination {
public:
  Examination(const View &view, CheckLimits limits) : view_(view), limits_(limits), text_(view) {}

  std::vector<Mismatch> run() {
    for (size_t i = 0; i < view_.problems().size() && !full(); i++)
      report(Mismatch::Kind::READ, i, view_.problems()[i].text());
    if (!view_.readable())
      return std::move(found_);
    nodes();
    for (size_t i = 0; i < view_.events().size() && !full(); i++)
      event(i);
    return std::move(found_);
  }

private:
  bool full() const { return found_.size() >= limits_.mismatches; }
  void report(Mismatch::Kind kind, uint64_t number, std::string text) {
    found_.push_back({kind, number, std::move(text)});
  }

  void nodes() {
    const Assignment own(view_);
    Evaluator evaluator(view_);
    evaluator.run(own);
    const std::span<const braid_node> nodes = view_.nodes();
    bool equal = true;
    for (Label label = 1; label < nodes.size() && equal; label++)
      equal = evaluator.low(label) == nodes[label].value;
    if (!equal)
      nodes_one_by_one(own);
  }

  // Evaluates each node on the recorded values of its operands, so that a mistake shows where it happens and
  // not in all that depends on it. The high halves of wide values are not recorded and stay as computed.
  void nodes_one_by_one(const Assignment &own) {
    const std::span<const braid_node> nodes = view_.nodes();
    std::vector<Value> values(nodes.size());
    for (Label label = 1; label < nodes.size() && !full(); label++) {
      const braid_node &node = nodes[label];
      Value value;
      if (node.op == BRAID_OP_CONST)
        value = constant_of(node);
      else if (node.op == BRAID_OP_INPUT)
        value = own.byte(node.a, node.b);
      else if (node.op == BRAID_OP_SIZE)
        value = own.size(node.a);
      else if (is_object(node))
        value = node.value;
      else if (node.op == BRAID_OP_LOAD)
        value = loaded(view_, node, [&](Label each) { return values[each]; });
      else
        value = apply<Value>(node.op, node.width, nodes[node.a].width, values[node.a],
                             node.op == BRAID_OP_EXTRACT ? Value(node.b) : values[node.b], values[node.c]);
      if (uint64_t(value) != node.value && !interchangeable(node, uint64_t(value)))
        report(Mismatch::Kind::VALUE, label, value_text(label, uint64_t(value), values));
      values[label] = value >> 64 << 64 | node.value;
    }
  }

  static bool interchangeable(const braid_node &node, uint64_t value) {
    const bool number = OPERATIONS[node.op].shape == Shape::FSAME || is_library_function(node.op) ||
                        node.op == BRAID_OP_FEXTEND || node.op == BRAID_OP_FROUNDTO;
    if (!number)
      return false;
    if (floating::is_nan(value, node.width) && floating::is_nan(node.value, node.width))
      return true;
    const uint64_t magnitude = low_bits<uint64_t>(node.width - 1);
    return (node.op == BRAID_OP_FMIN || node.op == BRAID_OP_FMAX) && ((value | node.value) & magnitude) == 0;
  }

  std::string value_text(Label label, uint64_t value, const std::vector<Value> &values) const {
    const braid_node &node = view_.node(label);
    const Operation &operation = operation_of(node);
    std::string operands;
    for (unsigned i = 0; i < operation.operands; i++)
      operands += fmt::format("{}label {} = {:#x}", i == 0 ? "" : ", ", operand(node, i),
                              uint64_t(values[operand(node, i)]));
    return fmt::format("node {} ({}, {} bits{}{}): recorded {:#x}, computed {:#x}, in {}", label, operation.name,
                       node.width, operands.empty() ? "" : ", of ", operands, node.value, value,
                       text_.label(label));
  }

  void event(size_t number) {
    const braid_event &event = view_.events()[number];
    switch (event.kind) {
    case BRAID_EVENT_BRANCH:
    case BRAID_EVENT_BOUNDS:
    case BRAID_EVENT_ASSUME:
    case BRAID_EVENT_CHECK:
      direction(number, event);
      break;
    case BRAID_EVENT_SWITCH:
      selection(number, event);
      break;
    case BRAID_EVENT_ADDRESS:
    case BRAID_EVENT_TARGET:
      if (view_.node(event.label).width != 64)
        report(Mismatch::Kind::EVENT, number,
               fmt::format("event {} at {}: an address of {} bits: {}", number, place_text(view_, event.site),
                           view_.node(event.label).width, text_.label(event.label)));
      break;
    case BRAID_EVENT_OBJECT:
      within(number, event);
      break;
    case BRAID_EVENT_END:
      ending(number, event);
      break;
    default:
      break;
    }
  }

  void direction(size_t number, const braid_event &event) {
    if (event.label == 0 || view_.node(event.label).value == event.flag)
      return;
    const char *what = event.kind == BRAID_EVENT_BRANCH   ? "branch"
                       : event.kind == BRAID_EVENT_BOUNDS ? "access"
                       : event.kind == BRAID_EVENT_CHECK  ? "check"
                                                          : "assumption";
    report(Mismatch::Kind::EVENT, number,
           fmt::format("event {} at {}: the {} went {}, but its condition is {}: {}", number,
                       place_text(view_, event.site), what, event.flag != 0, view_.node(event.label).value != 0,
                       text_.label(event.label)));
  }

  void within(size_t number, const braid_event &event) {
    const uint64_t object = view_.node(event.extra).value, address = view_.node(event.label).value;
    const uint64_t offset = address - BRAID_OBJECT_ADDRESS(object), bytes = BRAID_OBJECT_BYTES(object);
    if (event.aux > bytes || offset > bytes - event.aux)
      report(Mismatch::Kind::EVENT, number,
             fmt::format("event {} at {}: {} bytes at {:#x} are not within the {} bytes at {:#x}: {}", number,
                         place_text(view_, event.site), event.aux, address, bytes, BRAID_OBJECT_ADDRESS(object),
                         text_.label(event.label)));
  }

  void selection(size_t number, const braid_event &event) {
    const braid_site &site = view_.site(event.site);
    if (site.case_count == 0) // the site or its cases did not fit into the trace
      return;
    const braid_node &node = view_.node(event.label);
    const auto wrong = [&](std::string why) {
      report(Mismatch::Kind::EVENT, number,
             fmt::format("event {} at {}: {}: {}", number, place_text(view_, event.site), why,
                         text_.label(event.label)));
    };
    if (site.width != node.width)
      return wrong(fmt::format("a switch on {} bits has a label of {}", site.width, node.width));
    const std::span<const uint64_t> cases = view_.cases(site);
    if (event.extra != 0) {
      if (cases[event.extra - 1] != node.value)
        wrong(fmt::format("case {} was taken, which is for {:#x}, but the value is {:#x}", event.extra,
                          cases[event.extra - 1], node.value));
      return;
    }
    for (size_t i = 0; i < cases.size(); i++)
      if (cases[i] == node.value)
        return wrong(fmt::format("no case was taken, but case {} is for the value {:#x}", i + 1, node.value));
  }

  void ending(size_t number, const braid_event &event) {
    if (number + 1 != view_.events().size())
      report(Mismatch::Kind::ENDING, number,
             fmt::format("event {} ends the run, but {} more follow", number, view_.events().size() - number - 1));
    else if (event.extra != view_.header().end)
      report(Mismatch::Kind::ENDING, number,
             fmt::format("event {} ends the run with kind {}, the header says {}", number, event.extra,
                         uint32_t(view_.header().end)));
  }

  const View &view_;
  CheckLimits limits_;
  LabelText text_;
  std::vector<Mismatch> found_;
};

} // namespace

std::vector<Mismatch> check(const View &view, CheckLimits limits) { return Examination(view, limits).run(); }

} // namespace braid::trace
