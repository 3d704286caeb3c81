/* The trace: what one run of an instrumented program leaves behind, laid out in memory that the program
 * and the engine share. This header is the layout and nothing else, in plain C, so that any runtime can
 * write it and any tool can read it; docs/trace-format.md says the same in words.
 *
 * Whoever creates the memory (the engine) lays out the areas and fills in the sources; the program's
 * runtime appends nodes, events and, once for each start of the program, sites. Counters are updated
 * after the entry they count is complete, so that the trace of a program that dies is whole up to the
 * instruction that killed it. A reader must still distrust every number: the program under test can
 * write anywhere. */
#ifndef BRAID_TRACE_FORMAT_H
#define BRAID_TRACE_FORMAT_H

#include "expr/node.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BRAID_TRACE_MAGIC "BRAIDTRC"
#define BRAID_TRACE_VERSION 9u

/* A label is the index of a node. 0 means "not symbolic". Labels stay below 2^28 so that a shadow cell can
 * hold a label and the number of a byte within it. */
typedef uint32_t braid_label;
#define BRAID_MAX_LABELS (1u << 28)

/* Nodes are as in expr/node.h. Equal nodes are stored once. */

/* What happened, in order: 16 bytes each. `site` is an index into the sites area (0: nowhere known). For BRANCH,
 * LOST, LENGTH and CHECK at a place in a library model, `extra` is the site that called the model. */
enum braid_event_kind {
  BRAID_EVENT_NONE = 0,
  BRAID_EVENT_BRANCH = 1,  /* label: condition, one bit; flag: taken */
  BRAID_EVENT_SWITCH = 2,  /* label: value; extra: number of the case taken, 0 for default, cases from 1 */
  BRAID_EVENT_ADDRESS = 3, /* label: address that depends on input, made concrete; extra: bytes; flag: write */
  BRAID_EVENT_LOST = 4,    /* label: what was lost; aux: enum braid_lost */
  BRAID_EVENT_ASSUME = 5,  /* label: condition; flag: holds in this run */
  BRAID_EVENT_TARGET = 6,  /* label: address of an indirect call or jump, made concrete */
  BRAID_EVENT_LENGTH =
      7, /* label: length of a memory operation or allocation, made concrete; aux: 1 if allocation */
  BRAID_EVENT_SOURCE = 8, /* extra: source read or marked for the first time */
  BRAID_EVENT_THREAD = 9, /* the program started a thread */
  BRAID_EVENT_FORK = 10,  /* the program made a child process, which is not recorded */
  BRAID_EVENT_END = 11,   /* extra: enum braid_end; label: exit status */
  /* A call whose result is a source, which is `extra`. PASSED is an argument: aux is its number, from 0. */
  BRAID_EVENT_PASSED = 12,
  BRAID_EVENT_RESULT = 13,
  /* An access through an address that depends on input stays within its object, or not. label: that it does, one
   * bit; flag: it did; extra: bytes; aux: 1 for a write. */
  BRAID_EVENT_BOUNDS = 14,
  /* Which object an address leads to. label: the address; aux: bytes accessed; extra: label of a constant, that
   * object as BRAID_OBJECT has it. */
  BRAID_EVENT_OBJECT = 15,
  /* An operation that can go wrong (trace/checks.def). label: that it does, one bit, or 0 if that does not depend
   * on input; flag: it did; aux: which, enum braid_check. The run goes on as the hardware has it. */
  BRAID_EVENT_CHECK = 16,
  /* The following are only there if the engine sets `merging`. In READ and WRITE the address is in site (low half)
   * and extra (high half), and aux is the number of bytes.
   * READ: memory was read; a node HELD refers to it. WRITE: what was written; label: that, or 0 if it has none;
   * aux also has, from bit 8 on, the number of the byte of the label that comes first. */
  BRAID_EVENT_READ = 17,
  BRAID_EVENT_WRITE = 18,
  /* A decision of the program follows. site and aux: the number of this situation (place, chain of calls, blocks
   * of memory), 48 bits; extra: how many nodes there are. */
  BRAID_EVENT_POINT = 19,
  BRAID_EVENT_OPAQUE = 20, /* something happened to memory that nobody saw */
  BRAID_EVENT_STACK = 21,  /* before a POINT: what lies on the stack below this address (as in READ) is dead */
  BRAID_EVENT_CONSUMED =
      22, /* input was read; site and extra: a number for all that was read until now, 64 bits */
  BRAID_EVENT_KINDS
};

