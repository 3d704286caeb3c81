/* The blocks of the heap: where each begins, and how much of it was asked for.
 *
 * A map has one byte for every 16 bytes of memory: 0, or 1 + what the library has added at the end of the block
 * that begins there. So noting a block is one store, and the block around an address is found by looking
 * backwards. The size itself is in front of the block, where the C library has it.
 *
 * When a process begins another run, its heap is as it was at the start, and so must this map be. Pieces of it
 * that a run has changed are put back: to what they were when the first run began, or to nothing. */
#include "runtime/blocks.h"

#include "runtime/objects.h"

#define PIECE 4096u
/* Further back nobody looks: objects that large are not treated as arrays. */
#define MOST_BACK (1u << 16)
#define UNKNOWN_REST 255u
#define FIRST_ROOM 64u

struct braid_block_piece {
  uint64_t number;
  uint8_t *first; /* what it was when the first run began; null: empty */
};

static uint8_t *map_of(uint64_t address) { return &__braid_state->blocks.map[address >> 4]; }

static bool note_change(uint64_t piece) {
  braid_blocks *blocks = &__braid_state->blocks;
  if (!braid_reserve_writable(&blocks->map[piece * PIECE]) || !braid_reserve_writable(&blocks->changed[piece]))
    return false;
  if (blocks->changed[piece])
    return true;
  if (blocks->piece_count == blocks->piece_room) {
    uint32_t room = blocks->piece_room ? 2 * blocks->piece_room : FIRST_ROOM;
    braid_block_piece *pieces = braid_reserve_take(room * sizeof *pieces);
    if (!pieces)
      return false;
    if (blocks->piece_count)
      __builtin_memcpy(pieces, blocks->pieces, blocks->piece_count * sizeof *pieces);
    blocks->pieces = pieces;
    blocks->piece_room = room;
  }
  blocks->pieces[blocks->piece_count++] = (braid_block_piece){piece, NULL};
  blocks->changed[piece] = 1;
  return true;
}

/* Also before the first run, and in code that is not recorded: blocks are there all the same. */
static void set(uint64_t address, uint8_t value) {
  braid_state *state = __braid_state;
  if (!state || !state->blocks.map || address >> BRAID_ADDRESS_BITS)
    return;
  bool may_be_many = state->threads;
  while (may_be_many && __atomic_exchange_n(&state->blocks.lock, 1, __ATOMIC_ACQUIRE))
    __builtin_ia32_pause();
  if (note_change((address >> 4) / PIECE)) {
    *map_of(address) = value;
    if (value && (address < state->blocks.low || !state->blocks.high))
      state->blocks.low = address;
    if (value && address > state->blocks.high)
      state->blocks.high = address;
  }
  if (may_be_many)
    __atomic_store_n(&state->blocks.lock, 0, __ATOMIC_RELEASE);
}

void __braid_block_given(void *block, uint64_t asked, uint64_t usable) {
  uint64_t rest = usable - asked;
  if (BRAID_UNLIKELY(__braid_state && __braid_state->merging))
    braid_merging_allocated((uintptr_t)block ^ usable << 48);
  set((uintptr_t)block, (uint8_t)(asked > usable || rest >= UNKNOWN_REST - 1 ? UNKNOWN_REST : 1 + rest));
}

void __braid_block_taken(void *block) {
  braid_state *state = __braid_state;
  if (BRAID_UNLIKELY(state && state->merging))
    braid_merging_allocated(~(uintptr_t)block);
  if (state && state->blocks.map && !((uintptr_t)block >> BRAID_ADDRESS_BITS) && *map_of((uintptr_t)block))
    set((uintptr_t)block, 0);
}

/* As the C library has it in front of a block. */
static uint64_t usable_bytes(uint64_t block) {
  enum { is_mapped = 2, flags = 7 };
  uint64_t head = ((const uint64_t *)block)[-1];
  return (head & ~(uint64_t)flags) - (head & is_mapped ? 16 : 8);
}

braid_object braid_block_at(uint64_t address) {
  const braid_object none = {0, 0};
  const braid_blocks *blocks = &__braid_state->blocks;
  if (!blocks->map || address < blocks->low || address >> BRAID_ADDRESS_BITS ||
      address >= blocks->high + 16ull * MOST_BACK)
    return none;
  const uint8_t *map = blocks->map;
  uint64_t i = address >> 4, first = i > MOST_BACK ? i - MOST_BACK : 0;
  while (!map[i]) {
    if (i == first)
      return none;
    i -= i % 8 == 0 && i >= first + 8 && *(const uint64_t *)(const void *)&map[i - 8] == 0 ? 8 : 1;
  }
  uint64_t block = i << 4, bytes = usable_bytes(block) - (map[i] == UNKNOWN_REST ? 0 : map[i] - 1u);
  return address - block < bytes ? (braid_object){block, bytes} : none;
}

void braid_blocks_prepare(const void *address) {
  if (__braid_state->blocks.map && !((uintptr_t)address >> BRAID_ADDRESS_BITS))
    note_change(((uintptr_t)address >> 4) / PIECE);
}

/* What the first run finds is what all runs find. */
void braid_blocks_keep(void) {
  braid_blocks *blocks = &__braid_state->blocks;
  blocks->kept = true;
  for (uint32_t i = 0; i < blocks->piece_count; i++) {
    braid_block_piece *piece = &blocks->pieces[i];
    piece->first = braid_reserve_take(PIECE);
    if (piece->first)
      __builtin_memcpy(piece->first, &blocks->map[piece->number * PIECE], PIECE);
  }
  blocks->first_count = blocks->piece_count;
}

void braid_blocks_reset(void) {
  braid_blocks *blocks = &__braid_state->blocks;
  if (!blocks->kept) {
    braid_blocks_keep();
    return;
  }
  for (uint32_t i = 0; i < blocks->piece_count; i++) {
    const braid_block_piece *piece = &blocks->pieces[i];
    uint8_t *map = &blocks->map[piece->number * PIECE];
    if (piece->first)
      __builtin_memcpy(map, piece->first, PIECE);
    else
      __builtin_memset(map, 0, PIECE);
    if (i >= blocks->first_count)
      blocks->changed[piece->number] = 0;
  }
  blocks->piece_count = blocks->first_count;
}
