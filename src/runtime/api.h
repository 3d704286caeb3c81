/* The contract between compiled code and the runtime: everything the pass (src/instrument) emits calls to
 * or touches directly, and nothing else.
 *
 * Fast path and slow path. Compiled code asks one question before it does anything for the symbolic side:
 * "is any label involved not zero?". For labels in registers that is a test; for memory it is a look at the
 * coarse map, which has one byte for eight bytes of the program's memory, zero while none of them carries
 * a label. Only if the answer is yes does it call the functions below. They are `cold`, so that whatever the call
 * needs to keep is put aside there and not on the fast path.
 *
 * Inert by default. Until the engine starts the program (see trace/control.h), __braid_coarse points to a
 * zero byte and __braid_coarse_mask is 0: every question is answered with no, and nothing is mapped. */
#ifndef BRAID_RUNTIME_API_H
#define BRAID_RUNTIME_API_H

#include "trace/format.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __clang__
#define BRAID_COLD __attribute__((cold, noinline, visibility("default")))
#else /* somebody who only reads the layout */
#define BRAID_COLD
#endif

/* index of the coarse byte of an address: (address >> 3) & __braid_coarse_mask. Set before any compiled code
 * runs and never changed afterwards in this process. */
extern uint8_t *__braid_coarse;
extern uint64_t __braid_coarse_mask;

/* A function that was instrumented has this number in the eight bytes before its first instruction, which
 * is how the caller's slow path knows whether labels for the arguments will be received. */
#define BRAID_FUNCTION_MAGIC 0x6d61726461696c62ull
#define BRAID_MODEL_MAGIC 0x6d61726461696c63ull /* the same, of a library model */

/* Labels of arguments and results. The tag says whose they are: the address of the function called, or
 * that returned. It is set only when at least one label is not zero, and taken back by the receiver, so
 * code that is not instrumented in between can neither lose its way in it nor leave stale labels. */
#define BRAID_ARGUMENT_SLOTS 64
#define BRAID_RESULT_SLOTS 16
#define BRAID_VARIADIC_SLOTS 32
/* How much is looked at of memory shown to a function, whose size is not known. */
#define BRAID_SHOWN_BYTES 16
#define BRAID_SHOWN_VARIABLE_BYTES 4096 /* most, if it is known */
/* ret_tag for a second return from setjmp. */
#define BRAID_TAG_SETJMP 1ul

typedef struct braid_variadic {
  uint32_t offset; /* in the register save area (below 176) or, from 176 on, in the overflow area */
  uint32_t bytes;
  braid_label label;
} braid_variadic;

typedef struct braid_thread {
  void *arg_tag;
  void *arg_alias; /* where arg_tag is a step in a table of the linker: the function it leads to */
  void *ret_tag;
  const struct braid_site_desc *ret_site; /* where the function returned that ret_tag names */
  const struct braid_site_desc *caller;   /* the place of the latest call of a library model */
  void *tail_from, *tail_to; /* the latest chain of guaranteed tail calls: who was called, who will return */
  struct braid_frame *frame; /* the latest that notes its variables */
  uintptr_t stack_low;       /* lowest address of this stack that carries a label; UINTPTR_MAX for none */
  uint64_t args[BRAID_ARGUMENT_SLOTS]; /* a label; for a byval argument the address it is copied from */
  braid_label ret[BRAID_RESULT_SLOTS];
  uint32_t variadic_count;
  braid_variadic variadic[BRAID_VARIADIC_SLOTS];
  uint64_t context;      /* which chain of calls this is, in code compiled for merging */
  uint32_t holding_back; /* events wait for somebody who looks: enum braid_holding (held_back.c) */
} braid_thread;

extern __thread braid_thread __braid_thread __attribute__((tls_model("initial-exec")));

