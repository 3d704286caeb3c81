#include "path_key.h"

#include <fmt/format.h>

namespace braid::enumerate {

void PathKey::add(uint64_t number) {
  for (unsigned byte = 0; byte < 8; byte++, number >>= 8) {
    first = (first ^ (number & 0xff)) * 0x100000001b3;
    second = (second ^ (number & 0xff)) * 0x9e3779b97f4a7c15;
    second ^= second >> 29; // this multiplier alone leaves the low bits weak
  }
}

std::string PathKey::text() const { return fmt::format("{:016x}{:016x}", first, second); }

namespace {

uint64_t way(const trace::View &view, const braid_event &event) {
  if (event.kind == BRAID_EVENT_BRANCH || event.kind == BRAID_EVENT_BOUNDS)
    return event.flag;
  // A switch whose cases did not fit into the trace has no ways; then the number of the case has to do.
  const std::span<const uint64_t> ways = view.ways(view.site(event.site));
  return event.extra == 0 || event.extra > ways.size() ? event.extra : ways[event.extra - 1];
}

// Where the run went on with one value of many: inputs that give another one are on another path.
bool is_value(const braid_event &event) {
  return event.kind == BRAID_EVENT_ADDRESS || event.kind == BRAID_EVENT_TARGET ||
         event.kind == BRAID_EVENT_LENGTH ||
         (event.kind == BRAID_EVENT_LOST && event.aux != BRAID_LOST_OUTPUT && event.aux != BRAID_LOST_OVERWRITTEN);
}

} // namespace

std::vector<Decision> decisions(const trace::View &view) {
  std::vector<Decision> found;
  for (const braid_event &event : view.events()) {
    if (event.label == 0)
      continue;
    if (event.kind == BRAID_EVENT_OBJECT)
      found.push_back({view.site(event.site).id, event.site, view.node(event.extra).value});
    else if (event.kind == BRAID_EVENT_BRANCH || event.kind == BRAID_EVENT_BOUNDS ||
             event.kind == BRAID_EVENT_SWITCH)
      found.push_back({view.site(event.site).id, event.site, way(view, event)});
    else if (is_value(event))
      found.push_back({view.site(event.site).id, event.site, view.node(event.label).value});
  }
  return found;
}

PathKey path_key(const std::vector<Decision> &decisions) {
  PathKey key;
  for (const Decision &decision : decisions) {
    key.add(decision.site_id);
    key.add(decision.choice);
  }
  return key;
}

} // namespace braid::enumerate
