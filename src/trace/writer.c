#include "trace/writer.h"

bool braid_writer_accepts(const braid_trace *trace, uint64_t total) {
  if (total < sizeof *trace || __builtin_memcmp(trace->magic, BRAID_TRACE_MAGIC, 8) != 0 ||
      trace->version != BRAID_TRACE_VERSION || trace->header_bytes != sizeof *trace || trace->total_bytes > total)
    return false;
  const struct {
    const braid_area *area;
    uint64_t entry;
  } areas[] = {{&trace->sources, sizeof(braid_source)}, {&trace->data, 1},
               {&trace->nodes, sizeof(braid_node)},     {&trace->events, sizeof(braid_event)},
               {&trace->sites, sizeof(braid_site)},     {&trace->cases, sizeof(uint64_t)},
               {&trace->strings, 1}};
  for (size_t i = 0; i < sizeof areas / sizeof *areas; i++) {
    uint64_t offset = areas[i].area->offset, capacity = areas[i].area->capacity;
    if (offset < sizeof *trace || offset > total || capacity > (total - offset) / areas[i].entry)
      return false;
  }
  return trace->nodes.capacity > 1 && trace->events.capacity > 1 && trace->sites.capacity > 0 &&
         trace->strings.capacity > 0;
}

static inline uint32_t hash_of(const braid_node *node) {
  return braid_writer_hash(braid_writer_head(node->op, node->width, node->a), (uint64_t)node->c << 32 | node->b,
                           node->op == BRAID_OP_CONST ? node->value : 0);
}

static void insert(braid_writer *writer, braid_label label) {
  uint32_t h = hash_of(&writer->nodes[label]);
  uint64_t slot = braid_writer_slot(writer, h);
  while (writer->table[slot])
    if (++slot == writer->table_size)
      slot = 0;
  writer->table[slot] = braid_writer_entry(h, label);
}

#define SMALL_TABLE (1u << 17)

static void grow(braid_writer *writer) {
  uint64_t entries = writer->table_size + writer->table_size / (writer->table_size < SMALL_TABLE ? 1 : 2);
  uint32_t *table = writer->grow(writer, entries);
  if (!table) { /* live with a fuller table */
    writer->table_limit = writer->table_size - writer->table_size / 16;
    return;
  }
  writer->table = table;
  writer->table_size = entries;
  writer->table_limit = entries - entries / 4;
  for (uint32_t label = 1; label < writer->trace->node_count; label++)
    insert(writer, label);
}

void braid_writer_reset(braid_writer *writer) {
  braid_trace *trace = writer->trace;
  uint32_t count = trace->node_count;
  bool found = count <= writer->table_size / 16;
  /* In the reverse order of insertion every probe sequence ends where it did when the node was added. */
  for (uint32_t label = count; found && label-- > 1;) {
    uint32_t h = hash_of(&writer->nodes[label]), entry = braid_writer_entry(h, label);
    uint64_t slot = braid_writer_slot(writer, h);
    while (writer->table[slot] != entry && writer->table[slot])
      if (++slot == writer->table_size)
        slot = 0;
    found = writer->table[slot] == entry;
    writer->table[slot] = 0;
  }
  if (!found) /* many nodes, or the program wrote over them */
    __builtin_memset(writer->table, 0, writer->table_size * sizeof *writer->table);
  trace->node_count = 1;
  trace->event_count = 0;
  trace->source_count = trace->given_sources;
  trace->data_bytes = trace->given_data;
  trace->end = BRAID_END_NONE;
  trace->exit_status = 0;
}

braid_label braid_writer_add(braid_writer *writer, uint32_t h, uint64_t slot, braid_node node) {
  uint32_t count = writer->trace->node_count;
  if (count >= writer->trace->nodes.capacity || count >= BRAID_MAX_LABELS)
    return 0;
  writer->nodes[count] = node;
  writer->table[slot] = braid_writer_entry(h, count);
  writer->trace->node_count = count + 1;
  if (__builtin_expect(count + 1 >= writer->table_limit, 0)) {
    if (count + 1 >= writer->table_size - 1)
      return 0;
    grow(writer);
  }
  return count;
}

bool braid_writer_event(braid_writer *writer, braid_event event) {
  uint32_t count = writer->trace->event_count;
  uint64_t capacity = writer->trace->events.capacity;
  if (event.kind == BRAID_EVENT_END ? count >= capacity : count + 1 >= capacity)
    return false;
  writer->events[count] = event;
  writer->trace->event_count = count + 1;
  return true;
}
