/* A writer of traces in plain C, without any library: what a runtime needs to append nodes and events.
 *
 * Nodes are hash-consed: an equal node is found, not added. The table that finds them is made of groups of 16
 * entries. An entry is a tag (one byte, from the hash; 0 is free) and a label; the tags of a group are compared
 * all at once, so that a new node, the common case, is recognised without a look at other nodes and without
 * a branch that cannot be predicted.
 *
 * The first group to look at does not come from the hash. Programs go through their input from one end to the
 * other, and do the same to each part of it: operand `a` counts up while the rest of the node stays. So the first
 * group is near that of the node with the `a` before, and likely to be in the cache. Only where that group is full
 * does the hash say where to look. The table grows by two fifths when it is seven eighths full, so that
 * a short run touches little memory and a long one pays at most 32 bytes for a node, table included. The writer
 * asks its owner for the table's memory; it never allocates by itself. */
#ifndef BRAID_TRACE_WRITER_H
#define BRAID_TRACE_WRITER_H

#include "trace/format.h"

#include <stdbool.h>
#include <stddef.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What is seldom called from a quick path and preserves its registers. */
#ifdef __clang__
#define BRAID_WRITER_ASIDE __attribute__((preserve_most, cold, noinline))
#else
#define BRAID_WRITER_ASIDE
#endif

#define BRAID_WRITER_GROUP 16u
#define BRAID_WRITER_GROUP_BYTES (BRAID_WRITER_GROUP * (sizeof(uint8_t) + sizeof(uint32_t)))

typedef struct braid_writer {
  braid_trace *trace;
  braid_node *nodes;
  braid_event *events;
  uint8_t *tags;    /* 16 for each group */
  uint32_t *labels; /* likewise */
  uint64_t groups;
  uint32_t step;    /* from the group of one label to that of the next, the whole table being 2^32 */
  uint64_t room;    /* below so many nodes one can be added without a look at any other limit */
  uint8_t furthest; /* how many groups away from its first one some node since the last reset was put */
  /* Memory for a table of so many groups, BRAID_WRITER_GROUP_BYTES each, the tags (first) zeroed. A null
   * pointer makes the table stay as it is until it is full. */
  void *(*grow)(struct braid_writer *writer, uint64_t groups);
} braid_writer;

/* True if the trace is one this writer can write to. total: bytes of memory that are mapped. */
bool braid_writer_accepts(const braid_trace *trace, uint64_t total);
/* Puts the first table in place: memory as `grow` gives it. */
void braid_writer_open(braid_writer *writer, void *memory, uint64_t groups);
/* Empties nodes, events and the run's state; sites stay. */
void braid_writer_reset(braid_writer *writer);
/* What braid_writer_node does where one look at the first group does not settle it. The words are those of the
 * node as it lies in memory. */
BRAID_WRITER_ASIDE braid_label braid_writer_search(braid_writer *writer, uint64_t head, uint64_t rest,
                                                   uint64_t value);

/* --- the part that must be quick, for the compiler to put in place --- */

/* A node in two words, as it lies in memory (x86-64); the third is the value. */
typedef uint64_t __attribute__((may_alias)) braid_writer_word;

static inline uint64_t braid_writer_head(uint8_t op, uint16_t width, uint32_t a) {
  return (uint64_t)a << 32 | (uint64_t)width << 16 | op;
}

static inline uint64_t braid_writer_rest(uint32_t b, uint32_t c) { return (uint64_t)c << 32 | b; }

static inline uint64_t braid_writer_hash(uint64_t head, uint64_t bc, uint64_t value) {
  unsigned __int128 product =
      (unsigned __int128)(head ^ 0x9e3779b97f4a7c15ull) * (bc ^ 0xe7037ed1a0b428dbull ^ value);
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* The group to look at first. */
static inline uint64_t braid_writer_near(const braid_writer *writer, uint8_t op, uint32_t a, uint32_t b,
                                         uint32_t c, uint64_t hash) {
  if (op == BRAID_OP_CONST)
    return (uint32_t)hash * writer->groups >> 32;
  if (op == BRAID_OP_INPUT) { /* what counts up is the offset */
    uint32_t source = a;
    a = b;
    b = source;
  }
  uint32_t place = a * writer->step + (b * 0x9e3779b1u ^ c * 0x85ebca6bu ^ op * 0xc2b2ae35u);
  return place * writer->groups >> 32;
}

/* The group to look at if that one is full; if this one is full too, those that follow it. */
static inline uint64_t braid_writer_far(const braid_writer *writer, uint64_t hash) {
  return (hash >> 32) * writer->groups >> 32;
}

static inline uint8_t braid_writer_tag(uint64_t hash) { return (uint8_t)hash ? (uint8_t)hash : 1; }

/* One bit for each of the 16 tags that is equal. */
static inline uint32_t braid_writer_match(const uint8_t *tags, uint8_t tag) {
#ifdef __SSE2__
  return (uint32_t)_mm_movemask_epi8(
      _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(const void *)tags), _mm_set1_epi8((char)tag)));