/* Where the code of one object file notes the ways it goes, in section "braid_ways". */
typedef struct braid_way_flags {
  uint8_t
      *flags; /* a byte for each way, made 1: in the object file's own memory or, under the engine, in the trace */
  uint32_t count;
  uint32_t first;          /* number of the first in the trace, 0 for none */
  const braid_edge *edges; /* what can follow what in this code */
  uint32_t edge_count;
} braid_way_flags;

/* A site as the pass emits it, in section "braid_sites". */
typedef struct braid_site_desc {
  uint64_t id;
  const char *file;
  const char *function;
  uint32_t line, column;
  uint8_t kind;  /* enum braid_site_kind */
  uint8_t width; /* of what a switch looks at; of a call: 1 if its result is used; of a check: enum braid_check */
  uint16_t in_model; /* the place is in a library model: events add the place that called it */
  uint32_t case_count;
  const uint64_t *cases;        /* of a switch: case_count constants, ascending, then for each the way it goes */
  const char *called;           /* the library function that has a model or is asked something, or null */
  const braid_way_flags *flags; /* of its ways, from number first_way on; null if they are not noted */
  uint32_t first_way, way_count;
} braid_site_desc; /* 72 bytes */

/* A global variable or literal as the pass tells it, in section "braid_objects". */
typedef struct braid_object_desc {
  const void *address;
  uint64_t bytes;
} braid_object_desc;

/* Variables of one call of a function, in its own frame: linked while it runs, the innermost first. */
typedef struct braid_frame {
  struct braid_frame *outer;
  uint64_t count;
  braid_object_desc objects[];
} braid_frame;

/* What is linked into one executable or shared library. */
typedef struct braid_unit {
  const braid_site_desc *sites, *sites_end;
  braid_way_flags *ways, *ways_end;
  const braid_object_desc *objects, *objects_end;
} braid_unit;

/* Called by each linked unit before its constructors (src/runtime/unit.c), with the arguments that these get. */
void __braid_register_unit(const braid_unit *unit, int argc, char **argv);

/* Called at the start of a constructor that looks at the arguments or at the environment; a bit for each
 * enum braid_source_kind. */
void __braid_constructor(uint32_t kinds);

/* Called at the start of main; may replace the arguments. In a server process it returns only in children. */
void __braid_start(int *argc, char ***argv, char ***environment);

/* --- expressions ---
 * word = operation | width of the result << 8 | width of the operands << 20. An operation is one of enum
 * braid_op or of enum braid_composite. An operand whose label is 0 is the constant given beside it. Result:
 * the label, 0 when no operand is symbolic. */
BRAID_COLD braid_label __braid_node1(uint32_t word, braid_label la, uint64_t a, uint64_t result);
BRAID_COLD braid_label __braid_node2(uint32_t word, braid_label la, braid_label lb, uint64_t a, uint64_t b,
                                     uint64_t result);
/* The second operand of a conversion from floating point to an integer: what becomes of a number that does not
 * fit, which C leaves open. Unless it is known, whether the number fits is decided, like a branch. */
enum braid_beyond {
  BRAID_BEYOND_KNOWN, /* what the instructions give that every x86-64 has */
  BRAID_BEYOND_OPEN,
  BRAID_BEYOND_ONES /* all bits set, as by AVX-512 */
};
/* The same with three operands, and for operations whose result hardware and trace may define differently
 * (shifts by a variable amount, floating point): where they differ the loss is recorded and the label is 0. */
BRAID_COLD braid_label __braid_checked(const braid_site_desc *site, uint32_t word, braid_label la, braid_label lb,
                                       braid_label lc, const uint64_t *values /* a, b, c, result */);
/* condition ? a : b */
BRAID_COLD braid_label __braid_choose(braid_label lcondition, braid_label la, braid_label lb, uint32_t width,
                                      uint32_t condition, uint64_t a, uint64_t b);
/* Values of more than 64 bits: two words each, low first, for a, b, c and the result. Also ITE, and EXTRACT, where
 * b is the number of the lowest bit. */
