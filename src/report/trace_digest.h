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

// Several sites can be at one location of the source, such as both sides of an && or the sites of a macro. People
// see one place then, so one place is counted: the first site with the same text stands for all.
class Locations {
public:
  explicit Locations(const trace::View &view) : view_(&view) {}
  uint32_t of(const Place &place);

private:
  const trace::View *view_;
  std::map<uint32_t, uint32_t> known_;
  std::map<std::string, uint32_t> first_;
};

struct SourceUse {
  uint64_t bytes = 0;    // given or made up
  uint64_t labelled = 0; // bytes that the program read as symbols
  uint64_t deciding = 0; // bytes that a decision depends on
  bool used = false;     // the program asked for it
};

struct Loss {
  Place place;
  uint16_t reason; // enum braid_lost
  uint64_t count;
  trace::Label example;
};

struct Concretisation {
  uint8_t kind; // BRAID_EVENT_ADDRESS, _OBJECT, _TARGET or _LENGTH
  Place place;
  bool flag;      // a write, or an allocation
  uint32_t bytes; // of an address
  uint64_t count;
  trace::Label example;
};

// An operation that can go wrong, or did.
struct Check {
  Place place;
  uint16_t kind; // enum braid_check
  uint64_t count = 0, failed = 0;
  trace::Label example; // that it goes wrong; 0 if that never depended on input
};

struct TraceDigest {
  explicit TraceDigest(const trace::View &view);

  std::vector<SourceUse> sources;          // as numbered in the trace
  std::vector<size_t> decisions;           // numbers of BRANCH, SWITCH and ASSUME events, in order
  std::vector<Loss> losses;                // in the order of their first occurrence
  std::vector<Concretisation> concretised; // likewise
  uint64_t lost = 0, made_concrete = 0;    // events behind the two above
  std::vector<Check> checks;               // likewise
  // Locations in the source: of decisions, losses and what was made concrete.
  uint64_t places = 0, places_lost = 0, places_made_concrete = 0;
  uint64_t threads = 0, forks = 0;
  std::vector<uint32_t> asked;    // sites of calls that the machine answered (trace/answers.h)
  bool anything_symbolic = false; // some value depended on input
  bool own_sites = false;         // the program has places of its own, not only those of library models
  uint64_t trace_bytes = 0;       // that the run filled
  std::vector<trace::Mismatch> mismatches;
};

} // namespace braid::report
