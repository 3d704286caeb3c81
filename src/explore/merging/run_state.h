// One run as merging sees it: what every expression in it is made of at an earlier decision.
//
// A trace made for merging (trace/format.h) tells, from the first decision on, what was read from memory and what
// was written. A value that was read after some decision, and written before it, is part of the program's state
// there: it is named by its address. Everything else that comes later was computed from such values and from input
// (docs/merging.md).
#pragma once

#include "explore/input_symbols.h"
#include "explore/merging/state_symbols.h"
#include "explore/path.h"
#include "trace/reader.h"

#include <map>

namespace braid::explore {

class RunState {
public:
  // The path is that of the same trace; `sources` are the numbers of its sources in `symbols`. Store, symbols and
  // state must outlive it.
  RunState(const trace::View &view, const Path &path, expr::Store &store, InputSymbols &symbols,
           StateSymbols &state, std::vector<uint32_t> sources);

  // A decision at which runs can be compared; there is none at decisions of libraries.
  struct Point {
    uint64_t key = 0;   // place, chain of calls, blocks of memory; 0: there is none
    uint32_t event = 0; // comes before that of the decision
    uint64_t stack = 0; // below, the stack is dead
  };
  // Before this step; null if there is none.
  const Point *point(size_t step) const { return points_[step].key != 0 ? &points_[step] : nullptr; }
  size_t steps() const { return step_events_.size(); }
  uint32_t event_of(size_t step) const { return step_events_[step]; }
  std::span<const braid_event> events() const { return events_; }
  unsigned width(trace::Label label) const { return nodes_[label].width; }
  // What the label was in the run; of wide ones a part.
  uint64_t recorded(trace::Label label) const { return nodes_[label].value; }
  // What was read of the input before an event, as one number; and the last event at which some was.
  uint64_t consumed_before(uint32_t event) const;
  // The first event at which something happened to memory that nobody saw; UINT32_MAX if there is none.
  uint32_t opaque_from() const { return opaque_from_; }
  // Bytes of memory that it takes.
  size_t bytes() const;

  // A label over the state at a point, or, without one, over the input; 0 if it cannot be said.
  Expr over(const Point *point, trace::Label label);
  // What lies there at a point: over the state at an earlier one, or, without that, over the input; 0 if unknown.
  Expr content(const StateSymbols::Place &place, const Point &at, const Point *earlier);
  // An expression over the state at a point, likewise.
  Expr moved(Expr e, const Point &at, const Point *earlier);
  // The last event before this one that wrote a byte; NEVER if there is none.
  uint32_t last_write(uint64_t address, uint32_t before) const;
  // Whether the program has written all of it before the point.
  bool is_written(const StateSymbols::Place &place, const Point &at) const;

  // Reads in a range of events: calls visit(place, event, the last event before that wrote it). Bytes of one read
  // that were written at different times are visited apart.
  template <class Visit> void for_reads(uint32_t from, uint32_t to, Visit &&visit) const;

  // Eight bytes of memory each, and which of them were written before a point and are not dead there; ascending.
  using Written = std::vector<std::pair<uint64_t, uint8_t>>;
  Written written_before(const Point &point) const;

  static constexpr uint32_t NEVER = UINT32_MAX;

private:
  Expr value(trace::Label label, const Point *cut);
  Expr made(const braid_node &node, const Point *cut);
  Expr held(const braid_node &node, const Point *cut);
  Expr known(trace::Label label, const Point *cut) const;
  Expr byte_at(uint64_t address, uint32_t before, const Point *cut);
  Expr assembled(const StateSymbols::Place &place, uint32_t before, const Point *cut);

  expr::Store &store_;
  InputSymbols &symbols_;
  StateSymbols &state_;
  std::vector<uint32_t> sources_;
  std::vector<braid_node> nodes_;
  std::vector<braid_event> events_;
  std::vector<uint32_t> step_events_;
  std::vector<Point> points_; // by step
  uint32_t opaque_from_ = NEVER;
  std::vector<std::pair<uint32_t, uint64_t>> consumed_; // by event
  std::vector<std::pair<uint64_t, uint32_t>> writes_;   // eight bytes of memory, and an event that wrote to them
  static constexpr Expr UNKNOWN = UINT32_MAX;
  // Expressions found, for the point they are over (event number + 1; 0 for the input).
  std::unordered_map<uint64_t, Expr> found_;
};

inline uint64_t address_of(const braid_event &event) { return uint64_t(event.extra) << 32 | event.site; }

template <class Visit> void RunState::for_reads(uint32_t from, uint32_t to, Visit &&visit) const {
  for (uint32_t i = from; i < to; i++) {
    if (events_[i].kind != BRAID_EVENT_READ)
      continue;
    const uint64_t address = address_of(events_[i]);
    uint32_t begin = 0, written = last_write(address, i);
    for (uint32_t byte = 1; byte < events_[i].aux; byte++)
      if (const uint32_t next = last_write(address + byte, i); next != written) {
        visit(StateSymbols::Place{address + begin, byte - begin}, i, written);
        begin = byte;
        written = next;
      }
    visit(StateSymbols::Place{address + begin, events_[i].aux - begin}, i, written);
  }
}

} // namespace braid::explore