BRAID_COLD braid_label __braid_wide(const braid_site_desc *site, uint32_t word, braid_label la, braid_label lb,
                                    braid_label lc, const uint64_t *values);
/* width bits of a, starting at bit low; a has at most 64. */
BRAID_COLD braid_label __braid_extract(braid_label la, uint32_t low, uint32_t width);
/* A value of `width` bits came from a function, or goes into one, that may have been declared with another type
 * than it has: its label for this width, or 0 if the value is not what is left, or what becomes, of the labelled
 * one. */
BRAID_COLD braid_label __braid_fit(const braid_site_desc *site, braid_label label, uint32_t width, uint64_t value);
/* base + index * scale, where index was sign-extended or truncated from index_width to 64 bits. */
BRAID_COLD braid_label __braid_step(braid_label lbase, braid_label lindex, uint32_t index_width, uint64_t base,
                                    uint64_t index, uint64_t scale);

enum braid_composite {
  BRAID_COMPOSITE_FIRST = 128,
#define BRAID_COMPOSITE(name) BRAID_COMPOSITE_##name,
#include "runtime/composites.def"
#undef BRAID_COMPOSITE
};

/* --- memory --- */
BRAID_COLD braid_label __braid_load(const void *address, uint64_t bytes, const braid_site_desc *site);
BRAID_COLD void __braid_store(void *address, uint64_t bytes, braid_label label);
/* The same where the address itself depends on input; at most 8 bytes. */
BRAID_COLD braid_label __braid_load_at(const void *address, uint64_t bytes, const braid_site_desc *site,
                                       braid_label laddress);
BRAID_COLD void __braid_store_at(void *address, uint64_t bytes, braid_label label, const braid_site_desc *site,
                                 braid_label laddress, uint64_t value);
/* A copy of a known number of bytes, of which at least one address depends on input. */
BRAID_COLD void __braid_move_at(void *to, const void *from, uint64_t bytes, const braid_site_desc *site,
                                braid_label lto, braid_label lfrom);
BRAID_COLD void __braid_move(void *to, const void *from, uint64_t bytes);
BRAID_COLD void __braid_fill(void *to, uint64_t bytes, braid_label byte);
BRAID_COLD void __braid_clear(void *address, uint64_t bytes);
/* The memory is about to be given back: what its labels depend on must not be looked up there any more. */
BRAID_COLD void __braid_settle(void *address, uint64_t bytes);
/* 1 if any byte of the range carries a label (exact). */
BRAID_COLD int __braid_any(const void *address, uint64_t bytes);
/* Memory on the stack was given back up to here: variables below are no more. */
BRAID_COLD void __braid_unwound(uintptr_t stack);
/* Everything on the stack below `frame` is dead: forget its labels. */
BRAID_COLD void __braid_leave(uintptr_t frame);

/* --- calls --- the slow path of a call whose arguments carry labels; args[0..slots) are filled in. */
BRAID_COLD void __braid_call(void *callee, const braid_site_desc *site, uint32_t slots);
BRAID_COLD void __braid_variadic(uint32_t offset, uint32_t bytes, braid_label label);
/* A function returned with a tag that is not what was called: 1 if it is that of the end of its chain of tail
 * calls, or of the function that a table of the linker leads to. */
BRAID_COLD int __braid_returned(void *callee, void *tag);
/* A result with a label was not taken by whom it was returned to: code that is not instrumented. */
BRAID_COLD void __braid_unclaimed(void);
/* A call with a pointer to memory that may carry labels. If the function is not instrumented, or null, the loss of
 * what is there is recorded for this reason. */
BRAID_COLD void __braid_shown(const void *callee, const void *memory, uint64_t bytes, const braid_site_desc *site,
                              uint32_t reason);
/* A value, or else what is in memory, is written to a descriptor or stream (round_trips.c). */
BRAID_COLD void __braid_output(uint64_t destination, uint32_t is_stream, braid_label label, const void *memory,
                               uint64_t bytes, const braid_site_desc *site);
