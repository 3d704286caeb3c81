/* A writer of traces in plain C, without any library: what a runtime needs to append nodes and events.
 *
 * Nodes are hash-consed: an equal node is found, not added. The table that finds them grows with the number
 * of nodes (at three quarters full: doubled while small, then by half), so that a short run touches little
 * memory and a long one pays at most 32 bytes for a node, table included. Labels have 28 bits; the four bits
 * above them hold a piece of the hash, so that most entries that do not match are passed over without a look
 * at the node. The writer asks its owner for the memory of the table through `grow`; it never allocates by
 * itself. */
#ifndef BRAID_TRACE_WRITER_H
#define BRAID_TRACE_WRITER_H

#include "trace/format.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct braid_writer {
  braid_trace *trace;
  braid_node *nodes;
  braid_event *events;
  uint32_t *table;      /* labels; 0 is free. Linear probing from hash * table_size / 2^32 */
  uint64_t table_size;  /* entries */
  uint64_t table_limit; /* nodes the table can take before it grows */
  /* Memory for `entries` zeroed entries; may return the table itself when it can be extended in place.
   * A null pointer makes the table stay as it is until it is full. */
  uint32_t *(*grow)(struct braid_writer *writer, uint64_t entries);
} braid_writer;

/* True if the trace is one this writer can write to. total: bytes of memory that are mapped. */
bool braid_writer_accepts(const braid_trace *trace, uint64_t total);
/* Empties nodes, events and the run's state; sites stay. */
void braid_writer_reset(braid_writer *writer);
/* Puts a node at a free slot that braid_writer_node found; 0 if the node table is full. */
braid_label braid_writer_add(braid_writer *writer, uint32_t hash, uint64_t slot, braid_node node);
/* False if the event table is full. The last entry is kept for the end of the run. */
bool braid_writer_event(braid_writer *writer, braid_event event);

/* --- the part that must be quick, for the compiler to put in place --- */

static inline uint64_t braid_writer_head(uint8_t op, uint16_t width, uint32_t a) {
  return (uint64_t)a << 32 | (uint64_t)width << 8 | op;
}

static inline uint32_t braid_writer_hash(uint64_t head, uint64_t bc, uint64_t value) {
  unsigned __int128 product = (unsigned __int128)(head ^ 0x9e3779b97f4a7c15ull) * (bc ^ 0xe7037ed1a0b428dbull ^ value);
  uint64_t mixed = (uint64_t)product ^ (uint64_t)(product >> 64);
  return (uint32_t)(mixed ^ mixed >> 32);
}

/* The high bits of the hash choose the slot, the low four go into the entry. */
static inline uint64_t braid_writer_slot(const braid_writer *writer, uint32_t hash) {
  return (uint64_t)hash * writer->table_size >> 32;
}

static inline uint32_t braid_writer_entry(uint32_t hash, braid_label label) { return hash << 28 | label; }

/* The label of this node; 0 if the node table is full. `value` does not take part in the comparison, except
 * for constants. */
static inline braid_label braid_writer_node(braid_writer *writer, uint8_t op, uint16_t width, uint32_t a, uint32_t b,
                                            uint32_t c, uint64_t value) {
  uint64_t head = braid_writer_head(op, width, a), bc = (uint64_t)c << 32 | b;
  uint32_t hash = braid_writer_hash(head, bc, op == BRAID_OP_CONST ? value : 0);
  uint64_t slot = braid_writer_slot(writer, hash);
  for (uint32_t entry; (entry = writer->table[slot]) != 0;) {
    if (entry >> 28 == (hash & 15)) {
      const braid_node *node = &writer->nodes[entry & (BRAID_MAX_LABELS - 1)];
      if (node->op == op && node->width == width && node->a == a && node->b == b && node->c == c &&
          (op != BRAID_OP_CONST || node->value == value))
        return entry & (BRAID_MAX_LABELS - 1);
    }
    if (++slot == writer->table_size)
      slot = 0;
  }
  braid_node node = {op, 0, width, a, b, c, value};
  return braid_writer_add(writer, hash, slot, node);
}

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
