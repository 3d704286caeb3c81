/* Memory reached by an address that depends on input. The object behind the address is taken for an array of
 * bytes: a read is an element of it at an offset that is an expression, and a write makes another array of it.
 *
 * An array is a node of the trace: MEMORY, the bytes that the object had when it was first reached in this way,
 * and on top of it a STORE for everything that has changed since. What concrete code changes costs nothing: when
 * the object is reached the next time, its bytes and labels are compared with what they were, and what differs
 * becomes a STORE. A write at a symbolic offset may have changed every byte; so each byte gets the array as its
 * label, and is looked up in it when it is loaded again (braid_array_cell).
 *
 * That the access stays within the object is a decision of its own (BOUNDS). If the address does not show which
 * object is meant, because it was read from a table of pointers, which one it is in this run is another (OBJECT).
 * An access that leaves its object, or whose object is too large to be an array, has the address that it has
 * (ADDRESS). */
#include "runtime/lock.h"
#include "runtime/nodes.h"
#include "runtime/objects.h"

#define BUCKETS 1024u
#define CHUNK (1u << 20)
/* Bytes of an object: of any that is treated as an array; of one with labels in it, and of one that is written to,
 * where the runtime has the choice. */
#define MOST_BYTES (1u << 16)
#define MOST_LABELLED 4096u
#define MOST_WRITTEN 1024u
/* Bytes of a copy. */
#define MOST_COPIED 64u

struct braid_array {
  uint64_t address, bytes;
  braid_array *next;
  braid_label version; /* what it is; 0: nothing yet */
  bool is_labelled;    /* some of its bytes have labels */
  uint32_t *cells;     /* as they were for this version, if it is labelled */
  uint8_t *contents;   /* likewise */
};

struct braid_array_memory {
  braid_array_memory *next;
  uint8_t *end;
};

static uint8_t *beginning(braid_array_memory *memory) { return (uint8_t *)(memory + 1); }

void braid_arrays_reset(void) {
  braid_arrays *arrays = &__braid_state->arrays;
  if (!arrays->first)
    return;
  arrays->now = arrays->first;
  arrays->free = beginning(arrays->first);
  arrays->in_cells = false;
  __builtin_memset(arrays->table, 0, BUCKETS * sizeof *arrays->table);
}

/* Of this run. */
static void *take(uint64_t bytes) {
  braid_arrays *arrays = &__braid_state->arrays;
  bytes = (bytes + 15) & ~15ull;
  while (!arrays->now || (uint64_t)(arrays->now->end - arrays->free) < bytes) {
    braid_array_memory *next = arrays->now ? arrays->now->next : arrays->first;
    if (!next) {
      next = braid_reserve_take(CHUNK);
      if (!next || bytes > CHUNK - sizeof *next)
        return NULL;
      *next = (braid_array_memory){NULL, (uint8_t *)next + CHUNK};
      *(arrays->now ? &arrays->now->next : &arrays->first) = next;
    }
    arrays->now = next;
    arrays->free = beginning(next);
  }
  void *taken = arrays->free;
  arrays->free += bytes;
  return taken;
}

/* Null if there is no memory. */
static braid_array **bucket(uint64_t address) {
  braid_arrays *arrays = &__braid_state->arrays;
  if (!arrays->table)
    arrays->table = braid_reserve_take(BUCKETS * sizeof *arrays->table);
  return arrays->table ? &arrays->table[address / 16 % BUCKETS] : NULL;
}

static braid_array *array_of(braid_object object) {
  braid_array **first = bucket(object.address);
  if (!first)
    return NULL;
  for (braid_array *each = *first; each; each = each->next)
    if (each->address == object.address && each->bytes == object.bytes)
      return each;
  uint8_t *memory = take(sizeof(braid_array) + object.bytes * 5 + 8);
  if (!memory)
    return NULL;
  braid_array *made = (braid_array *)(void *)memory;
  *made = (braid_array){object.address, object.bytes, *first, 0, false, (uint32_t *)(void *)(made + 1), NULL};
  made->contents = (uint8_t *)(made->cells + object.bytes);
  return *first = made;
}

/* --- what the object is now --- */

static inline bool is_array(uint32_t cell) { return cell && __braid_state->nodes[cell >> 4].op == BRAID_OP_STORE; }