/* A function that may turn out not to be instrumented, with integers of at most 64 bits in and out. */
#define BRAID_BLACK_BOX_ARGUMENTS 8
typedef struct braid_black_box {
  const char *name;
  uint8_t result_width, argument_count;
  uint8_t argument_widths[BRAID_BLACK_BOX_ARGUMENTS];
} braid_black_box;
/* In place of __braid_call before a call of such a function; `values` are the arguments. Result: a number that
 * says that the engine wants a label for what is returned, or 0. */
BRAID_COLD uint32_t __braid_expect(void *callee, const braid_site_desc *site, const braid_black_box *function,
                                   const uint64_t *values);
/* After it, with that number: the label of what was returned. */
BRAID_COLD braid_label __braid_expected(uint32_t expected, const braid_site_desc *site,
                                        const braid_black_box *function, uint64_t value);
/* At va_start: put the labels where va_arg will look. list: the ABI's va_list. Result: the end of what now carries
 * labels in the caller's frame, 0 for nothing; the function forgets them when it returns. */
BRAID_COLD uintptr_t __braid_va_start(void *list, const braid_variadic *entries, uint32_t count);

/* --- events --- */
BRAID_COLD void __braid_branch(const braid_site_desc *site, braid_label condition, uint32_t taken);
/* A comparison of integers of at most 64 bits that is used by nothing but the branch: node and event at once. */
BRAID_COLD void __braid_branch_on(const braid_site_desc *site, uint32_t word, braid_label la, braid_label lb,
                                  uint64_t a, uint64_t b, uint32_t taken);
BRAID_COLD void __braid_switch(const braid_site_desc *site, braid_label label, uint64_t value);
BRAID_COLD void __braid_address(const braid_site_desc *site, braid_label address, uint32_t bytes, uint32_t write);
BRAID_COLD void __braid_target(const braid_site_desc *site, braid_label address);
BRAID_COLD void __braid_length(const braid_site_desc *site, braid_label length, uint32_t allocation);
BRAID_COLD void __braid_assumed(const braid_site_desc *site, braid_label condition, uint32_t holds);
/* An operation that can go wrong; failed: it does. At a site of kind CHECK. */
BRAID_COLD void __braid_check(const braid_site_desc *site, braid_label condition, uint32_t failed);
/* A length of 64 bits of memory that begins at `to`, and at `from` (null: there is only one): a check whether it
 * can be more than what is left of the objects there. At a site of kind CHECK. */
BRAID_COLD void __braid_length_within(const braid_site_desc *site, braid_label length, uint64_t value,
                                      const void *to, const void *from);
/* --- merging --- (merging.c) code compiled for it calls these once the run has come to a decision. */
extern uint32_t __braid_diverged;
/* This was written: what has no label gets one, as a constant. */
BRAID_COLD void __braid_kept(const void *address, uint64_t bytes);
/* A library model calls a function by its address: if that is the program's own, what the library has in mind
 * meanwhile is not known at the decisions in it. __braid_pinned: a model gives this to a function that is not
 * instrumented: on another path it must be the same. */
BRAID_COLD void __braid_called_back(void *callee);
BRAID_COLD void __braid_pinned(const braid_site_desc *site, braid_label label);
/* A function is called that may not be instrumented (null: assembly): what it does to memory is not seen. */
BRAID_COLD void __braid_opaque(const braid_site_desc *site, void *callee);
BRAID_COLD void __braid_lost(const braid_site_desc *site, braid_label label, uint32_t reason);
/* A function of trace/answers.def is called; `descriptor` is what it returned, if that is a descriptor, else -1.
 * Sets the flag of the site, so compiled code calls it while that is not set. */
BRAID_COLD void __braid_asked(const braid_site_desc *site, void *callee, int32_t descriptor);

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
