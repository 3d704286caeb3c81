/* Shadow memory: which bytes of the program's memory carry which label.
 *
 * Three levels. The coarse map (one bit for each byte of memory, looked at by compiled code eight bits at a
 * time) says whether there is anything to know. The directory finds the shadow page of 512 bytes of memory,
 * if there is one. A page has one cell for each byte: label * 16 + number of the byte within the labelled
 * value, so that storing a value of any size makes no nodes, and loading it again finds the value itself.
 *
 * Code that is not instrumented may write over labelled memory behind our back. A load therefore compares
 * what the cells say with what memory holds; a byte that differs is no longer ours, its label is dropped and
 * the loss recorded. */
#include "runtime/lock.h"
#include "runtime/nodes.h"
#include "runtime/system.h"

#include <sys/uio.h>

struct braid_shadow_page {
  braid_shadow_page *next;
  uint64_t number; /* address / BRAID_PAGE_BYTES */
  uint32_t cells[BRAID_PAGE_BYTES];
};

#define ADDRESS_MASK ((1ull << BRAID_ADDRESS_BITS) - 1)
#define PAGES_AT_ONCE 32u

static inline uint64_t address_of(const void *address) { return (uintptr_t)address & ADDRESS_MASK; }

static inline braid_shadow_page *page_at(uint64_t address) {
  return __braid_state->directory[address / BRAID_PAGE_BYTES];
}

static bool is_writable(uint64_t number) {
  braid_state *state = __braid_state;
  return braid_reserve_writable(&state->directory[number]) &&
         braid_reserve_writable(&state->coarse[number * (BRAID_PAGE_BYTES / 8)]);
}

/* Pages that were never used are not touched before they are. */
static bool has_fresh_page(void) {
  braid_state *state = __braid_state;
  if (state->fresh_count)
    return true;
  state->fresh_pages = braid_reserve_take(PAGES_AT_ONCE * sizeof *state->fresh_pages);
  state->fresh_count = state->fresh_pages ? PAGES_AT_ONCE : 0;
  return state->fresh_count;
}

static braid_shadow_page *new_page(uint64_t number) {
  braid_state *state = __braid_state;
  if ((!state->free_pages && !has_fresh_page()) || !is_writable(number))
    return NULL;
  braid_shadow_page *page = state->free_pages;
  if (page) {
    state->free_pages = page->next;
  } else {
    page = state->fresh_pages++;
    state->fresh_count--;
  }
  page->number = number;
  page->next = state->pages;
  state->pages = page;
  state->trace->shadow_bytes += sizeof *page + sizeof page + BRAID_PAGE_BYTES / 8;
  return state->directory[number] = page;
}

void braid_shadow_prepare(const void *address) {
  is_writable(address_of(address) / BRAID_PAGE_BYTES);
  has_fresh_page();
}

void braid_shadow_reset(void) {
  braid_state *state = __braid_state;
  for (braid_shadow_page *page = state->pages, *next; page; page = next) {
    next = page->next;
    state->directory[page->number] = NULL;
    __builtin_memset(&state->coarse[page->number * (BRAID_PAGE_BYTES / 8)], 0, BRAID_PAGE_BYTES / 8);
    __builtin_memset(page->cells, 0, sizeof page->cells);
    page->next = state->free_pages;
    state->free_pages = page;
  }
  state->pages = NULL;
  state->trace->shadow_bytes = 0;
}

/* --- the stack --- */

/* The end of the stack that `address` lies on, if it is the running thread's; 0 if not. */
static uintptr_t stack_end(uintptr_t address) {
  braid_state *state = __braid_state;
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  void *thread = __builtin_thread_pointer();
  uintptr_t end = thread == state->main_thread ? state->stack_top : (uintptr_t)thread;
  if (thread == state->main_thread && (here < state->stack_bottom || here >= end))
    return 0; /* running on a stack of the program's own making */
  return address >= here && address < end ? end : 0;
}

static BRAID_ASIDE void note_stack_at(uintptr_t address) {
  if (stack_end(address))
    __braid_thread.stack_low = address;
}

static inline void note_stack(uintptr_t address) {
  if (address < __braid_thread.stack_low && address >= (uintptr_t)__builtin_frame_address(0))
    note_stack_at(address);
}

