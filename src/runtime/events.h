/* Adding an event in place, for what compiled code calls all the time. */
#ifndef BRAID_RUNTIME_EVENTS_H
#define BRAID_RUNTIME_EVENTS_H

#include "runtime/core.h"

BRAID_HIDDEN BRAID_ASIDE _Noreturn void braid_events_full(void);

/* Nearly all events in a row come from one unit. */
static inline uint32_t braid_quick_site_number(const braid_site_desc *site) {
  const braid_state *state = __braid_state;
  uint32_t latest = state->latest_unit;
  uintptr_t begin = (uintptr_t)state->units[latest].begin, end = (uintptr_t)state->units[latest].end;
  uint64_t distance = (uintptr_t)site - begin;
  uint64_t number = state->units[latest].first + distance / sizeof *site;
  if (BRAID_UNLIKELY(distance >= end - begin || number >= state->trace->site_count))
    return braid_site_number(site);
  return (uint32_t)number;
}

static inline void braid_event_quick(uint8_t kind, uint8_t flag, uint16_t aux, const braid_site_desc *site,
                                     uint32_t label, uint32_t extra) {
  braid_event event = {kind, flag, aux, site ? braid_quick_site_number(site) : 0, label, extra};
  if (site && BRAID_UNLIKELY(site->in_model) && __braid_thread.caller &&
      (kind == BRAID_EVENT_BRANCH || kind == BRAID_EVENT_LOST || kind == BRAID_EVENT_LENGTH ||
       kind == BRAID_EVENT_CHECK))
    event.extra = braid_quick_site_number(__braid_thread.caller);
  if (BRAID_UNLIKELY(__braid_state->merging))
    braid_merging_event(kind, site);
  if (braid_is_holding_back() && braid_hold_back(&event))
    return;
  if (BRAID_UNLIKELY(!braid_writer_event(&__braid_state->writer, event)))
    braid_events_full();
}

#endif