#else
  uint32_t mask = 0;
  for (uint32_t i = 0; i < BRAID_WRITER_GROUP; i++)
    mask |= (uint32_t)(tags[i] == tag) << i;
  return mask;
#endif
}

/* Whether the label is that of this node, and of this run. */
static inline bool braid_writer_is_at(const braid_writer *writer, braid_label label, uint64_t head, uint64_t rest,
                                      uint64_t value) {
  const braid_writer_word *there = (const braid_writer_word *)&writer->nodes[label];
  return there[0] == head && there[1] == rest && ((uint8_t)head != BRAID_OP_CONST || there[2] == value) &&
         label < writer->trace->node_count;
}

/* Adds a node and the entry that finds it. */
static inline braid_label braid_writer_put(braid_writer *writer, uint64_t entry, uint8_t tag, uint64_t head,
                                           uint64_t rest, uint64_t value) {
  uint32_t count = writer->trace->node_count;
  /* Whole words, because parts of them, put together again by whoever reads them, would have to wait. */
  braid_writer_word *words = (braid_writer_word *)&writer->nodes[count];
  words[0] = head;
  words[1] = rest;
  words[2] = value;
  writer->tags[entry] = tag;
  writer->labels[entry] = count;
  writer->trace->node_count = count + 1;
  return count;
}

/* The label of this node; 0 if the node table is full. `value` does not take part in the comparison, except
 * for constants. */
static inline __attribute__((always_inline)) braid_label braid_writer_node(braid_writer *writer, uint8_t op,
                                                                           uint16_t width, uint32_t a, uint32_t b,
                                                                           uint32_t c, uint64_t value) {
  uint64_t head = braid_writer_head(op, width, a), rest = braid_writer_rest(b, c);
  uint64_t hash = braid_writer_hash(head, rest, op == BRAID_OP_CONST ? value : 0);
  uint64_t first = braid_writer_near(writer, op, a, b, c, hash) * BRAID_WRITER_GROUP;
  uint8_t tag = braid_writer_tag(hash);
  /* Where the next nodes of this kind will be. */
  __builtin_prefetch(writer->labels + first + 2 * BRAID_WRITER_GROUP, 1);
  __builtin_prefetch(writer->tags + first + 4 * BRAID_WRITER_GROUP, 1);
  uint32_t same = braid_writer_match(writer->tags + first, tag);
  if (__builtin_expect(same != 0, 0)) {
    braid_label label = writer->labels[first + (uint32_t)__builtin_ctz(same)];
    if (__builtin_expect(braid_writer_is_at(writer, label, head, rest, value), 1))
      return label;
    return braid_writer_search(writer, head, rest, value);
  }
  uint32_t unused = braid_writer_match(writer->tags + first, 0);
  if (__builtin_expect(!unused || writer->trace->node_count >= writer->room, 0))
    return braid_writer_search(writer, head, rest, value);
  return braid_writer_put(writer, first + (uint32_t)__builtin_ctz(unused), tag, head, rest, value);
}

/* False if the event table is full. The last entry is kept for the end of the run. */
static inline bool braid_writer_event(braid_writer *writer, braid_event event) {
  uint32_t count = writer->trace->event_count;
  uint64_t capacity = writer->trace->events.capacity;
  if (__builtin_expect(event.kind == BRAID_EVENT_END ? count >= capacity : count + 1 >= capacity, 0))
    return false;
  writer->events[count] = event;
  writer->trace->event_count = count + 1;
  return true;
}

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