static braid_label stored(const braid_array *array, braid_label version, braid_label offset, braid_label value) {
  return braid_node_make(BRAID_OP_STORE, 8, version, offset, value, array->address);
}

/* A byte of an array that code has changed which is not instrumented. */
static void forget(uint8_t *byte) {
  braid_shadow_clear(byte, 1);
  braid_event_add(BRAID_EVENT_LOST, 1, BRAID_LOST_OVERWRITTEN, NULL, 0, 0);
}

/* One node for what lies there: a value that was stored as a whole, a byte of one, or a few constant bytes.
 * Returns how many bytes that is. */
static uint32_t part_at(braid_array *array, uint64_t at, uint64_t most, braid_label *label) {
  const uint8_t *memory = (const uint8_t *)array->address;
  uint32_t *cells = array->cells, cell = cells[at];
  if (is_array(cell)) {
    *label = braid_array_bytes(array->address + at, cell, 1);
    if (*label)
      return 1;
    forget((uint8_t *)array->address + at);
    cell = cells[at] = 0;
  }
  if (!cell) {
    uint64_t value = memory[at];
    uint32_t count = 1;
    for (; count < most && count < 8 && !cells[at + count]; count++)
      value |= (uint64_t)memory[at + count] << 8 * count;
    *label = braid_narrow_constant(8 * count, value);
    return count;
  }
  const braid_node *node = &__braid_state->nodes[cell >> 4];
  uint32_t count = node->width / 8, same = 1;
  if ((cell & 15) == 0 && node->width % 8 == 0 && count <= 8 && count <= most) {
    uint64_t value = memory[at];
    for (; same < count && cells[at + same] == cell + same; same++)
      value |= (uint64_t)memory[at + same] << 8 * same;
    if (same == count && value == node->value) {
      *label = cell >> 4;
      return count;
    }
  }
  braid_term byte = braid_shadow_term(cell, memory[at]);
  if (!byte.label) {
    braid_event_add(BRAID_EVENT_LOST, 0, BRAID_LOST_OVERWRITTEN, NULL, cell >> 4, 0);
    braid_shadow_clear((uint8_t *)array->address + at, 1);
    cells[at] = 0;
  }
  *label = braid_labelled(byte);
  return 1;
}

/* Where a part begins that is not as it was, from `at` on, and where it ends. */
static uint64_t next_change(const braid_array *array, const uint32_t *before, uint64_t at, uint64_t *end) {
  const uint8_t *memory = (const uint8_t *)array->address;
  for (; at < array->bytes; at++)
    if (memory[at] != array->contents[at] || array->cells[at] != before[at])
      break;
  *end = at;
  while (*end < array->bytes && (memory[*end] != array->contents[*end] || array->cells[*end] != before[*end]))
    ++*end;
  return at;
}

static braid_label changed(braid_array *array, const uint32_t *before) {
  braid_label version = array->version;
  for (uint64_t at = 0, end; (at = next_change(array, before, at, &end)) < array->bytes;)
    while (at < end) {
      braid_label part;
      uint32_t count = part_at(array, at, end - at, &part);
      version = stored(array, version, braid_narrow_constant(64, at), part);
      at += count;
    }
  return version;
}

static braid_label begun(braid_array *array) {
  braid_trace *trace = __braid_state->trace;
  uint64_t first = trace->content_bytes;
  if (first + array->bytes > trace->contents.capacity)
    return 0;
  uint8_t *contents = __braid_state->contents + first;
  const uint8_t *memory = (const uint8_t *)array->address;
  for (uint64_t i = 0; i < array->bytes; i++)
    contents[i] = array->cells[i] ? 0 : memory[i];
  trace->content_bytes = (uint32_t)(first + array->bytes);
  braid_label version =
      braid_node_make(BRAID_OP_MEMORY, 8, (uint32_t)first, (uint32_t)array->bytes, 0, array->address);
  for (uint64_t at = 0; array->is_labelled && at < array->bytes;) {
    if (!array->cells[at]) {
      at++;
      continue;
    }
    braid_label part;
    uint32_t count = part_at(array, at, array->bytes - at, &part);
    version = stored(array, version, braid_narrow_constant(64, at), part);
    at += count;
  }
  return version;
}

