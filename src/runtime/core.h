/* What the parts of the runtime share. Everything the runtime must remember lives in one structure in
 * memory of its own, outside the program's data, so that putting the program's memory back (snapshot.c)
 * does not touch it. Nothing here allocates from the program's heap or uses buffered input and output. */
#ifndef BRAID_RUNTIME_CORE_H
#define BRAID_RUNTIME_CORE_H

#include "runtime/api.h"
#include "runtime/model.h"
#include "trace/writer.h"

#include <stdbool.h>

#define BRAID_HIDDEN __attribute__((visibility("hidden")))
/* Called from a quick path, which is to keep its registers. */
#define BRAID_ASIDE BRAID_WRITER_ASIDE
#define BRAID_UNLIKELY(x) __builtin_expect(!!(x), 0)

typedef struct braid_shadow_page braid_shadow_page;

/* short_reads.c: what lay where a read is writing, bytes and cells; so many of them, so many looked at already. */
typedef struct braid_before {
  uint32_t *cells;
  uint8_t *bytes;
  uint64_t room, count, taken;
} braid_before;

/* blocks.c: which blocks of the heap there are. */
typedef struct braid_block_piece braid_block_piece;
typedef struct braid_blocks {
  uint8_t *map;     /* one byte for 16 bytes of the program */
  uint8_t *changed; /* one byte for each piece of the map: it is in the list */
  braid_block_piece *pieces;
  uint32_t piece_count, piece_room;
  uint32_t first_count; /* pieces of the program's start */
  uint64_t low, high;   /* all blocks begin between these */
  bool kept;
  volatile int lock; /* between threads */
} braid_blocks;

/* arrays.c: what is known of objects that were reached by addresses which depend on input. */
typedef struct braid_array braid_array;
typedef struct braid_array_memory braid_array_memory;
typedef struct braid_arrays {
  braid_array_memory *first, *now; /* for this run; more is taken as needed */
  uint8_t *free;
  braid_array **table; /* by address */
  bool in_cells;       /* cells may name arrays */
} braid_arrays;

typedef struct braid_channel braid_channel;
typedef struct braid_held braid_held;

typedef struct braid_state {
  bool active;         /* recording: false in processes the program forked and after the end of a run */
  bool starting;       /* the point where runs begin is not reached: input comes too early (early.c) */
  bool threads;        /* the program started a thread: slow paths take the lock */
  void *volatile lock; /* thread pointer of the thread inside the runtime, null for none */
  braid_trace *trace;
  /* the areas of the trace, located once */
  braid_source *sources;
  uint8_t *data;
  braid_node *nodes;
  braid_event *events;
  braid_site *sites;
  uint64_t *cases;
  char *strings;
  uint8_t *ways;
  braid_edge *edges;
  uint8_t *contents;
  int trace_descriptor, command_descriptor, status_descriptor;
  uintptr_t stack_top; /* of the main thread */

  braid_writer writer; /* nodes.c, events.c */
#define BRAID_REMEMBERED_CONSTANTS 1024
  braid_label constants[BRAID_REMEMBERED_CONSTANTS];

  /* reserve.c */
  uint8_t *coarse; /* one byte for eight bytes of the program: bit i is set if byte i carries a label */
  uint8_t *writable;
  uint8_t *arena, *arena_end;

  /* shadow.c */
  braid_shadow_page **directory; /* one entry for BRAID_PAGE_BYTES bytes of the program */
  braid_shadow_page *pages;      /* in use, newest first */
  braid_shadow_page *free_pages; /* used before, empty */
  braid_shadow_page *fresh_pages;
  uint32_t fresh_count;
  void *main_thread;      /* thread pointer of the thread that runs main */
  uintptr_t stack_bottom; /* the stack of that thread may grow down to here */

  /* inputs.c */
  uint32_t file_sources; /* the sources that descriptors read from lie below this number */
  uint32_t next_mark;    /* where the search for the next source of kind MARK, or CALL, goes on */
  uint32_t next_call;
  braid_before before;
  braid_blocks blocks;
  braid_arrays arrays;
  uint32_t results; /* black_boxes.c: sources of this run that are results */

  /* channels.c and held_back.c; both tables stay where they are from run to run */
  braid_channel *channels;
  uint32_t channel_count;
  uint64_t channel_bytes; /* the room that all channels have together */
  braid_held *held;
  uint32_t held_room, held_count;

  /* arguments.c: what the program was started with, and room for what takes its place */
  int argument_count;
  char **arguments, **environment;
  bool in_place; /* these lists themselves are changed, not copies of them */
  uint8_t *argument_memory;
  uint8_t *argument_texts; /* those of the sources, in their order */
  uint64_t argument_bytes;

  /* merging.c */
  bool merging;
  uint64_t consumed;  /* what was read of the input, in which order */
  uint64_t allocated; /* the history of the heap */
#define BRAID_REMEMBERED_HELD 4096
  uint32_t *held_only; /* label * 2 + whether it depends on no input */

  /* sites.c: linked units with their tables of sites */
  struct {
    const braid_site_desc *begin, *end;
    const braid_object_desc *objects, *objects_end;
    uint32_t first;
  } units[64];
  uint32_t unit_count;
  uint32_t latest_unit; /* the one that the latest event was in */
} braid_state;

