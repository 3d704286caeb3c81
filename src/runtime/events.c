/* Events, and the table of sites that they refer to. */
#include "runtime/lock.h"

/* Site pointers become numbers: each linked unit has its sites in one array, and a range of numbers. */
static uint32_t site_number(const braid_site_desc *site) {
  braid_state *state = __braid_state;
  for (uint32_t i = 0; i < state->unit_count; i++)
    if (site >= state->units[i].begin && site < state->units[i].end) {
      uint32_t number = state->units[i].first + (uint32_t)(site - state->units[i].begin);
      return number < state->trace->site_count ? number : 0;
    }
  return 0;
}

void braid_event_add(uint8_t kind, uint8_t flag, uint16_t aux, const braid_site_desc *site, uint32_t label,
                     uint32_t extra) {
  braid_state *state = __braid_state;
  braid_event event = {kind, flag, aux, site ? site_number(site) : 0, label, extra};
  if (site && site->in_model && __braid_thread.caller &&
      (kind == BRAID_EVENT_BRANCH || kind == BRAID_EVENT_LOST || kind == BRAID_EVENT_LENGTH))
    event.extra = site_number(__braid_thread.caller);
  if (BRAID_UNLIKELY(!braid_writer_event(&state->writer, event)))
    braid_run_end(BRAID_END_EVENTS, 0);
}

static uint32_t add_string(const char *text) {
  braid_trace *trace = __braid_state->trace;
  uint32_t length = (uint32_t)__builtin_strlen(text) + 1, at = trace->string_bytes;
  if (at + (uint64_t)length > trace->strings.capacity)
    return trace->refused_sites++, 0;
  __builtin_memcpy(__braid_state->strings + at, text, length);
  trace->string_bytes = at + length;
  return at;
}

void braid_sites_add(const braid_site_desc *begin, const braid_site_desc *end) {
  braid_state *state = __braid_state;
  braid_trace *trace = state->trace;
  if (state->unit_count == sizeof state->units / sizeof *state->units) {
    trace->refused_sites += (uint32_t)(end - begin);
    return;
  }
  state->units[state->unit_count].begin = begin;
  state->units[state->unit_count].end = end;
  state->units[state->unit_count++].first = trace->site_count;
  const char *last_file = NULL, *last_function = NULL; /* neighbours share them */
  uint32_t file = 0, function = 0;
  for (const braid_site_desc *site = begin; site < end; site++) {
    if (trace->site_count >= trace->sites.capacity) {
      trace->refused_sites += (uint32_t)(end - site);
      return;
    }
    if (site->file != last_file)
      file = add_string(last_file = site->file);
    if (site->function != last_function)
      function = add_string(last_function = site->function);
    uint32_t first_case = trace->case_count, cases = site->case_count;
    if (first_case + 2 * (uint64_t)cases > trace->cases.capacity) {
      trace->refused_sites++;
      cases = 0;
    }
    for (uint32_t i = 0; i < 2 * cases; i++)
      state->cases[first_case + i] = site->cases[i];
    trace->case_count = first_case + 2 * cases;
    state->sites[trace->site_count] = (braid_site){site->id,
                                                   file,
                                                   function,
                                                   site->line,
                                                   site->column,
                                                   site->kind,
                                                   site->width,
                                                   site->in_model,
                                                   cases,
                                                   first_case,
                                                   site->called ? add_string(site->called) : 0};
    trace->site_count++;
  }
}

static void add(uint8_t kind, uint8_t flag, uint16_t aux, const braid_site_desc *site, uint32_t label,
                uint32_t extra) {
  if (!label || !braid_enter())
    return;
  braid_event_add(kind, flag, aux, site, label, extra);
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

BRAID_COLD void __braid_lost(const braid_site_desc *site, braid_label label, uint32_t reason) {
  add(BRAID_EVENT_LOST, 0, (uint16_t)reason, site, label, 0);
}
