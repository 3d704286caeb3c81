/* The start of everything: the first linked unit that registers opens the connection to the engine, if there
 * is one. Until then, and forever without an engine, the coarse map is one zero byte and the mask is 0. */
#include "runtime/session.h"

#include <sys/resource.h>

static uint8_t nothing_symbolic;

uint8_t *__braid_coarse = &nothing_symbolic;
uint64_t __braid_coarse_mask = 0;
braid_state *__braid_state = NULL;

extern void *__libc_stack_end;

static void locate_stack(braid_state *state) {
  struct rlimit limit;
  uint64_t size = 64ull << 20;
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    size = limit.rlim_cur;
  state->main_thread = __builtin_thread_pointer();
  state->stack_top = (uintptr_t)__libc_stack_end;
  state->stack_bottom = size < state->stack_top ? state->stack_top - size : 0;
}

static void open_runtime(int argc, char **argv) {
  if (!braid_server_open())
    return;
  if (!braid_reserve_open() || !braid_nodes_open()) {
    __braid_state->active = false;
    braid_run_end(BRAID_END_INTERNAL, 0);
  }
  locate_stack(__braid_state);
  __braid_coarse = __braid_state->coarse;
  __braid_coarse_mask = BRAID_COARSE_BYTES - 1;
  if (braid_the_session->early)
    braid_server_early(argc, argv);
  else
    __braid_state->starting = true;
}

void __braid_register_unit(const braid_unit *unit, int argc, char **argv) {
  static bool opened;
  if (!opened) {
    opened = true;
    open_runtime(argc, argv);
  }
  if (!__braid_state)
    return;
  braid_ways_add(unit->ways, unit->ways_end);
  braid_sites_add(unit);
}