/* Null while inert. */
extern braid_state *__braid_state BRAID_HIDDEN;

/* --- nodes.c --- the label of an equal node, made if there is none. 0 if the table is full: the run has
 * then been ended. */
BRAID_HIDDEN braid_label braid_node_make(uint8_t op, uint16_t width, uint32_t a, uint32_t b, uint32_t c,
                                         uint64_t value);
BRAID_HIDDEN braid_label braid_node_constant(uint16_t width, uint64_t low, uint64_t high);
BRAID_HIDDEN bool braid_nodes_open(void);
BRAID_HIDDEN void braid_nodes_reset(void);

/* --- reserve.c --- */
#define BRAID_ADDRESS_BITS 47
#define BRAID_PAGE_BYTES 512ull
#define BRAID_COARSE_BYTES ((1ull << BRAID_ADDRESS_BITS) / 8)
#define BRAID_DIRECTORY_BYTES ((1ull << BRAID_ADDRESS_BITS) / BRAID_PAGE_BYTES * sizeof(void *))
#define BRAID_BLOCK_BYTES ((1ull << BRAID_ADDRESS_BITS) / 16)
#define BRAID_ARENA_BYTES (1ull << 38)
BRAID_HIDDEN bool braid_reserve_open(void);
/* Zeroed memory for the runtime, never given back; null if there is no more. */
BRAID_HIDDEN void *braid_reserve_take(uint64_t bytes);
/* Before a write to this byte of the coarse map, the directory or the map of blocks; false if the system refuses.
 */
BRAID_HIDDEN bool braid_reserve_writable(const void *address);

/* --- shadow.c --- */
/* Makes ready what labels near this address will need. */
BRAID_HIDDEN void braid_shadow_prepare(const void *address);
BRAID_HIDDEN void braid_shadow_reset(void);
/* Byte number `first` and following of the label. */
BRAID_HIDDEN void braid_shadow_set(void *address, size_t bytes, braid_label label, uint32_t first);
BRAID_HIDDEN void braid_shadow_clear(void *address, size_t bytes);
/* The same of memory that now holds something that depends on no input. */
BRAID_HIDDEN void braid_shadow_overwritten(void *address, size_t bytes);
BRAID_HIDDEN bool braid_shadow_any(const void *address, size_t bytes);
/* From memory that may not be there; false if it is not, or if the system does not tell. Leaves errno alone. */
BRAID_HIDDEN bool braid_read_safely(void *to, const void *from, size_t bytes);
/* The label of the first byte that has one (another than this) and still its value, or 0. */
BRAID_HIDDEN braid_label braid_shadow_first(const void *address, size_t bytes, braid_label other_than);
/* The cells as they are, which may name arrays (arrays.c); whether they are still these; the same one for all. */
BRAID_HIDDEN void braid_shadow_cells(const void *address, size_t bytes, uint32_t *cells);
BRAID_HIDDEN bool braid_shadow_same(const void *address, size_t bytes, const uint32_t *cells);
BRAID_HIDDEN void braid_shadow_fill(void *address, size_t bytes, uint32_t cell);
/* __braid_load for whoever is inside already. */
BRAID_HIDDEN braid_label braid_shadow_load(const void *address, uint64_t bytes, const braid_site_desc *site);
BRAID_HIDDEN void braid_shadow_move(void *to, const void *from, size_t bytes);
/* What is known about one byte, to be kept for braid_shadow_term (nodes.h), which says what that was. */
BRAID_HIDDEN uint32_t braid_shadow_cell(const void *address);

/* --- short_reads.c --- whether this byte is one or another depending on the length of a source. */
BRAID_HIDDEN bool braid_is_unsettled(braid_label label);
/* Decides that, and returns what the byte is; 0: a constant. */
BRAID_HIDDEN braid_label braid_settle_byte(braid_label label, const braid_site_desc *site);

/* --- calls.c --- whether a call of this address reaches an instrumented function. */
BRAID_HIDDEN bool braid_receives_labels(void *function);
/* The same, and it is no library model. */
BRAID_HIDDEN bool braid_is_program_code(void *function);

/* --- events.c --- */
BRAID_HIDDEN void braid_event_add(uint8_t kind, uint8_t flag, uint16_t aux, const braid_site_desc *site,
                                  uint32_t label, uint32_t extra);

/* --- sites.c --- what a unit brings; its ways before its sites, which refer to them. */
BRAID_HIDDEN BRAID_ASIDE uint32_t braid_site_number(const braid_site_desc *site);
BRAID_HIDDEN void braid_ways_add(braid_way_flags *begin, braid_way_flags *end);
BRAID_HIDDEN void braid_sites_add(const braid_unit *unit);

