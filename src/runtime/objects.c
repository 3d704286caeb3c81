/* Which object has a byte: literals and global variables by the tables of the linked units, variables of functions
 * by the frames that note them, blocks of the heap (blocks.c), arguments, and the tables of <ctype.h>, which the
 * library has and old headers read. */
#include "runtime/objects.h"

#include "runtime/lock.h"

#include <ctype.h>

static const braid_object none = {0, 0};

static inline bool has(uint64_t address, uint64_t bytes, uint64_t wanted) { return wanted - address < bytes; }

static braid_object global_at(uint64_t address) {
  const braid_state *state = __braid_state;
  for (uint32_t i = 0; i < state->unit_count; i++)
    for (const braid_object_desc *each = state->units[i].objects; each < state->units[i].objects_end; each++)
      if (has((uintptr_t)each->address, each->bytes, address))
        return (braid_object){(uintptr_t)each->address, each->bytes};
  return none;
}

/* The part of the running thread's stack that is in use, if it runs on that. */
static bool find_stack(uintptr_t *low, uintptr_t *high) {
  const braid_state *state = __braid_state;
  void *thread = __builtin_thread_pointer();
  *low = (uintptr_t)__builtin_frame_address(0);
  *high = thread == state->main_thread ? state->stack_top : (uintptr_t)thread;
  return *low < *high && (thread != state->main_thread || *low >= state->stack_bottom);
}

/* A frame that was left without a word (longjmp out of code that is not instrumented) lies below the stack
 * pointer, and what it says is worth nothing. */
static bool is_live(const braid_frame *frame, uintptr_t low, uintptr_t high) {
  uintptr_t address = (uintptr_t)frame;
  return address >= low && address < high && high - address >= sizeof *frame && address % 8 == 0 &&
         frame->count <= (high - address - sizeof *frame) / sizeof frame->objects[0];
}

static braid_object variable_at(uint64_t address) {
  uintptr_t low, high;
  if (!find_stack(&low, &high) || address < low || address >= high)
    return none;
  for (const braid_frame *frame = __braid_thread.frame; is_live(frame, low, high); frame = frame->outer) {
    for (uint64_t i = 0; i < frame->count; i++)
      if (has((uintptr_t)frame->objects[i].address, frame->objects[i].bytes, address))
        return (braid_object){(uintptr_t)frame->objects[i].address, frame->objects[i].bytes};
    low = (uintptr_t)frame + 1; /* outer frames lie higher */
  }
  return none;
}

BRAID_COLD void __braid_unwound(uintptr_t stack) {
  while (__braid_thread.frame && (uintptr_t)__braid_thread.frame < stack)
    __braid_thread.frame = __braid_thread.frame->outer;
}

/* Arguments that are input lie in memory of the runtime, one after the other, each as large as its source: where
 * the text ends is input. */
static braid_object argument_at(uint64_t address) {
  const braid_state *state = __braid_state;
  if (!state->argument_memory || !has((uintptr_t)state->argument_memory, state->argument_bytes, address))
    return none;
  uint64_t at = (uintptr_t)state->argument_texts;
  for (uint32_t i = 0; i < state->trace->source_count; i++) {
    const braid_source *source = &state->sources[i];
    if (source->kind != BRAID_SOURCE_ARG && source->kind != BRAID_SOURCE_ENV)
      continue;
    uint64_t name = source->kind == BRAID_SOURCE_ENV ? __builtin_strlen(source->name) + 1 : 0;
    uint64_t bytes = name + source->size + 1;
    if (has(at, bytes, address))
      return (braid_object){at, bytes};
    at += bytes;
  }
  return none;
}

/* From -128 to 255. */
static braid_object table_at(uint64_t address) {
  const struct {
    uint64_t zero, bytes;
  } tables[] = {{(uintptr_t)*__ctype_b_loc(), sizeof **__ctype_b_loc()},
                {(uintptr_t)*__ctype_tolower_loc(), sizeof **__ctype_tolower_loc()},
                {(uintptr_t)*__ctype_toupper_loc(), sizeof **__ctype_toupper_loc()}};
  for (uint32_t i = 0; i < sizeof tables / sizeof *tables; i++)
    if (tables[i].zero && has(tables[i].zero - 128 * tables[i].bytes, 384 * tables[i].bytes, address))
      return (braid_object){tables[i].zero - 128 * tables[i].bytes, 384 * tables[i].bytes};
  return none;
}

braid_object braid_object_at(uint64_t address) {
  braid_object (*const kinds[])(uint64_t) = {global_at, variable_at, braid_block_at, argument_at, table_at};
  for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    braid_object found = kinds[i](address);
    if (found.bytes)
      return found;
  }
  return none;
}
