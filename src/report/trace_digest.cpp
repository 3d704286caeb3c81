#include "report/trace_digest.h"

#include "trace/answers.h"
#include "trace/names.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace braid::report {

namespace {

using trace::Label;
using trace::View;

// Labels that decisions depend on, directly or through others.
std::vector<bool> deciding_labels(const View &view, const std::vector<size_t> &decisions) {
  std::vector<bool> deciding(view.nodes().size());
  for (const size_t number : decisions)
    if (const Label label = view.events()[number].label; label != 0)
      deciding[label] = true;
  for (size_t label = deciding.size(); label-- > 1;) {
    if (!deciding[label])
      continue;
    const braid_node &node = view.node(Label(label));
    for (unsigned i = 0; i < trace::operation_of(node).operands; i++)
      deciding[trace::operand(node, i)] = true;
  }
  return deciding;
}

bool is_decision(const braid_event &event) {
  return event.kind == BRAID_EVENT_BRANCH || event.kind == BRAID_EVENT_SWITCH ||
         event.kind == BRAID_EVENT_ASSUME || event.kind == BRAID_EVENT_BOUNDS;
}

} // namespace

Place place_of(const View &view, const braid_event &event) {
  const bool in_model = view.site(event.site).in_model != 0 && trace::has_caller(event);
  return {event.site, in_model ? event.extra : 0};
}

uint32_t Locations::of(const Place &place) {
  const uint32_t site = shown_site(place);
  const auto [entry, added] = known_.try_emplace(site, site);
  if (added)
    entry->second = first_.try_emplace(trace::place_text(*view_, site), site).first->second;
  return entry->second;
}

TraceDigest::TraceDigest(const View &view) {
  Locations locations(view);
  std::set<uint32_t> deciding_places, losing_places, concrete_places;
  using LossKey = std::tuple<Place, uint16_t>;
  using ConcreteKey = std::tuple<Place, uint8_t, bool>;
  std::map<LossKey, size_t> loss_index, check_index;
  std::map<ConcreteKey, size_t> concrete_index;
  for (size_t i = 0; i < view.events().size(); i++) {
    const braid_event &event = view.events()[i];
    const Place place = place_of(view, event);
    if (is_decision(event)) {
      decisions.push_back(i);
      deciding_places.insert(locations.of(place));
      continue;
    }
    switch (event.kind) {
    case BRAID_EVENT_LOST: {
      lost++;
      losing_places.insert(locations.of(place));
      const auto [found, added] = loss_index.try_emplace({place, event.aux}, losses.size());
      if (added)
        losses.push_back({place, event.aux, 0, event.label});
      losses[found->second].count++;
      break;
    }
    case BRAID_EVENT_ADDRESS:
    case BRAID_EVENT_TARGET:
    case BRAID_EVENT_OBJECT:
    case BRAID_EVENT_LENGTH: {
      made_concrete++;
      concrete_places.insert(locations.of(place));
      const bool flag = event.kind == BRAID_EVENT_LENGTH ? event.aux != 0 : event.flag != 0;
      const uint32_t bytes = event.kind == BRAID_EVENT_ADDRESS  ? event.extra
                             : event.kind == BRAID_EVENT_OBJECT ? event.aux
                                                                : 0;
      const auto [found, added] = concrete_index.try_emplace({place, event.kind, flag}, concretised.size());
      if (added)
        concretised.push_back({event.kind, place, flag, bytes, 0, event.label});
      concretised[found->second].count++;
      break;
    }
    case BRAID_EVENT_CHECK: {
      const auto [found, added] = check_index.try_emplace({place, event.aux}, checks.size());
      if (added)
        checks.push_back({place, event.aux, 0, 0, event.label});
      Check &check = checks[found->second];
      check.count++;
      check.failed += event.flag;
      if (check.example == 0)
        check.example = event.label;
      break;
    }
    case BRAID_EVENT_THREAD:
      threads++;
      break;
    case BRAID_EVENT_FORK:
      forks++;
      break;
    default:
      break;
    }
  }
  asked = trace::asked(view);
  places = deciding_places.size();
  places_lost = losing_places.size();
  places_made_concrete = concrete_places.size();
  if (!view.sites().empty()) // the first stands for "nowhere known"
    own_sites = std::any_of(view.sites().begin() + 1, view.sites().end(),
                            [](const braid_site &site) { return site.in_model == 0; });

  sources.resize(view.sources().size());
  for (size_t i = 0; i < sources.size(); i++) {
    sources[i].bytes = view.sources()[i].size;
    sources[i].used = (view.sources()[i].flags & BRAID_SOURCE_USED) != 0;
  }
  const std::vector<bool> deciding = deciding_labels(view, decisions);
  for (Label label = 1; label < view.nodes().size(); label++) {
    const braid_node &node = view.node(label);
    if (node.op != BRAID_OP_INPUT && node.op != BRAID_OP_SIZE)
      continue;
    anything_symbolic = true;
    if (node.op == BRAID_OP_INPUT && node.b < view.sources()[node.a].size) {
      sources[node.a].labelled++;
      sources[node.a].deciding += deciding[label];
    }
  }
  trace_bytes = view.nodes().size_bytes() + view.events().size_bytes() + view.sites().size_bytes() +
                view.sources().size_bytes();
  mismatches = trace::check(view);
}

} // namespace braid::report