BRAID_COLD void __braid_leave(uintptr_t frame) {
  uintptr_t low = __braid_thread.stack_low;
  if (low >= frame || !braid_enter())
    return;
  if (stack_end(frame))
    braid_shadow_clear((void *)low, frame - low);
  __braid_thread.stack_low = frame;
  braid_leave();
}

/* --- cells --- */

static void set_coarse(uint64_t address, bool labelled) {
  uint8_t *byte = &__braid_state->coarse[address / 8], bit = (uint8_t)(1u << address % 8);
  *byte = labelled ? *byte | bit : *byte & ~bit;
}

static void set_cell(uint64_t address, uint32_t cell) {
  braid_shadow_page *page = page_at(address);
  if (!page) {
    if (!cell)
      return;
    page = new_page(address / BRAID_PAGE_BYTES);
    if (!page)
      braid_run_end(BRAID_END_MEMORY, 0);
  }
  page->cells[address % BRAID_PAGE_BYTES] = cell;
  set_coarse(address, cell != 0);
}

static uint32_t cell_at(uint64_t address) {
  const braid_shadow_page *page = page_at(address);
  uint32_t cell = page ? page->cells[address % BRAID_PAGE_BYTES] : 0;
  return cell && BRAID_UNLIKELY(__braid_state->arrays.in_cells) ? braid_array_cell(address, cell) : cell;
}

void braid_shadow_cells(const void *address, size_t bytes, uint32_t *cells) {
  uint64_t at = address_of(address), here;
  for (size_t i = 0; i < bytes; i += here, at += here) {
    here = BRAID_PAGE_BYTES - at % BRAID_PAGE_BYTES;
    if (here > bytes - i)
      here = bytes - i;
    const braid_shadow_page *page = page_at(at);
    if (page)
      __builtin_memcpy(&cells[i], &page->cells[at % BRAID_PAGE_BYTES], here * sizeof *cells);
    else
      __builtin_memset(&cells[i], 0, here * sizeof *cells);
  }
}

bool braid_shadow_same(const void *address, size_t bytes, const uint32_t *cells) {
  uint64_t at = address_of(address);
  for (size_t i = 0; i < bytes; i++, at++) {
    const braid_shadow_page *page = page_at(at);
    if (cells[i] != (page ? page->cells[at % BRAID_PAGE_BYTES] : 0))
      return false;
  }
  return true;
}

void braid_shadow_fill(void *address, size_t bytes, uint32_t cell) {
  uint64_t at = address_of(address);
  for (size_t i = 0; i < bytes; i++)
    set_cell(at + i, cell);
  note_stack((uintptr_t)address);
  if (BRAID_UNLIKELY(__braid_state->merging)) /* what it is now cannot be said by one label */
    for (size_t i = 0; i < bytes; i += 128)
      braid_merging_wrote((uint8_t *)address + i, bytes - i < 128 ? bytes - i : 128, 0, 0);
}

void braid_shadow_set(void *address, size_t bytes, braid_label label, uint32_t first) {
  uint64_t at = address_of(address);
  for (size_t i = 0; i < bytes; i++)
    set_cell(at + i, label << 4 | (uint32_t)(first + i));
  note_stack((uintptr_t)address);
  if (BRAID_UNLIKELY(__braid_state->merging))
    braid_merging_wrote(address, bytes, label, first);
}

void braid_shadow_clear(void *address, size_t bytes) {
  uint64_t at = address_of(address), end = at + bytes;
  if (end > ADDRESS_MASK)
    end = ADDRESS_MASK;
  while (at < end) {
    uint64_t next = (at / BRAID_PAGE_BYTES + 1) * BRAID_PAGE_BYTES;
    if (next > end)
      next = end;
    if (page_at(at))
      for (; at < next; at++)
        set_cell(at, 0);
    at = next;
  }
}

void braid_shadow_overwritten(void *address, size_t bytes) {
  braid_shadow_clear(address, bytes);
  if (BRAID_UNLIKELY(__braid_state->merging))
    braid_merging_kept(address, bytes);
}