/* The array as it is now; 0 if there is no room for it. */
static braid_label current(braid_array *array) {
  const void *memory = (const void *)array->address;
  bool labelled = braid_shadow_any(memory, array->bytes);
  bool same = array->version && labelled == array->is_labelled &&
              __builtin_memcmp(memory, array->contents, array->bytes) == 0;
  if (same && (!labelled || braid_shadow_same(memory, array->bytes, array->cells)))
    return array->version;
  const braid_arrays mark = __braid_state->arrays;
  uint32_t *before = NULL;
  if (array->version) { /* what it was and what it is, side by side */
    before = take(array->bytes * sizeof *before);
    if (!before)
      return 0;
    if (array->is_labelled)
      __builtin_memcpy(before, array->cells, array->bytes * sizeof *before);
    else
      __builtin_memset(before, 0, array->bytes * sizeof *before);
  }
  if (labelled)
    braid_shadow_cells(memory, array->bytes, array->cells);
  else
    __builtin_memset(array->cells, 0, array->bytes * sizeof *array->cells);
  array->is_labelled = labelled;
  array->version = before ? changed(array, before) : begun(array);
  __builtin_memcpy(array->contents, memory, array->bytes);
  if (mark.now) { /* `before` is needed no more */
    __braid_state->arrays.now = mark.now;
    __braid_state->arrays.free = mark.free;
  }
  return array->version;
}

/* --- bytes of arrays that are loaded at concrete addresses --- */

static braid_array *owner(uint64_t address, uint32_t cell) {
  uint64_t first = __braid_state->nodes[cell >> 4].value;
  braid_array **list = bucket(first);
  for (braid_array *each = list ? *list : NULL; each; each = each->next)
    if (each->address == first && address - first < each->bytes && each->is_labelled &&
        each->cells[address - first] == cell)
      return each;
  return NULL;
}

braid_label braid_array_bytes(uint64_t address, uint32_t cell, uint32_t bytes) {
  const braid_array *array = owner(address, cell);
  if (!array || address - array->address + bytes > array->bytes)
    return 0;
  uint64_t at = address - array->address, value = 0;
  const uint8_t *memory = (const uint8_t *)address;
  for (uint32_t i = 0; i < bytes; i++) {
    if (memory[i] != array->contents[at + i])
      return 0; /* written by code that is not instrumented */
    value |= (uint64_t)memory[i] << 8 * i;
  }
  return braid_node_make(BRAID_OP_LOAD, (uint16_t)(8 * bytes), cell >> 4, braid_narrow_constant(64, at), 0, value);
}

/* A byte that is looked at by itself. */
uint32_t braid_array_cell(uint64_t address, uint32_t cell) {
  if (!is_array(cell))
    return cell;
  braid_label label = braid_array_bytes(address, cell, 1);
  if (!label)
    forget((uint8_t *)address);
  return label << 4;
}

/* --- which object, and where in it --- */

/* The object that the constants of a sum lie in: a[i] is a constant address and an offset. Looks at no value that
 * could be another one on the same path. */
static braid_object base_of(braid_label label, uint32_t *budget) {
  const braid_object none = {0, 0};
  const braid_node *node = &__braid_state->nodes[label];
  if (*budget == 0)
    return none;
  --*budget;
  if (node->op == BRAID_OP_CONST)
    return node->value > 0xffff ? braid_object_at(node->value) : none;
  if (node->op != BRAID_OP_ADD && node->op != BRAID_OP_SUB)
    return none;
  braid_object found = base_of(node->b, budget);
  return found.bytes ? found : base_of(node->a, budget);
}

/* address - base, with the constants of the sum added up. */
static braid_term offset_of(braid_label label, uint64_t address, uint64_t base) {
  uint64_t constant = 0 - base;
  const braid_node *node = &__braid_state->nodes[label];
  while (node->op == BRAID_OP_ADD && __braid_state->nodes[node->b].op == BRAID_OP_CONST) {
    constant += __braid_state->nodes[node->b].value;
    label = node->a;
    node = &__braid_state->nodes[label];
  }
  return braid_binary(BRAID_OP_ADD, (braid_term){label, 64, node->value}, braid_constant(64, constant), 64,
                      address - base);
}

typedef struct access {
  const braid_site_desc *site;
  uint64_t address, bytes;
  braid_label label;
  bool is_write;
} access;

static braid_array *fixed(const access *from) {
  braid_event_add(BRAID_EVENT_ADDRESS, from->is_write, 0, from->site, from->label, (uint32_t)from->bytes);
  return NULL;
}

