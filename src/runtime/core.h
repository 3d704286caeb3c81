/* What the parts of the runtime share. Everything the runtime must remember lives in one structure in
 * memory of its own, outside the program's data, so that putting the program's memory back (snapshot.c)
 * does not touch it. Nothing here allocates from the program's heap or uses buffered input and output. */
#ifndef BRAID_RUNTIME_CORE_H
#define BRAID_RUNTIME_CORE_H

#include "runtime/api.h"
#include "runtime/model.h"
#include <stdbool.h>

#define BRAID_HIDDEN __attribute__((visibility("hidden")))
#define BRAID_UNLIKELY(x) __builtin_expect(!!(x), 0)

typedef struct braid_shadow_page braid_shadow_page;

typedef struct braid_state {
  bool active; /* recording: false in processes the program forked and after the end of a run */
  bool threads; /* the program started a thread: slow paths take the lock */
  volatile int lock;
  braid_trace *trace;
  /* the areas of the trace, located once */
  braid_source *sources;
  uint8_t *data;
  braid_node *nodes;
  braid_event *events;
  braid_site *sites;
  uint64_t *cases;
  char *strings;
  int trace_descriptor, command_descriptor, status_descriptor;
  uintptr_t stack_top; /* of the main thread */

  /* nodes.c: open addressing, entries are labels; size a power of two */
  uint32_t *table;
  uint64_t table_mask;

  /* shadow.c */
  braid_shadow_page **directory;
  braid_shadow_page *pages; /* in use, newest first */
  uint64_t page_count;
  uint8_t *arena, *arena_end; /* for shadow pages */

  /* events.c: linked units with their tables of sites */
  struct {
    const braid_site_desc *begin, *end;
    uint32_t first;
  } units[64];
  uint32_t unit_count;
} braid_state;

/* Null while inert. */
extern braid_state *__braid_state BRAID_HIDDEN;

/* --- nodes.c --- the label of an equal node, made if there is none. 0 if the table is full: the run has
 * then been ended. */
BRAID_HIDDEN braid_label braid_node_make(uint8_t op, uint16_t width, uint32_t a, uint32_t b, uint32_t c,
                                         uint64_t value);
BRAID_HIDDEN braid_label braid_node_constant(uint16_t width, uint64_t low, uint64_t high);
BRAID_HIDDEN void braid_nodes_open(void);
BRAID_HIDDEN void braid_nodes_reset(void);

/* --- shadow.c --- */
BRAID_HIDDEN void braid_shadow_open(void);
BRAID_HIDDEN void braid_shadow_reset(void);
/* Byte number `first` and following of the label. */
BRAID_HIDDEN void braid_shadow_set(void *address, size_t bytes, braid_label label, uint32_t first);
BRAID_HIDDEN void braid_shadow_clear(void *address, size_t bytes);
BRAID_HIDDEN bool braid_shadow_any(const void *address, size_t bytes);
BRAID_HIDDEN void braid_shadow_move(void *to, const void *from, size_t bytes);

/* --- events.c --- */
BRAID_HIDDEN void braid_event_add(uint8_t kind, uint8_t flag, uint16_t aux, const braid_site_desc *site,
                                  uint32_t label, uint32_t extra);

/* --- inputs.c --- label of one byte of a source. */
BRAID_HIDDEN braid_label braid_input_byte(int source, uint64_t offset);
/* Before main's first instruction of each run: arguments and environment. */
BRAID_HIDDEN void braid_inputs_begin(int *argc, char ***argv, char ***environment);

/* --- server.c --- ends the run in order: writes the END event, then leaves main for good. */
BRAID_HIDDEN _Noreturn void braid_run_end(uint32_t end, int status);
/* Reads BRAID_CONTROL, maps the trace; true if the engine started us. */
BRAID_HIDDEN bool braid_server_open(void);

/* Before each run: empty tables, no labels anywhere. */
static inline void braid_tables_reset(void) {
  braid_nodes_reset();
  braid_shadow_reset();
}

#endif
