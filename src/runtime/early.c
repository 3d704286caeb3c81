/* Input before main. The server waits at the start of main, so that what the program does before is done once and
 * not in each run. That is wrong for a constructor, or the initialiser of a C++ object, that reads input: it would
 * see that of no run at all. Until main is reached the reading functions therefore look whether what they are
 * asked for is a source. If it is, nothing is worth going on for: the engine is told, and starts the program again
 * with the server waiting before all constructors (trace/control.h).
 *
 * Arguments and variables that no source stands for yet are only noted. The engine hears of it with the HELLO, and
 * comes back to it when an input has such a source. */
#include "runtime/early.h"

#include "runtime/session.h"

#include <stdlib.h>

static bool is_starting(void) { return __braid_state && __braid_state->starting; }

static _Noreturn void ask_for_early_server(uint32_t kind) {
  braid_say(BRAID_STATUS_EARLY, (int32_t)kind, 0, 0);
  braid_quit(0);
}

static uint32_t given_sources(void) {
  const braid_trace *trace = __braid_state->trace;
  return trace->given_sources < trace->sources.capacity ? trace->given_sources : (uint32_t)trace->sources.capacity;
}

void braid_early_file(uint64_t device, uint64_t inode) {
  if (!is_starting())
    return;
  for (uint32_t i = 0; i < given_sources(); i++) {
    const braid_source *source = &__braid_state->sources[i];
    if ((source->kind == BRAID_SOURCE_STDIN || source->kind == BRAID_SOURCE_FILE) && source->device == device &&
        source->inode == inode)
      ask_for_early_server(source->kind);
  }
}

void braid_early_kind(uint32_t kind) {
  if (!is_starting())
    return;
  /* The runtime makes sources for these itself, in the order in which it is asked. */
  if (kind == BRAID_SOURCE_MARK || kind == BRAID_SOURCE_CALL)
    ask_for_early_server(kind);
  for (uint32_t i = 0; i < given_sources(); i++)
    if (__braid_state->sources[i].kind == kind)
      ask_for_early_server(kind);
  braid_the_session->touched |= 1u << kind;
}

void __braid_constructor(uint32_t kinds) {
  for (uint32_t kind = 0; kinds; kind++, kinds >>= 1)
    if (kinds & 1)
      braid_early_kind(kind);
}

static bool is_source(const char *name) {
  if (__braid_state)
    for (uint32_t i = 0; i < given_sources(); i++)
      if (__braid_state->sources[i].kind == BRAID_SOURCE_ENV &&
          __builtin_strcmp(__braid_state->sources[i].name, name) == 0)
        return true;
  return false;
}

/* Which variable it is depends on every byte of its name. */
static void name_lost(const char *name) {
  size_t bytes = __builtin_strlen(name) + 1;
  const braid_site_desc *site = __braid_thread.caller;
  if (!site || !__braid_any(name, bytes))
    return;
  for (size_t i = 0; i < bytes; i++)
    __braid_lost(site, __braid_load(name + i, 1, site), BRAID_LOST_MODEL);
}

static void ask_for_variable(const char *name) {
  bool is_input = is_source(name);
  name_lost(name);
  if (!is_input)
    braid_answered();
  if (!is_starting())
    return;
  if (is_input)
    ask_for_early_server(BRAID_SOURCE_ENV);
  braid_the_session->touched |= 1u << BRAID_SOURCE_ENV;
}

/* Models, not instrumented: labels lie in the memory that the result points to. */
#define MODEL __attribute__((weak, visibility("default")))

extern char *real_secure_getenv(const char *name) __asm__("secure_getenv");
char *__braid_model_getenv(const char *name);
char *__braid_model_secure_getenv(const char *name);

MODEL char *__braid_model_getenv(const char *name) {
  ask_for_variable(name);
  return getenv(name);
}

MODEL char *__braid_model_secure_getenv(const char *name) {
  ask_for_variable(name);
  return real_secure_getenv(name);
}