static bool is_within(const access *from, braid_object object) {
  return from->bytes <= object.bytes && from->address - object.address <= object.bytes - from->bytes;
}

static bool is_advised(const access *from, braid_object object) {
  if (__braid_state->trace->addresses != BRAID_ADDRESSES_AUTO)
    return __braid_state->trace->addresses == BRAID_ADDRESSES_THEORY;
  if (from->is_write)
    return object.bytes <= MOST_WRITTEN;
  return object.bytes <= MOST_LABELLED || !braid_shadow_any((const void *)object.address, object.bytes);
}

/* Decides what the trace has to say about the access. The array it goes to, and the offset in it; null if the
 * address was made concrete. */
static braid_array *resolved(const access *from, braid_term *offset) {
  uint32_t model = __braid_state->trace->addresses, budget = 64;
  if (model == BRAID_ADDRESSES_CONCRETE)
    return fixed(from);
  braid_object object = base_of(from->label, &budget);
  if (object.bytes >= from->bytes) {
    *offset = offset_of(from->label, from->address, object.address);
    bool within = is_within(from, object);
    braid_term condition =
        braid_binary(BRAID_OP_ULE, *offset, braid_constant(64, object.bytes - from->bytes), 1, within);
    if (condition.label && braid_most(offset->label, 16) > object.bytes - from->bytes)
      braid_event_add(BRAID_EVENT_BOUNDS, within, from->is_write, from->site, condition.label,
                      (uint32_t)from->bytes);
    if (!within)
      return fixed(from);
  } else if (model == BRAID_ADDRESSES_LAZY) {
    return fixed(from);
  } else {
    object = braid_object_at(from->address);
    bool is_known = object.bytes && object.bytes <= MOST_BYTES && is_within(from, object);
    if (!is_known)
      object = (braid_object){from->address, from->bytes};
    braid_event_add(BRAID_EVENT_OBJECT, 0, (uint16_t)from->bytes, from->site, from->label,
                    braid_narrow_constant(64, BRAID_OBJECT(object.address, object.bytes)));
    if (!is_known)
      return NULL; /* there is only this one address */
    *offset = offset_of(from->label, from->address, object.address);
  }
  if (!offset->label) /* the sum has only one value */
    return NULL;
  if (object.bytes > MOST_BYTES || !is_advised(from, object))
    return fixed(from);
  braid_array *array = array_of(object);
  return array ? array : fixed(from);
}

/* --- entry points of compiled code --- */

BRAID_COLD braid_label __braid_load_at(const void *address, uint64_t bytes, const braid_site_desc *site,
                                       braid_label laddress) {
  if (!laddress)
    return __braid_load(address, bytes, site);
  if (BRAID_UNLIKELY(braid_is_held(laddress))) {
    __braid_address(site, laddress, (uint32_t)bytes, 0);
    return __braid_load(address, bytes, site);
  }
  if (!braid_enter())
    return 0;
  access from = {site, (uintptr_t)address, bytes, laddress, false};
  braid_term offset;
  braid_array *array = resolved(&from, &offset);
  braid_label version = array ? current(array) : 0;
  if (array && !version)
    fixed(&from);
  if (!version) {
    braid_leave();
    return __braid_load(address, bytes, site);
  }
  uint64_t value = 0;
  __builtin_memcpy(&value, address, bytes);
  return braid_leave_with(braid_node_make(BRAID_OP_LOAD, (uint16_t)(8 * bytes), version, offset.label, 0, value));
}

/* A write of `bytes` bytes at an offset that is an expression: every byte may have changed. */
static void store_in(braid_array *array, braid_label version, braid_term offset, uint64_t at, uint64_t bytes,
                     braid_term value) {
  braid_label made = stored(array, version, offset.label, braid_labelled(value));
  array->version = made;
  array->is_labelled = true;
  uint64_t number = (uint64_t)value.value;
  __builtin_memcpy(array->contents + (at - array->address), &number, bytes);
  for (uint64_t i = 0; i < array->bytes; i++)
    array->cells[i] = made << 4;
  __braid_state->arrays.in_cells = true;
  braid_shadow_fill((void *)array->address, array->bytes, made << 4);
}