bool braid_shadow_any(const void *address, size_t bytes) {
  uint64_t at = address_of(address), end = at + bytes;
  for (; at < end && at % 8; at++)
    if (cell_at(at))
      return true;
  for (; at + 8 <= end; at += 8)
    if (__braid_state->coarse[at / 8])
      return true;
  for (; at < end; at++)
    if (cell_at(at))
      return true;
  return false;
}

/* The labelled byte of a cell no longer has the value its label says. */
static bool is_stale(uint32_t cell, uint8_t byte) {
  uint32_t number = cell & 15;
  return number < 8 && (uint8_t)(__braid_state->nodes[cell >> 4].value >> 8 * number) != byte;
}

bool braid_read_safely(void *to, const void *from, size_t bytes) {
  struct iovec here = {to, bytes}, there = {(void *)from, bytes};
  long self = BRAID_SYSTEM(getpid);
  return BRAID_SYSTEM(process_vm_readv, self, &here, 1, &there, 1) == (long)bytes;
}

/* The memory may be gone. */
braid_label braid_shadow_first(const void *address, size_t bytes, braid_label other_than) {
  uint64_t at = address_of(address);
  for (uint64_t end = at + bytes; at < end; at++) {
    uint32_t cell = cell_at(at);
    if (!cell || cell >> 4 == other_than)
      continue;
    uint8_t byte;
    if (!braid_read_safely(&byte, (const void *)at, 1) || !is_stale(cell, byte))
      return cell >> 4;
  }
  return 0;
}

static braid_label read_for_merging(const uint8_t *memory, uint64_t bytes, const braid_site_desc *site);

/* Through labels of their own, which say where they were. */
static void move_for_merging(uint8_t *to, const uint8_t *from, size_t bytes) {
  bool upward = to < from;
  for (size_t done = 0; done < bytes;) {
    size_t count = bytes - done < 8 ? bytes - done : 8, at = upward ? done : bytes - done - count;
    /* Pieces that are one value stay so. */
    uint32_t cell = cell_at(address_of(from + at));
    if (upward && cell && !(cell & 15) && __braid_state->nodes[cell >> 4].width / 8u < count &&
        __braid_state->nodes[cell >> 4].width >= 8)
      count = __braid_state->nodes[cell >> 4].width / 8u;
    braid_label label = read_for_merging(from + at, count, NULL);
    if (label)
      braid_shadow_set(to + at, count, label, 0);
    else
      braid_shadow_clear(to + at, count);
    done += count;
  }
}

void braid_shadow_move(void *to, const void *from, size_t bytes) {
  uint64_t target = address_of(to), source = address_of(from);
  if (BRAID_UNLIKELY(__braid_state->merging)) {
    move_for_merging(to, from, bytes);
    return;
  }
  if (!braid_shadow_any(from, bytes)) {
    braid_shadow_clear(to, bytes);
    return;
  }
  if (target < source)
    for (size_t i = 0; i < bytes; i++)
      set_cell(target + i, cell_at(source + i));
  else if (target > source)
    for (size_t i = bytes; i-- > 0;)
      set_cell(target + i, cell_at(source + i));
  note_stack((uintptr_t)to);
}

/* --- entry points of compiled code --- */

/* Cells [first, first + count) as one term: a part of one value, or constant bytes. */
static braid_term piece(const uint32_t *cells, const uint8_t *memory, uint32_t first, uint32_t count) {
  braid_value value = 0;
  for (uint32_t i = 0; i < count; i++)
    value |= (braid_value)memory[first + i] << 8 * i;
  uint32_t cell = cells[first];
  if (!cell)
    return braid_constant(8 * count, value);
  braid_label label = cell >> 4;
  uint32_t low = (cell & 15) * 8, width = __braid_state->nodes[label].width;
  if (low + 8 * count <= width)
    return braid_cut((braid_term){label, (uint16_t)width, value << low}, low, 8 * count);
  return braid_constant(8 * count, value);
}

uint32_t braid_shadow_cell(const void *address) { return cell_at(address_of(address)); }

braid_term braid_shadow_term(uint32_t cell, uint8_t byte) {
  if (cell && is_stale(cell, byte))
    cell = 0;
  return piece(&cell, &byte, 0, 1);
}

