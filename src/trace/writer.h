/* A writer of traces in plain C, without any library: what a runtime needs to append nodes and events.
 *
 * Nodes are hash-consed: an equal node is found, not added. The table of labels that finds them grows with
 * the number of nodes (by half, at three quarters full), so that a short run touches little memory and a
 * long one pays at most 32 bytes for a node, table included. The writer asks its owner for the memory of
 * the table through `grow`; it never allocates by itself. */
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
/* The label of this node; 0 if the node table is full. `value` does not take part in the comparison, except
 * for constants. */
braid_label braid_writer_node(braid_writer *writer, uint8_t op, uint16_t width, uint32_t a, uint32_t b, uint32_t c,
                              uint64_t value);
/* False if the event table is full. The last entry is kept for the end of the run. */
bool braid_writer_event(braid_writer *writer, braid_event event);

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
