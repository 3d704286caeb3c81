/* Events that wait until somebody looks.
 *
 * Formatted text that goes to a file has as many lengths as the number in it has digits, and where everything
 * behind it lies depends on that. If the program reads the file, or asks how long it is, these are decisions of
 * its path. If it does not, as most programs do with what they write, they are nobody's business, and would only
 * multiply paths. So a model that explains output does it with its events held back for the channel (channels.c)
 * that it goes to; the first look at the channel brings them into the trace, in their order. A path without a look
 * has none of them.
 *
 * What is held back are conditions on input, which are true of this run whenever they are recorded. */
#include "runtime/channels.h"
#include "runtime/lock.h"

struct braid_held {
  uint64_t owner; /* number of the channel; until that is known, the thread pointer of the thread */
  braid_event event;
};

#define MOST_HELD (1u << 18) /* then events are recorded at once, which is right too */

static uint64_t thread(void) { return (uintptr_t)__builtin_thread_pointer(); }

static bool make_room(void) {
  braid_state *state = __braid_state;
  if (state->held_count < state->held_room)
    return true;
  uint32_t room = state->held_room ? 2 * state->held_room : 1024;
  braid_held *held = room > MOST_HELD ? NULL : braid_reserve_take(room * sizeof *held);
  if (!held)
    return false;
  if (state->held_count)
    __builtin_memcpy(held, state->held, state->held_count * sizeof *held);
  state->held = held;
  state->held_room = room;
  return true;
}

bool braid_hold_back(const braid_event *event) {
  braid_state *state = __braid_state;
  switch (event->kind) {
  case BRAID_EVENT_BRANCH:
  case BRAID_EVENT_SWITCH:
  case BRAID_EVENT_LOST:
  case BRAID_EVENT_LENGTH:
  case BRAID_EVENT_ADDRESS:
  case BRAID_EVENT_BOUNDS:
  case BRAID_EVENT_OBJECT:
    break;
  default:
    return false;
  }
  if (!make_room())
    return false;
  state->held[state->held_count++] = (braid_held){thread(), *event};
  return true;
}

braid_label braid_held_label(void) {
  const braid_state *state = __braid_state;
  for (uint32_t i = 0; __braid_thread.holding_back == BRAID_HAS_HELD && i < state->held_count; i++)
    if (state->held[i].owner == thread())
      return state->held[i].event.label;
  return 0;
}

/* Those of an owner: into the trace, or nowhere. */
static void remove_held(uint64_t owner, bool record) {
  braid_state *state = __braid_state;
  uint32_t left = 0, count = state->held_count;
  state->held_count = 0; /* a full table ends the run: nothing may be recorded a second time */
  for (uint32_t i = 0; i < count; i++)
    if (state->held[i].owner != owner)
      state->held[left++] = state->held[i];
    else if (record && !braid_writer_event(&state->writer, state->held[i].event))
      braid_run_end(BRAID_END_EVENTS, 0);
  state->held_count = left;
}

void braid_held_release(int channel) {
  if (__braid_state->held_count)
    remove_held((uint64_t)channel, true);
}

void braid_hold_begin(void) { __braid_thread.holding_back = BRAID_HOLDING; }
void braid_hold_end(void) { __braid_thread.holding_back = BRAID_HAS_HELD; }

void braid_hold_for(int channel) {
  braid_state *state = __braid_state;
  bool has_held = __braid_thread.holding_back == BRAID_HAS_HELD;
  __braid_thread.holding_back = BRAID_HOLDING_NOTHING;
  if (!has_held || !state || !state->held_count || !braid_enter())
    return;
  if (channel < 0)
    remove_held(thread(), false);
  for (uint32_t i = 0; i < state->held_count; i++)
    if (state->held[i].owner == thread())
      state->held[i].owner = (uint64_t)channel;
  braid_leave();
}
