#include "trace/writer.h"

/* So many labels in a row have the same first group: more of them would touch less memory, but fill groups
 * unevenly. */
#define NEIGHBOURS 2u

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
               {&trace->edges, sizeof(braid_edge)},
               {&trace->contents, 1}};
  for (size_t i = 0; i < sizeof areas / sizeof *areas; i++) {
    uint64_t offset = areas[i].area->offset, capacity = areas[i].area->capacity;
    if (offset < sizeof *trace || offset > total || capacity > (total - offset) / areas[i].entry)
      return false;
  }
  return trace->nodes.capacity > 1 && trace->events.capacity > 1 && trace->sites.capacity > 0 &&
         trace->strings.capacity > 0 && trace->ways.capacity > 0;
}

static uint64_t hash_of(const braid_node *node) {
  return braid_writer_hash(braid_writer_head(node->op, node->width, node->a), braid_writer_rest(node->b, node->c),
                           node->op == BRAID_OP_CONST ? node->value : 0);
}

static uint64_t near_of(const braid_writer *writer, const braid_node *node, uint64_t hash) {
  return braid_writer_near(writer, node->op, node->a, node->b, node->c, hash);
}

/* The next group to look at for a node that is not in this one, the `away`th. */
static uint64_t further(braid_writer *writer, uint64_t group, uint64_t hash, uint32_t away) {
  if (writer->furthest < away)
    writer->furthest = away < 2 ? 1 : 2;
  return away < 2 ? braid_writer_far(writer, hash) : group + 1 == writer->groups ? 0 : group + 1;
}

static void insert(braid_writer *writer, braid_label label) {
  const braid_node *node = &writer->nodes[label];
  uint64_t hash = hash_of(node), group = near_of(writer, node, hash);
  uint32_t unused, away = 0;
  while (!(unused = braid_writer_match(writer->tags + group * BRAID_WRITER_GROUP, 0)))
    group = further(writer, group, hash, ++away);
  uint64_t entry = group * BRAID_WRITER_GROUP + (uint32_t)__builtin_ctz(unused);
  writer->tags[entry] = braid_writer_tag(hash);
  writer->labels[entry] = label;
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* One entry stays free, where a search ends. */
static uint64_t most_nodes(const braid_writer *writer) {
  return least(least(writer->trace->nodes.capacity, BRAID_MAX_LABELS), writer->groups * BRAID_WRITER_GROUP - 1);
}

void braid_writer_open(braid_writer *writer, void *memory, uint64_t groups) {
  writer->tags = memory;
  writer->labels = (uint32_t *)(void *)(writer->tags + groups * BRAID_WRITER_GROUP);
  writer->groups = groups;
  writer->step = (uint32_t)((1ull << 32) / groups / NEIGHBOURS);
  writer->furthest = 0;
  writer->room = least(most_nodes(writer), groups * (BRAID_WRITER_GROUP - BRAID_WRITER_GROUP / 8));
  writer->trace->table_bytes = groups * BRAID_WRITER_GROUP_BYTES;
}

static bool make_room(braid_writer *writer) {
  uint32_t count = writer->trace->node_count;
  if (count >= writer->trace->nodes.capacity || count >= BRAID_MAX_LABELS)
    return false;
  /* A multiple of four, so that the labels of a group, behind the tags of all, fill one line of the cache. */
  uint64_t groups = (writer->groups + 2 * writer->groups / 5 + 4) & ~3ull;
  void *memory = writer->grow(writer, groups);
  if (memory) {
    braid_writer_open(writer, memory, groups);
    for (uint32_t label = 1; label < count; label++)
      insert(writer, label);
  } else { /* live with a fuller table */
    writer->room = most_nodes(writer);
  }
  return count < writer->room;
}

static void clear_group(braid_writer *writer, uint64_t group) {
  __builtin_memset(writer->tags + group * BRAID_WRITER_GROUP, 0, BRAID_WRITER_GROUP);
}

void braid_writer_reset(braid_writer *writer) {
  braid_trace *trace = writer->trace;
  uint32_t count = trace->node_count;
  /* After a short run only the groups it used are cleared. If the program wrote over its nodes some stay:
   * braid_writer_node believes no entry beyond the nodes of its own run. */
  if (writer->furthest < 2 && count < writer->groups / 8)
    for (uint32_t label = 1; label < count; label++) {
      const braid_node *node = &writer->nodes[label];
      uint64_t hash = hash_of(node);
      clear_group(writer, near_of(writer, node, hash));
      if (writer->furthest)
        clear_group(writer, braid_writer_far(writer, hash));
    }
  else
    __builtin_memset(writer->tags, 0, writer->groups * BRAID_WRITER_GROUP);
  writer->furthest = 0;
  trace->node_count = 1;
  trace->event_count = 0;
  trace->content_bytes = 0;
  trace->source_count = trace->given_sources;
  trace->data_bytes = trace->given_data;
  trace->end = BRAID_END_NONE;
  trace->exit_status = 0;
}

braid_label braid_writer_search(braid_writer *writer, uint64_t head, uint64_t rest, uint64_t value) {
  uint8_t op = (uint8_t)head;
  uint64_t hash = braid_writer_hash(head, rest, op == BRAID_OP_CONST ? value : 0);
  uint8_t tag = braid_writer_tag(hash);
  uint64_t group =
      braid_writer_near(writer, op, (uint32_t)(head >> 32), (uint32_t)rest, (uint32_t)(rest >> 32), hash);
  for (uint32_t away = 0;; group = further(writer, group, hash, ++away)) {
    const uint8_t *tags = writer->tags + group * BRAID_WRITER_GROUP;
    for (uint32_t same = braid_writer_match(tags, tag); same; same &= same - 1) {
      braid_label label = writer->labels[group * BRAID_WRITER_GROUP + (uint32_t)__builtin_ctz(same)];
      if (braid_writer_is_at(writer, label, head, rest, value))
        return label;
    }
    uint32_t unused = braid_writer_match(tags, 0);
    if (!unused)
      continue;
    if (writer->trace->node_count >= writer->room)
      return make_room(writer) ? braid_writer_search(writer, head, rest, value) : 0;
    return braid_writer_put(writer, group * BRAID_WRITER_GROUP + (uint32_t)__builtin_ctz(unused), tag, head, rest,
                            value);
  }
}
