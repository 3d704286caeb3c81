/* Events. */
#include "runtime/events.h"

#include "runtime/lock.h"

void braid_events_full(void) { braid_run_end(BRAID_END_EVENTS, 0); }

void braid_event_add(uint8_t kind, uint8_t flag, uint16_t aux, const braid_site_desc *site, uint32_t label,
                     uint32_t extra) {
  braid_event_quick(kind, flag, aux, site, label, extra);
}

static inline void add(uint8_t kind, uint8_t flag, uint16_t aux, const braid_site_desc *site, uint32_t label,
                       uint32_t extra) {
  if (!label || !braid_enter())
    return;
  braid_event_quick(kind, flag, aux, site, label, extra);
  braid_leave();
}

BRAID_COLD void __braid_branch(const braid_site_desc *site, braid_label condition, uint32_t taken) {
  add(BRAID_EVENT_BRANCH, taken & 1, 0, site, condition, 0);
}

BRAID_COLD void __braid_switch(const braid_site_desc *site, braid_label label, uint64_t value) {
  uint32_t number = site->case_count;
  while (number > 0 && site->cases[number - 1] != value)
    number--;
  add(BRAID_EVENT_SWITCH, 0, 0, site, label, number);
}

BRAID_COLD void __braid_address(const braid_site_desc *site, braid_label address, uint32_t bytes, uint32_t write) {
  add(BRAID_EVENT_ADDRESS, write & 1, 0, site, address, bytes);
}

BRAID_COLD void __braid_target(const braid_site_desc *site, braid_label address) {
  add(BRAID_EVENT_TARGET, 0, 0, site, address, 0);
}

BRAID_COLD void __braid_length(const braid_site_desc *site, braid_label length, uint32_t allocation) {
  add(BRAID_EVENT_LENGTH, 0, allocation & 1, site, length, 0);
}

BRAID_COLD void __braid_assumed(const braid_site_desc *site, braid_label condition, uint32_t holds) {
  add(BRAID_EVENT_ASSUME, holds & 1, 0, site, condition, 0);
}

BRAID_COLD void __braid_check(const braid_site_desc *site, braid_label condition, uint32_t failed) {
  if ((!condition && !failed) || !braid_enter())
    return;
  if (__braid_state->trace->checks >> site->width & 1)
    braid_event_quick(BRAID_EVENT_CHECK, failed & 1, site->width, site, condition, 0);
  braid_leave();
}

BRAID_COLD void __braid_lost(const braid_site_desc *site, braid_label label, uint32_t reason) {
  add(BRAID_EVENT_LOST, 0, (uint16_t)reason, site, label, 0);
}
