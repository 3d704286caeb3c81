/* The tables that linked units bring with them: places that events refer to, and ways at these places. */
#include "runtime/core.h"

/* Site pointers become numbers: each linked unit has its sites in one array, and a range of numbers. */
uint32_t braid_site_number(const braid_site_desc *site) {
  braid_state *state = __braid_state;
  for (uint32_t i = 0; i < state->unit_count; i++)
    if (site >= state->units[i].begin && site < state->units[i].end) {
      state->latest_unit = i;
      uint32_t number = state->units[i].first + (uint32_t)(site - state->units[i].begin);
      return number < state->trace->site_count ? number : 0;
    }
  return 0;
}

/* All or nothing: without them a search goes by what it has seen. */
static void add_edges(const braid_edge *edges, uint32_t count) {
  braid_trace *trace = __braid_state->trace;
  uint32_t first = trace->edge_count;
  if (first + (uint64_t)count > trace->edges.capacity)
    return;
  __builtin_memcpy(__braid_state->edges + first, edges, count * sizeof *edges);
  trace->edge_count = first + count;
}

/* From now on compiled code notes its ways in the trace, which the engine reads and which survives the process and
 * its restarts. What it noted before comes along. Flags that do not fit stay where they are. */
void braid_ways_add(braid_way_flags *begin, braid_way_flags *end) {
  braid_trace *trace = __braid_state->trace;
  for (braid_way_flags *each = begin; each < end; each++) {
    uint32_t first = trace->way_count;
    if (first + (uint64_t)each->count > trace->ways.capacity) {
      trace->refused_ways += each->count;
      continue;
    }
    __builtin_memcpy(__braid_state->ways + first, each->flags, each->count);
    each->flags = __braid_state->ways + first;
    each->first = first;
    trace->way_count = first + each->count;
    add_edges(each->edges, each->edge_count);
  }
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

void braid_sites_add(const braid_unit *unit) {
  const braid_site_desc *begin = unit->sites, *end = unit->sites_end;
  braid_state *state = __braid_state;
  braid_trace *trace = state->trace;
  if (state->unit_count == sizeof state->units / sizeof *state->units) {
    trace->refused_sites += (uint32_t)(end - begin);
    return;
  }
  state->units[state->unit_count].begin = begin;
  state->units[state->unit_count].end = end;
  state->units[state->unit_count].objects = unit->objects;
  state->units[state->unit_count].objects_end = unit->objects_end;
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
    uint32_t first_way = site->flags && site->flags->first ? site->flags->first + site->first_way : 0;
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
                                                   site->called ? add_string(site->called) : 0,
                                                   first_way,
                                                   first_way ? site->way_count : 0};
    trace->site_count++;
  }
}
