#include "trace/smtlib.h"

#include "trace/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace braid::trace {

namespace {

// Where the program is, also if the event happened in a library model that it called.
uint32_t shown_site(const View &view, const braid_event &event) {
  return view.site(event.site).in_model != 0 && has_caller(event) && event.extra != 0 ? event.extra : event.site;
}

} // namespace

std::vector<Constraint> path_constraints(const View &view, size_t events) {
  // Comments are for orientation: large expressions need no exact size, which costs time for each event.
  const LabelText text(view, {.counted = 256});
  std::unordered_map<uint32_t, std::string> places;
  const auto place = [&](const braid_event &event) -> const std::string & {
    const auto [entry, added] = places.try_emplace(shown_site(view, event));
    if (added)
      entry->second = place_text(view, entry->first);
    return entry->second;
  };
  std::vector<Constraint> constraints;
  events = std::min(events, view.events().size());
  for (size_t i = 0; i < events; i++) {
    const braid_event &event = view.events()[i];
    const auto add = [&](const char *what, Value value, bool equal = true) {
      constraints.push_back(
          {event.label, value, equal, fmt::format("{}: {} {}", place(event), what, text.label(event.label))});
    };
    switch (event.kind) {
    case BRAID_EVENT_BRANCH:
      add(event.flag != 0 ? "holds:" : "does not hold:", event.flag);
      break;
    case BRAID_EVENT_BOUNDS:
      add(event.flag != 0 ? "within its object:" : "outside of its object:", event.flag);
      break;
    case BRAID_EVENT_ASSUME:
      if (event.label != 0)
        add(event.flag != 0 ? "assumed:" : "assumed in vain:", event.flag);
      break;
    case BRAID_EVENT_SWITCH: {
      const braid_site &site = view.site(event.site);
      if (event.extra != 0 || site.case_count == 0) { // without known cases only the value itself is sure
        add("selects a case:", view.node(event.label).value);
        break;
      }
      for (const uint64_t excluded : view.cases(site))
        add("selects no case:", excluded, false);
      break;
    }
    case BRAID_EVENT_OBJECT: // more than the path asks for, which is any address in that object
    case BRAID_EVENT_ADDRESS:
      add("address made concrete:", view.node(event.label).value);
      break;
    case BRAID_EVENT_TARGET:
      add("target made concrete:", view.node(event.label).value);
      break;
    case BRAID_EVENT_LENGTH:
      add("length made concrete:", view.node(event.label).value);
      break;
    default:
      break;
    }
  }
  return constraints;
}

std::string smtlib_script(const View &view, std::span<const Constraint> constraints, ScriptOptions options) {
  return expr::smtlib_script(view.nodes(), TraceLeaves(view), constraints, options);
}

std::string smtlib_input_name(const View &view, Label label) { return TraceLeaves(view).smtlib_name(label); }

} // namespace braid::trace