/* Why a symbol was lost. */
enum braid_lost {
#define BRAID_LOST(name, text) BRAID_LOST_##name,
#include "trace/lost.def"
#undef BRAID_LOST
  BRAID_LOST_KINDS
};

/* An object of the program in one number: its address and its bytes, which are fewer than 2^17. */
#define BRAID_OBJECT(address, bytes) ((uint64_t)(address) << 17 | (bytes))
#define BRAID_OBJECT_ADDRESS(object) ((uint64_t)(object) >> 17)
#define BRAID_OBJECT_BYTES(object) ((uint64_t)(object) & 0x1ffffu)

typedef struct braid_event {
  uint8_t kind;
  uint8_t flag;
  uint16_t aux;
  uint32_t site;
  uint32_t label;
  uint32_t extra;
} braid_event;

/* Why a run ended, as far as the program's own side knows. Signals and time limits are known to whoever
 * waits for the process. */
enum braid_end {
  BRAID_END_NONE = 0,     /* still running, or killed */
  BRAID_END_EXIT = 1,     /* exit, or return from main */
  BRAID_END_QUICK = 2,    /* _exit, _Exit, quick_exit */
  BRAID_END_NODES = 3,    /* node table full */
  BRAID_END_EVENTS = 4,   /* event table full */
  BRAID_END_ASSUME = 5,   /* an assumption does not hold for this input */
  BRAID_END_SOURCES = 6,  /* source table or input data area full */
  BRAID_END_INTERNAL = 7, /* the runtime met something it cannot handle; see `message` */
  BRAID_END_MEMORY = 8,   /* no memory for the labels of the program's memory */
  BRAID_END_KINDS
};

/* A site: a place in the source of the program. `id` is stable between builds of the same source. */
enum braid_site_kind {
  BRAID_SITE_NONE = 0,
  BRAID_SITE_BRANCH = 1,
  BRAID_SITE_SWITCH = 2,
  BRAID_SITE_MEMORY = 3,
  BRAID_SITE_CALL = 4,
  BRAID_SITE_OTHER = 5,
  BRAID_SITE_CHECK = 6,
  BRAID_SITE_KINDS
};

typedef struct braid_site {
  uint64_t id;
  uint32_t file;     /* offset into strings */
  uint32_t function; /* offset into strings */
  uint32_t line, column;
  uint8_t kind;
  uint8_t width;       /* of the value switched on; of a check: which, enum braid_check */
  uint16_t in_model;   /* 1: the place is in a library model */
  uint32_t case_count; /* of a switch */
  uint32_t first_case; /* index into cases: the constants in ascending order, then for each the way it goes */
  uint32_t called;     /* offset into strings: at a call that has a model or a way, the library function; else 0 */
  uint32_t first_way;  /* index into ways: the flags of its ways; 0: it has none */
  /* How many. Of a branch the flag of "not taken" comes first, of a switch that of way 0. A call has one if its
   * answer comes from outside and is not input (trace/answers.def): it was made, and got such an answer. */
  uint32_t way_count;
} braid_site; /* 48 bytes */

/* Control flow between decisions, whichever runs there were: after `from` can come `to`. Points are decisions that
 * have ways, by their id; ways of these; calls, by the id of their site; and the beginnings and ends of functions.
 */
typedef struct braid_edge {
  uint64_t from, to;
} braid_edge;

static inline uint64_t braid_way_point(uint64_t site, uint32_t way) {
  return site + (way + 1) * UINT64_C(0x9E3779B97F4A7C15);
}

/* Where input comes from. */
enum braid_source_kind {
  BRAID_SOURCE_NONE = 0,
  BRAID_SOURCE_STDIN = 1,
  BRAID_SOURCE_FILE = 2, /* recognised by device and inode */
  BRAID_SOURCE_ARG = 3,  /* index: number of the argument */
  BRAID_SOURCE_ENV = 4,  /* name: the variable */
  BRAID_SOURCE_MARK = 5, /* braid_symbolic and its like; call order */
  BRAID_SOURCE_CALL = 6, /* a library function declared to return input; call order */
  BRAID_SOURCE_DATA = 7, /* the argument of LLVMFuzzerTestOneInput */
  /* No input: what a function returned that is not instrumented, if `name_results` is set; name: the function */
  BRAID_SOURCE_RESULT = 8,
  BRAID_SOURCE_KINDS
};

#define BRAID_SOURCE_SYMBOLIC 1u        /* its bytes are symbols */
#define BRAID_SOURCE_SYMBOLIC_LENGTH 2u /* its length is a symbol too */
#define BRAID_SOURCE_GIVEN 4u           /* the engine gave its bytes; otherwise the runtime made it up */
#define BRAID_SOURCE_USED 8u            /* the program asked for it in this run */

