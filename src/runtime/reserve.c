/* The runtime's own memory: one reserved range of addresses, readable and otherwise empty, of which pieces
 * are made writable when they are first needed. One range, because then one comparison tells the runtime's
 * memory from the program's; not writable, because writable private memory would count against the memory
 * limit of the program. */
#include "runtime/core.h"

#include <sys/mman.h>
#include <unistd.h>

#define CHUNK (2ull << 20)

bool braid_reserve_open(void) {
  braid_state *state = __braid_state;
  uint64_t maps = BRAID_COARSE_BYTES + BRAID_DIRECTORY_BYTES + BRAID_BLOCK_BYTES + BRAID_BLOCK_BYTES / 4096;
  uint64_t bytes = maps + BRAID_ARENA_BYTES;
  uint8_t *memory = mmap(NULL, bytes + CHUNK, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  madvise(memory, bytes + CHUNK, MADV_DONTDUMP);
  braid_own_mapping(memory, memory + bytes + CHUNK);
  uint8_t *aligned = (uint8_t *)(((uintptr_t)memory + CHUNK - 1) & ~(CHUNK - 1));
  state->coarse = aligned;
  state->directory = (braid_shadow_page **)(aligned + BRAID_COARSE_BYTES);
  uint8_t *blocks = aligned + BRAID_COARSE_BYTES + BRAID_DIRECTORY_BYTES;
  state->arena = aligned + maps;
  state->arena_end = state->arena + BRAID_ARENA_BYTES;
  /* One bit for each chunk of the maps: already writable? */
  state->writable = braid_reserve_take(maps / CHUNK / 8 + 1);
  if (!state->writable)
    return false;
  state->blocks.map = blocks;
  state->blocks.changed = blocks + BRAID_BLOCK_BYTES;
  return true;
}

void *braid_reserve_take(uint64_t bytes) {
  braid_state *state = __braid_state;
  bytes = (bytes + 4095) & ~4095ull;
  if (bytes > (uint64_t)(state->arena_end - state->arena) ||
      mprotect(state->arena, bytes, PROT_READ | PROT_WRITE) != 0)
    return NULL;
  void *memory = state->arena;
  state->arena += bytes;
  return memory;
}

bool braid_reserve_writable(const void *address) {
  braid_state *state = __braid_state;
  uint64_t chunk = (uint64_t)((const uint8_t *)address - state->coarse) / CHUNK;
  uint8_t *flags = &state->writable[chunk / 8], bit = (uint8_t)(1u << chunk % 8);
  if (*flags & bit)
    return true;
  if (mprotect(state->coarse + chunk * CHUNK, CHUNK, PROT_READ | PROT_WRITE) != 0)
    return false;
  *flags |= bit;
  return true;
}
