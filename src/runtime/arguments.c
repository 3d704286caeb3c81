/* Arguments and environment variables that are input: before the program's main runs, its argument list is
 * rebuilt with the engine's bytes in place of those the process was started with, so that one server process
 * can run every argument. The strings lie in memory of the runtime, which a restart leaves alone and the next
 * run fills anew; the program may write to them like to any argument.
 *
 * Where runs begin before the constructors, the lists themselves are changed, because the C library will give
 * these to constructors and to main. It cannot be told that they have become longer; the engine has started the
 * program with lists in which every source has its place.
 *
 * Each string ends with a zero byte that carries no label. A zero byte among the engine's bytes simply ends
 * the string earlier, which is how the engine shortens an argument. */
#define _GNU_SOURCE
#include "runtime/core.h"

#include <unistd.h>

/* An argument between the last one the process was started with and the first that is a source. */
static char empty[1];

static size_t text_length(const char *text) { return __builtin_strlen(text); }

static uint32_t count_of(char **list) {
  uint32_t count = 0;
  while (list && list[count])
    count++;
  return count;
}

/* What the sources ask for. */
typedef struct demand {
  bool arguments, environment;
  uint32_t argument_count;    /* without the null pointer at the end, as the next */
  uint32_t environment_count; /* at most */
  uint64_t bytes;
} demand;

static demand measure(void) {
  const braid_state *state = __braid_state;
  demand all = {false, false, (uint32_t)state->argument_count, count_of(state->environment), 0};
  for (uint32_t i = 0; i < state->trace->source_count; i++) {
    const braid_source *source = &state->sources[i];
    if (source->kind == BRAID_SOURCE_ARG) {
      all.arguments = true;
      if (source->index >= all.argument_count)
        all.argument_count = source->index + 1u;
      all.bytes += source->size + 1;
    } else if (source->kind == BRAID_SOURCE_ENV) {
      all.environment = true;
      all.environment_count++;
      all.bytes += text_length(source->name) + source->size + 2;
    }
  }
  if (all.arguments)
    all.bytes += (all.argument_count + 1) * sizeof(char *);
  if (all.environment)
    all.bytes += (all.environment_count + 1) * sizeof(char *);
  return all;
}

/* Memory for this run, kept for the next ones. */
static uint8_t *room_for(uint64_t bytes) {
  braid_state *state = __braid_state;
  if (bytes > state->argument_bytes) {
    uint64_t generous = bytes + bytes / 2;
    state->argument_memory = braid_reserve_take(generous);
    if (!state->argument_memory)
      braid_run_end(BRAID_END_SOURCES, 0);
    state->argument_bytes = generous;
  }
  return state->argument_memory;
}

/* Puts the source's bytes there, labelled, and ends them with 0. Returns the next free byte. */
static uint8_t *put_source(uint8_t *at, uint32_t number) {
  const braid_source *source = &__braid_state->sources[number];
  __builtin_memcpy(at, __braid_state->data + source->data, source->size);
  at[source->size] = 0;
  braid_input_used((int)number);
  for (uint64_t i = 0; i < source->size; i++) {
    braid_label label = braid_input_byte((int)number, i);
    if (label)
      braid_shadow_set(at + i, 1, label, 0);
  }
  return at + source->size + 1;
}

static bool is_variable(const char *entry, const char *name) {
  size_t length = text_length(name);
  return __builtin_strncmp(entry, name, length) == 0 && entry[length] == '=';
}

static uint8_t *put_argument(uint8_t *at, uint32_t number, char **list) {
  list[__braid_state->sources[number].index] = (char *)at;
  return put_source(at, number);
}

/* Lists that cannot grow have no place for a source. */
static _Noreturn void no_place(void) { braid_run_end(BRAID_END_SOURCES, 0); }

static uint8_t *put_variable(uint8_t *at, uint32_t number, char **list, uint32_t *count) {
  const char *name = __braid_state->sources[number].name;
  uint32_t place = 0;
  while (place < *count && !is_variable(list[place], name))
    place++;
  if (place == *count) {
    if (__braid_state->in_place)
      no_place();
    list[++*count] = NULL;
  }
  list[place] = (char *)at;
  size_t length = text_length(name);
  __builtin_memcpy(at, name, length);
  at[length] = '=';
  return put_source(at + length + 1, number);
}

/* Room for the pointers, filled with those of the old list. */
static char **copy_list(uint8_t **at, char **old, uint32_t old_count, uint32_t count) {
  char **list = (char **)*at;
  *at += (count + 1) * sizeof(char *);
  for (uint32_t i = 0; i < count; i++)
    list[i] = i < old_count ? old[i] : empty;
  list[count] = NULL;
  return list;
}

static void replace(int *argc, char ***argv, char ***environment) {
  braid_state *state = __braid_state;
  demand all = measure();
  if (!all.arguments && !all.environment)
    return;
  if (state->in_place && all.argument_count > (uint32_t)state->argument_count)
    no_place();
  uint8_t *at = room_for(all.bytes);
  char **arguments = state->arguments, **variables = state->environment;
  uint32_t variable_count = count_of(variables);
  if (all.arguments && !state->in_place)
    arguments = copy_list(&at, arguments, (uint32_t)state->argument_count, all.argument_count);
  if (all.environment && !state->in_place) {
    variables = copy_list(&at, variables, variable_count, all.environment_count);
    variables[variable_count] = NULL;
  }
  state->argument_texts = at;
  for (uint32_t i = 0; i < state->trace->source_count; i++)
    if (state->sources[i].kind == BRAID_SOURCE_ARG)
      at = put_argument(at, i, arguments);
    else if (state->sources[i].kind == BRAID_SOURCE_ENV)
      at = put_variable(at, i, variables, &variable_count);
  if (state->in_place)
    return;
  if (all.arguments) {
    *argc = (int)all.argument_count;
    *argv = arguments;
  }
  if (all.environment) {
    environ = variables;
    if (environment)
      *environment = variables;
  }
}

void braid_inputs_begin(int *argc, char ***argv, char ***environment) {
  braid_state *state = __braid_state;
  state->next_mark = state->next_call = state->file_sources = state->results = 0;
  for (uint32_t i = 0; i < state->trace->source_count; i++) {
    braid_source *source = &state->sources[i];
    source->flags &= (uint8_t)~BRAID_SOURCE_USED;
    if (source->kind == BRAID_SOURCE_STDIN || source->kind == BRAID_SOURCE_FILE)
      state->file_sources = i + 1;
  }
  if (!state->arguments) { /* the first run of this process: what it was started with */
    state->argument_count = *argc;
    state->arguments = *argv;
    state->environment = environ;
  }
  replace(argc, argv, environment);
}
