/* A writer of traces in plain C, without any library: what a runtime needs to append nodes and events.
 *
 * Nodes are hash-consed: an equal node is found, not added. The table that finds them is made of groups of 16
 * entries. An entry is a tag (one byte, from the hash; 0 is free) and a label; the tags of a group are compared
 * all at once, so that a new node, the common case, is recognised without a look at other nodes and without
 * a branch that cannot be predicted. The table grows by two fifths when it is seven eighths full, so that
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

#define BRAID_WRITER_GROUP 16u
#define BRAID_WRITER_GROUP_BYTES (BRAID_WRITER_GROUP * (sizeof(uint8_t) + sizeof(uint32_t)))

typedef struct braid_writer {
  braid_trace *trace;
  braid_node *nodes;
  braid_event *events;
  uint8_t *tags;    /* 16 for each group */
  uint32_t *labels; /* likewise */
  uint64_t groups;
  uint64_t limit;  /* nodes the table can take before it grows */
  bool overflowed; /* some node since the last reset is not in the first group its hash names */
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
/* Puts a node at a free entry that braid_writer_node found; 0 if the node table is full. */
braid_label braid_writer_add(braid_writer *writer, uint64_t entry, uint8_t tag, braid_node node);
/* False if the event table is full. The last entry is kept for the end of the run. */
bool braid_writer_event(braid_writer *writer, braid_event event);

/* --- the part that must be quick, for the compiler to put in place --- */

static inline uint64_t braid_writer_head(uint8_t op, uint16_t width, uint32_t a) {
  return (uint64_t)a << 32 | (uint64_t)width << 8 | op;
}

static inline uint64_t braid_writer_hash(uint64_t head, uint64_t bc, uint64_t value) {
  unsigned __int128 product =
      (unsigned __int128)(head ^ 0x9e3779b97f4a7c15ull) * (bc ^ 0xe7037ed1a0b428dbull ^ value);
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t braid_writer_first_group(const braid_writer *writer, uint64_t hash) {
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

/* The label of this node; 0 if the node table is full. `value` does not take part in the comparison, except
 * for constants. */
static inline braid_label braid_writer_node(braid_writer *writer, uint8_t op, uint16_t width, uint32_t a,
                                            uint32_t b, uint32_t c, uint64_t value) {
  uint64_t bc = (uint64_t)c << 32 | b;
  uint64_t hash = braid_writer_hash(braid_writer_head(op, width, a), bc, op == BRAID_OP_CONST ? value : 0);
  uint64_t group = braid_writer_first_group(writer, hash);
  uint8_t tag = braid_writer_tag(hash);
  for (;;) {
    const uint8_t *tags = writer->tags + group * BRAID_WRITER_GROUP;
    /* A label is read or written there, and of so many groups this one is seldom in the cache. */
    __builtin_prefetch(writer->labels + group * BRAID_WRITER_GROUP, 1);
    for (uint32_t same = braid_writer_match(tags, tag); same; same &= same - 1) {
      braid_label label = writer->labels[group * BRAID_WRITER_GROUP + (uint32_t)__builtin_ctz(same)];
      const braid_node *node = &writer->nodes[label];
      if (node->op == op && node->width == width && node->a == a && node->b == b && node->c == c &&
          (op != BRAID_OP_CONST || node->value == value) && label < writer->trace->node_count)
        return label;
    }
    uint32_t unused = braid_writer_match(tags, 0);
    if (__builtin_expect(unused != 0, 1)) {
      braid_node node = {op, 0, width, a, b, c, value};
      return braid_writer_add(writer, group * BRAID_WRITER_GROUP + (uint32_t)__builtin_ctz(unused), tag, node);
    }
    writer->overflowed = true;
    if (++group == writer->groups)
      group = 0;
  }
}

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