typedef struct braid_source {
  uint8_t kind;
  uint8_t flags;
  uint16_t index;
  uint32_t most; /* bytes that the engine would give, if its length is a symbol; 0: no more than now */
  uint64_t data; /* offset into the data area */
  uint64_t size; /* bytes */
  uint64_t device, inode;
  char name[88]; /* ends in 0 */
} braid_source;  /* 128 bytes */

/* What becomes of addresses that depend on input. */
enum braid_addresses {
  BRAID_ADDRESSES_CONCRETE = 0, /* each is the value that it has */
  BRAID_ADDRESSES_LAZY = 1,     /* the same, but whether it stays within its object is a decision of its own */
  BRAID_ADDRESSES_THEORY = 2,   /* the object is an array, as long as it is not too large */
  BRAID_ADDRESSES_AUTO = 3,     /* one or the other, as size and kind of access advise */
  BRAID_ADDRESSES_KINDS
};

typedef struct braid_area {
  uint64_t offset;   /* from the start of the trace */
  uint64_t capacity; /* entries */
} braid_area;

#define BRAID_CRASH_CALLS 32

typedef struct braid_trace {
  char magic[8];
  uint32_t version;
  uint32_t header_bytes; /* sizeof(braid_trace) */
  uint64_t total_bytes;

  braid_area sources;  /* braid_source */
  braid_area data;     /* bytes of the sources */
  braid_area nodes;    /* braid_node; entry 0 is not used */
  braid_area events;   /* braid_event */
  braid_area sites;    /* braid_site; entry 0 is "unknown" */
  braid_area cases;    /* uint64_t: constants of switches and their ways (default is way 0, others from 1) */
  braid_area strings;  /* bytes; offset 0 is "" */
  braid_area ways;     /* bytes; 1: this way was gone. Entry 0 is not used */
  braid_area edges;    /* braid_edge */
  braid_area contents; /* bytes of objects, as MEMORY nodes have them */

  /* Written by the engine before each run. */
  uint32_t given_sources; /* sources with the engine's data */
  uint32_t diagnose;      /* 1: the runtime records where a fatal signal strikes */
  uint64_t given_data;    /* bytes of data in use by them */
  uint64_t run;           /* number of this run */
  uint64_t start;        /* number of this start of the program: sites are as in other runs with the same number */
  uint32_t name_results; /* 1: what functions return that are not instrumented becomes a source, where it can */
  uint32_t addresses;    /* enum braid_addresses */
  uint64_t checks;       /* a bit for each enum braid_check that is to be recorded */
  uint32_t merging;      /* 1: what is read and written is recorded, too, by code that was compiled for it */
  uint32_t reserved3;

  /* Written by the runtime. */
  volatile uint32_t node_count; /* including entry 0 */
  volatile uint32_t event_count;
  volatile uint32_t source_count;
  volatile uint32_t site_count; /* including entry 0 */
  volatile uint32_t case_count;
  volatile uint32_t string_bytes;
  volatile uint64_t data_bytes;
  volatile uint32_t end; /* enum braid_end */
  volatile int32_t exit_status;
  volatile uint32_t process;       /* id of the process that runs or ran this input */
  volatile uint32_t restarts;      /* runs of this process before this one, without a fork */
  volatile uint32_t refused_sites; /* sites, cases or strings that did not fit */
  volatile uint32_t way_count;     /* including entry 0 */
  volatile uint32_t refused_ways;  /* that did not fit: nobody knows whether they were gone */
  volatile uint32_t late_sites;    /* the first number of sites that came in this run, with a library */
  volatile uint32_t edge_count;
  volatile uint32_t content_bytes;
  volatile uint64_t table_bytes;   /* memory that finds equal nodes */
  volatile uint64_t shadow_bytes;  /* memory that holds the labels of the program's memory */
  volatile uint64_t refused_bytes; /* size of the first allocation of the run that failed; 0: none did */
  char obstacle[96];               /* why the program cannot be restarted in the process; empty: it can */
  char message[160];               /* with BRAID_END_INTERNAL */
  volatile uint32_t crash_count;   /* entries of `crash` in use */
  uint32_t reserved2;
  /* Calls under way when a fatal signal struck, the innermost first, as offsets in the program's file. */
  volatile uint64_t crash[BRAID_CRASH_CALLS];
} braid_trace;

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
