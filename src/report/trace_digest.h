// What there is to tell about one trace, gathered in one pass over it: which input was used, where decisions were
// taken, where symbols ended and why. The reports for people and for machines print the same digest.
#pragma once

#include "trace/check.h"
#include "trace/reader.h"

#include <map>

namespace braid::report {

// Where something happened. In a library model: the place in it, and the place in the program that called it.
struct Place {
  uint32_t site;
  uint32_t caller; // 0: not in a model
  auto operator<=>(const Place &) const = default;
};

Place place_of(const trace::View &view, const braid_event &event);

// The site to point at: in the program rather than in a model.
inline uint32_t shown_site(const Place &place) { return place.caller != 0 ? place.caller : place.site; }

struct SourceUse {
  uint64_t bytes = 0;    // given or made up
  uint64_t labelled = 0; // bytes that the program read as symbols
  uint64_t deciding = 0; // bytes that a decision depends on
  bool used = false;     // the program asked for it
};

struct DecisionCount {
  uint64_t all = 0;
  uint64_t held = 0; // of branches and assumptions
};

struct Loss {
  Place place;
  uint16_t reason; // enum braid_lost
  uint64_t count;
  trace::Label example;
};

struct Concretisation {
  uint8_t kind; // BRAID_EVENT_ADDRESS, _TARGET or _LENGTH
  Place place;
  bool flag;      // a write, or an allocation
  uint32_t bytes; // of an address
  uint64_t count;
  trace::Label example;
};

struct TraceDigest {
  explicit TraceDigest(const trace::View &view);

  std::vector<SourceUse> sources;          // as numbered in the trace
  std::vector<size_t> decisions;           // numbers of BRANCH, SWITCH and ASSUME events, in order
  std::map<Place, DecisionCount> places;   // of decisions
  std::vector<Loss> losses;                // in the order of their first occurrence
  std::vector<Concretisation> concretised; // likewise
  uint64_t lost = 0, made_concrete = 0;    // events behind the two above
  uint64_t threads = 0, forks = 0;
  bool anything_symbolic = false; // some value depended on input
  uint64_t trace_bytes = 0;       // that the run filled
  std::vector<trace::Mismatch> mismatches;
};

} // namespace braid::report