/* What is to be stored, as wide as the memory that it goes to. */
static braid_term stored_term(braid_label label, uint64_t bytes, uint64_t value) {
  if (!label)
    return braid_constant((uint32_t)(8 * bytes), value);
  const braid_node *node = &__braid_state->nodes[label];
  braid_term term = {label, node->width, node->value};
  return node->width < 8 * bytes ? braid_widen(BRAID_OP_ZEXT, term, (uint32_t)(8 * bytes)) : term;
}

BRAID_COLD void __braid_store_at(void *address, uint64_t bytes, braid_label label, const braid_site_desc *site,
                                 braid_label laddress, uint64_t value) {
  if (!laddress || BRAID_UNLIKELY(braid_is_held(laddress))) {
    __braid_address(site, laddress, (uint32_t)bytes, 1);
    __braid_store(address, bytes, label);
    return;
  }
  if (!braid_enter())
    return;
  access to = {site, (uintptr_t)address, bytes, laddress, true};
  braid_term offset;
  braid_array *array = resolved(&to, &offset);
  braid_label version = array ? current(array) : 0;
  if (array && !version)
    fixed(&to);
  if (version)
    store_in(array, version, offset, to.address, bytes, stored_term(label, bytes, value));
  braid_leave();
  if (!version)
    __braid_store(address, bytes, label);
}

/* The copy itself comes afterwards. */
BRAID_COLD void __braid_move_at(void *to, const void *from, uint64_t bytes, const braid_site_desc *site,
                                braid_label lto, braid_label lfrom) {
  if (BRAID_UNLIKELY(braid_is_held(lto))) {
    __braid_address(site, lto, (uint32_t)bytes, 1);
    lto = 0;
  }
  if (BRAID_UNLIKELY(braid_is_held(lfrom))) {
    __braid_address(site, lfrom, (uint32_t)bytes, 0);
    lfrom = 0;
  }
  if (!braid_enter())
    return;
  access source = {site, (uintptr_t)from, bytes, lfrom, false}, target = {site, (uintptr_t)to, bytes, lto, true};
  braid_term from_offset = {0, 64, 0}, to_offset = {0, 64, 0};
  if (bytes == 0 || bytes > MOST_COPIED) {
    if (lto)
      fixed(&target);
    if (lfrom)
      fixed(&source);
    braid_leave();
    __braid_move(to, from, bytes);
    return;
  }
  braid_array *array = lfrom ? resolved(&source, &from_offset) : NULL;
  braid_label version = array ? current(array) : 0;
  if (array && !version)
    fixed(&source);
  struct {
    braid_label label;
    uint64_t value;
    uint32_t bytes;
  } parts[MOST_COPIED / 8 + 1];
  uint32_t count = 0;
  for (uint64_t at = 0; at < bytes; at += parts[count++].bytes) {
    uint32_t here = bytes - at < 8 ? (uint32_t)(bytes - at) : 8;
    uint64_t value = 0;
    __builtin_memcpy(&value, (const uint8_t *)from + at, here);
    braid_label label = 0;
    if (version) {
      braid_term offset =
          braid_binary(BRAID_OP_ADD, from_offset, braid_constant(64, at), 64, from_offset.value + at);
      label = braid_node_make(BRAID_OP_LOAD, (uint16_t)(8 * here), version, offset.label, 0, value);
    } else {
      label = braid_shadow_load((const uint8_t *)from + at, here, site);
    }
    parts[count].label = label;
    parts[count].value = value;
    parts[count].bytes = here;
  }
  braid_array *into = lto ? resolved(&target, &to_offset) : NULL;
  braid_label before = into ? current(into) : 0;
  if (into && !before)
    fixed(&target);
  uint64_t at = 0;
  for (uint32_t i = 0; i < count; at += parts[i++].bytes) {
    uint8_t *place = (uint8_t *)to + at;
    if (before) {
      braid_term offset = braid_binary(BRAID_OP_ADD, to_offset, braid_constant(64, at), 64, to_offset.value + at);
      store_in(into, into->version, offset, (uintptr_t)place, parts[i].bytes,
               stored_term(parts[i].label, parts[i].bytes, parts[i].value));
    } else if (parts[i].label) {
      braid_shadow_set(place, parts[i].bytes, parts[i].label, 0);
    } else {
      braid_shadow_overwritten(place, parts[i].bytes);
    }
  }
  braid_leave();
}