/* A byte that depends on the length of a source becomes what it is in this run. */
static uint32_t settled(uint64_t at, uint32_t cell, const braid_site_desc *site) {
  if (cell & 15 || !braid_is_unsettled(cell >> 4))
    return cell;
  cell = braid_settle_byte(cell >> 4, site) << 4;
  if (!braid_is_holding_back())
    set_cell(at, cell);
  return cell;
}

/* All bytes are as an array has them. */
static braid_label loaded_from_array(uint64_t at, uint64_t bytes) {
  uint32_t cells[8];
  if (bytes > 8)
    return 0;
  braid_shadow_cells((const void *)at, bytes, cells);
  for (uint64_t i = 0; i < bytes; i++)
    if (!cells[i] || cells[i] != cells[0] || __braid_state->nodes[cells[i] >> 4].op != BRAID_OP_STORE)
      return 0;
  return braid_array_bytes(at, cells[0], (uint32_t)bytes);
}

/* The label of what lies in memory, 0 for nothing, whichever parts it was stored in. */
static BRAID_ASIDE braid_label load_parts(const uint8_t *memory, uint64_t bytes, const braid_site_desc *site) {
  uint64_t at = address_of(memory);
  braid_label from_array = BRAID_UNLIKELY(__braid_state->arrays.in_cells) ? loaded_from_array(at, bytes) : 0;
  if (from_array)
    return from_array;
  uint32_t cells[16], any = 0, lost = 0;
  for (uint64_t i = 0; i < bytes; i++) {
    uint32_t cell = cell_at(at + i);
    if (cell && BRAID_UNLIKELY(is_stale(cell, memory[i]))) {
      lost = cell >> 4;
      set_cell(at + i, 0);
      cell = 0;
    }
    cells[i] = cell;
  }
  /* From the last one: if that one is there, so are the others. */
  for (uint64_t i = bytes; i-- > 0; any |= cells[i])
    if (cells[i])
      cells[i] = settled(at + i, cells[i], site);
  if (lost && BRAID_UNLIKELY(__braid_state->merging)) {
    /* What a model calls writes what the model expects. */
    if (!site || !site->in_model)
      braid_merging_opaque();
    if (braid_is_held(lost)) {
      braid_merging_kept(memory, bytes);
      return load_parts(memory, bytes, site);
    }
  }
  if (lost)
    braid_event_add(BRAID_EVENT_LOST, 0, BRAID_LOST_OVERWRITTEN, site, lost, 0);
  if (!any)
    return 0;
  /* Runs of neighbouring bytes of the same value, or of constants, joined from the lowest up. */
  braid_term whole = {0, 0, 0};
  for (uint32_t first = 0; first < bytes;) {
    uint32_t count = 1;
    while (first + count < bytes && (cells[first] ? cells[first + count] == cells[first] + count &&
                                                        cells[first + count] >> 4 == cells[first] >> 4
                                                  : cells[first + count] == 0))
      count++;
    braid_term part = piece(cells, memory, first, count);
    whole = first ? braid_join(part, whole) : part;
    first += count;
  }
  return whole.label;
}

/* The same. The common case is here: exactly one stored value is loaded again, and it is still there. (An array
 * that a cell names has its address as its value, which no byte is.) */
static inline __attribute__((always_inline)) braid_label loaded(const uint8_t *memory, uint64_t bytes,
                                                                const braid_site_desc *site) {
  uint64_t at = address_of(memory), index = at % BRAID_PAGE_BYTES;
  const braid_shadow_page *page = page_at(at);
  if (BRAID_UNLIKELY(!page || index + bytes > BRAID_PAGE_BYTES || bytes > 8))
    return load_parts(memory, bytes, site);
  uint32_t cell = page->cells[index];
  const braid_node *node = &__braid_state->nodes[cell >> 4];
  /* A byte that is a choice may be one by the length of a source (short_reads.c). */
  if (BRAID_UNLIKELY(!cell || cell & 15 || node->width != 8 * bytes || (node->op == BRAID_OP_ITE && bytes == 1)))
    return load_parts(memory, bytes, site);
  uint64_t value = memory[0];
  for (uint64_t i = 1; i < bytes; i++) {
    if (BRAID_UNLIKELY(page->cells[index + i] != cell + i))
      return load_parts(memory, bytes, site);
    value |= (uint64_t)memory[i] << 8 * i;
  }
  if (BRAID_UNLIKELY(value != node->value))
    return load_parts(memory, bytes, site);
  return cell >> 4;
}

