#include "trace/writer.h"

bool braid_writer_accepts(const braid_trace *trace, uint64_t total) {
  if (total < sizeof *trace || __builtin_memcmp(trace->magic, BRAID_TRACE_MAGIC, 8) != 0 ||
      trace->version != BRAID_TRACE_VERSION || trace->header_bytes != sizeof *trace || trace->total_bytes > total)
    return false;
  const struct {
    const braid_area *area;
    uint64_t entry;
  } areas[] = {{&trace->sources, sizeof(braid_source)},
               {&trace->data, 1},
               {&trace->nodes, sizeof(braid_node)},
               {&trace->events, sizeof(braid_event)},
               {&trace->sites, sizeof(braid_site)},
               {&trace->cases, sizeof(uint64_t)},
               {&trace->strings, 1},
               {&trace->ways, 1},
               {&trace->edges, sizeof(braid_edge)}};
  for (size_t i = 0; i < sizeof areas / sizeof *areas; i++) {
    uint64_t offset = areas[i].area->offset, capacity = areas[i].area->capacity;
    if (offset < sizeof *trace || offset > total || capacity > (total - offset) / areas[i].entry)
      return false;
  }
  return trace->nodes.capacity > 1 && trace->events.capacity > 1 && trace->sites.capacity > 0 &&
         trace->strings.capacity > 0 && trace->ways.capacity > 0;
}

static uint64_t hash_of(const braid_node *node) {
  return braid_writer_hash(braid_writer_head(node->op, node->width, node->a), (uint64_t)node->c << 32 | node->b,
                           node->op == BRAID_OP_CONST ? node->value : 0);
}

static void insert(braid_writer *writer, braid_label label) {
  uint64_t hash = hash_of(&writer->nodes[label]), group = braid_writer_first_group(writer, hash);
  uint32_t unused;
  while (!(unused = braid_writer_match(writer->tags + group * BRAID_WRITER_GROUP, 0))) {
    writer->overflowed = true;
    if (++group == writer->groups)
      group = 0;
  }
  uint64_t entry = group * BRAID_WRITER_GROUP + (uint32_t)__builtin_ctz(unused);
  writer->tags[entry] = braid_writer_tag(hash);
  writer->labels[entry] = label;
}

void braid_writer_open(braid_writer *writer, void *memory, uint64_t groups) {
  writer->tags = memory;
  writer->labels = (uint32_t *)(void *)(writer->tags + groups * BRAID_WRITER_GROUP);
  writer->groups = groups;
  writer->limit = groups * (BRAID_WRITER_GROUP - BRAID_WRITER_GROUP / 8);
  writer->overflowed = false;
  writer->trace->table_bytes = groups * BRAID_WRITER_GROUP_BYTES;
}

static void grow(braid_writer *writer) {
  /* A multiple of four, so that the labels of a group, behind the tags of all, fill one line of the cache. */
  uint64_t groups = (writer->groups + 2 * writer->groups / 5 + 4) & ~3ull;
  void *memory = writer->grow(writer, groups);
  if (!memory) { /* live with a fuller table */
    writer->limit = UINT64_MAX;
    return;
  }
  braid_writer_open(writer, memory, groups);
  for (uint32_t label = 1; label < writer->trace->node_count; label++)
    insert(writer, label);
}

void braid_writer_reset(braid_writer *writer) {
  braid_trace *trace = writer->trace;
  uint32_t count = trace->node_count;
  /* After a short run only the groups it used are cleared. If the program wrote over its nodes some stay:
   * braid_writer_node believes no entry beyond the nodes of its own run. */
  if (!writer->overflowed && count < writer->groups / 8)
    for (uint32_t label = 1; label < count; label++)
      __builtin_memset(writer->tags +
                           braid_writer_first_group(writer, hash_of(&writer->nodes[label])) * BRAID_WRITER_GROUP,
                       0, BRAID_WRITER_GROUP);
  else
    __builtin_memset(writer->tags, 0, writer->groups * BRAID_WRITER_GROUP);
  writer->overflowed = false;
  trace->node_count = 1;
  trace->event_count = 0;
  trace->source_count = trace->given_sources;
  trace->data_bytes = trace->given_data;
  trace->end = BRAID_END_NONE;
  trace->exit_status = 0;
}

braid_label braid_writer_add(braid_writer *writer, uint64_t entry, uint8_t tag, braid_node node) {
  uint32_t count = writer->trace->node_count;
  if (count >= writer->trace->nodes.capacity || count >= BRAID_MAX_LABELS ||
      count >= writer->groups * BRAID_WRITER_GROUP - 1)
    return 0;
  writer->nodes[count] = node;
  writer->tags[entry] = tag;
  writer->labels[entry] = count;
  writer->trace->node_count = count + 1;
  if (__builtin_expect(count >= writer->limit, 0))
    grow(writer);
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