/* --- inputs.c --- label of one byte of a source. */
BRAID_HIDDEN braid_label braid_input_byte(int source, uint64_t offset);
/* Notes that the program has asked for the source: flag USED and, the first time, a SOURCE event. */
BRAID_HIDDEN void braid_input_used(int source);
/* --- arguments.c --- before main's first instruction of each run: the sources are as the engine left them,
 * arguments and environment are replaced by theirs. */
BRAID_HIDDEN void braid_inputs_begin(int *argc, char ***argv, char ***environment);

/* --- run.c --- ends the run in order: writes the END event, then leaves main for good. */
BRAID_HIDDEN _Noreturn void braid_run_end(uint32_t end, int status);
BRAID_HIDDEN void braid_run_abort(uintptr_t caller); /* returns if the process has to be killed */
/* --- mappings.c --- memory of the runtime, which a restart leaves alone. */
BRAID_HIDDEN void braid_own_mapping(void *begin, void *end);
/* --- connection.c --- reads BRAID_CONTROL, maps the trace; true if the engine started us. */
BRAID_HIDDEN bool braid_server_open(void);

/* --- blocks.c, arrays.c --- */
/* Makes ready what blocks near this address will need. */
BRAID_HIDDEN void braid_blocks_prepare(const void *address);
/* The blocks there are now are those of every run. */
BRAID_HIDDEN void braid_blocks_keep(void);
BRAID_HIDDEN void braid_blocks_reset(void);
BRAID_HIDDEN void braid_arrays_reset(void);
/* The cell of a byte, where it names an array: the one of the byte itself. */
BRAID_HIDDEN uint32_t braid_array_cell(uint64_t address, uint32_t cell);
/* The label of at most 8 bytes that all have this cell, if it names an array which still has them; else 0. */
BRAID_HIDDEN braid_label braid_array_bytes(uint64_t address, uint32_t cell, uint32_t bytes);

/* --- held_back.c --- true if the event waits until somebody looks at what it is about. */
BRAID_HIDDEN bool braid_hold_back(const braid_event *event);
/* A label that the events are about which this thread holds back; 0 if there are none. */
BRAID_HIDDEN braid_label braid_held_label(void);
/* Whether events of this thread are being held back: what follows from them must not be remembered either. */
enum braid_holding { BRAID_HOLDING_NOTHING, BRAID_HOLDING, BRAID_HAS_HELD };
static inline bool braid_is_holding_back(void) {
  return BRAID_UNLIKELY(__braid_thread.holding_back == BRAID_HOLDING);
}
/* Those of this channel, into the trace. */
BRAID_HIDDEN void braid_held_release(int channel);

/* --- merging.c --- */
BRAID_HIDDEN void braid_merging_begin(void);
/* Before an event is added. */
BRAID_HIDDEN BRAID_ASIDE void braid_merging_event(uint8_t kind, const braid_site_desc *site);
BRAID_HIDDEN void braid_merging_wrote(const void *address, size_t bytes, braid_label label, uint32_t first);
/* What was loaded from there, as something that is known to have been there. */
BRAID_HIDDEN braid_label braid_merging_read(const void *address, size_t bytes, braid_label label);
/* A label that says how a value came about without any input in it. */
BRAID_HIDDEN bool braid_is_held(braid_label label);
/* This was written: what has no label gets one, as a constant. */
BRAID_HIDDEN void braid_merging_kept(const void *address, uint64_t bytes);
BRAID_HIDDEN void braid_merging_opaque(void);
BRAID_HIDDEN void braid_merging_consumed(uint64_t what);
BRAID_HIDDEN void braid_merging_allocated(uint64_t what);

/* --- round_trips.c --- */
BRAID_HIDDEN void braid_round_trips_reset(void);
/* This was written where it is not followed: lost, if the program then reads something that is not input. */
BRAID_HIDDEN void braid_remember_output(braid_label label, const braid_site_desc *site);
/* This was written where it is followed, unless another process takes part. */
BRAID_HIDDEN void braid_followed_output(braid_label label, const braid_site_desc *site);
/* Whether there was another process since then, which may have read it and told somebody. */
BRAID_HIDDEN bool braid_others_took_part(void);
/* Recorded now. Without a label: the flag says that there are some. */
BRAID_HIDDEN void braid_lose_output(braid_label label, const braid_site_desc *site);
/* False if the same was said at this place a little while ago. */
BRAID_HIDDEN bool braid_is_news(const braid_site_desc *site, braid_label label);

/* Before each run: empty tables, no labels anywhere. */
static inline void braid_tables_reset(void) {
  __braid_state->lock = NULL;
  braid_nodes_reset();
  braid_shadow_reset();
  braid_round_trips_reset();
  braid_blocks_reset();
  braid_arrays_reset();
}

#endif