static braid_label read_for_merging(const uint8_t *memory, uint64_t bytes, const braid_site_desc *site) {
  braid_label label = loaded(memory, bytes, site);
  return label ? braid_merging_read(memory, bytes, label) : 0;
}

braid_label braid_shadow_load(const void *address, uint64_t bytes, const braid_site_desc *site) {
  return BRAID_UNLIKELY(__braid_state->merging) ? read_for_merging(address, bytes, site)
                                                : loaded(address, bytes, site);
}

BRAID_COLD braid_label __braid_load(const void *address, uint64_t bytes, const braid_site_desc *site) {
  if (!braid_enter())
    return 0;
  return braid_leave_with(braid_shadow_load(address, bytes, site));
}

static BRAID_ASIDE void store(void *address, uint64_t bytes, braid_label label) {
  if (label) {
    const braid_node *node = &__braid_state->nodes[label];
    if (node->width < 8 * bytes) /* a bool, a bit-field: the bits above are stored as zeros */
      label =
          braid_widen(BRAID_OP_ZEXT, (braid_term){label, node->width, node->value}, (uint32_t)(8 * bytes)).label;
    braid_shadow_set(address, bytes, label, 0);
  } else {
    if (BRAID_UNLIKELY(__braid_state->merging) && braid_shadow_any(address, bytes))
      braid_merging_wrote(address, bytes, 0, 0);
    braid_shadow_clear(address, bytes);
  }
}

BRAID_COLD void __braid_store(void *address, uint64_t bytes, braid_label label) {
  if (!braid_enter())
    return;
  braid_state *state = __braid_state;
  uint64_t at = address_of(address), index = at % BRAID_PAGE_BYTES;
  braid_shadow_page *page = page_at(at);
  /* The common case: a whole value, to where labels have been before. */
  if (__builtin_expect(label && page && bytes <= 8 && index + bytes <= BRAID_PAGE_BYTES &&
                           state->nodes[label].width == 8 * bytes,
                       1)) {
    for (uint64_t i = 0; i < bytes; i++)
      page->cells[index + i] = label << 4 | (uint32_t)i;
    uint32_t bits = ((1u << bytes) - 1) << at % 8;
    state->coarse[at / 8] |= (uint8_t)bits;
    if (bits >> 8)
      state->coarse[at / 8 + 1] |= (uint8_t)(bits >> 8);
    note_stack((uintptr_t)address);
    if (BRAID_UNLIKELY(state->merging))
      braid_merging_wrote(address, bytes, label, 0);
  } else
    store(address, bytes, label);
  braid_leave();
}

BRAID_COLD void __braid_move(void *to, const void *from, uint64_t bytes) {
  if (!braid_enter())
    return;
  braid_shadow_move(to, from, bytes);
  braid_leave();
}

BRAID_COLD void __braid_fill(void *to, uint64_t bytes, braid_label byte) {
  if (!braid_enter())
    return;
  if (!byte)
    braid_shadow_clear(to, bytes);
  else
    for (uint64_t i = 0; i < bytes; i++)
      braid_shadow_set((uint8_t *)to + i, 1, byte, 0);
  braid_leave();
}

BRAID_COLD void __braid_clear(void *address, uint64_t bytes) {
  if (!braid_enter())
    return;
  braid_shadow_clear(address, bytes);
  braid_leave();
}

BRAID_COLD void __braid_settle(void *address, uint64_t bytes) {
  if (!__braid_state || !__braid_state->arrays.in_cells || !braid_enter())
    return;
  uint64_t at = address_of(address);
  for (uint64_t i = 0; i < bytes; i++)
    if (page_at(at + i))
      set_cell(at + i, cell_at(at + i));
  braid_leave();
}

BRAID_COLD int __braid_any(const void *address, uint64_t bytes) {
  if (!braid_enter())
    return 0;
  return (int)braid_leave_with(braid_shadow_any(address, bytes));
}
