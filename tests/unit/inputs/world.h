/* The runtime at work inside the test itself: a trace in memory of the test, and the sources that a test chooses.
 * The models under test are those that programs get, with their instrumentation, so the labels they make can be
 * looked at afterwards: on memory, and on what a function returned. */
#ifndef BRAID_TEST_UNIT_INPUTS_WORLD_H
#define BRAID_TEST_UNIT_INPUTS_WORLD_H

#include "trace/format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A new run without sources; nothing carries a label. */
void world_begin(void);
/* Adds a source as the engine would. */
int world_give(int kind, unsigned flags, const char *name, const void *data, size_t bytes);
braid_source *world_source(int source);
/* The source is this open file. */
void world_is_file(int source, int descriptor);
/* Everything is in place: the run starts (braid_inputs_begin), recording begins. */
void world_start(int *argc, char ***argv);
/* Recording ends; everything is real again. */
void world_end(void);

const braid_trace *world_trace(void);
const uint8_t *world_data(int source);

/* Label of a value in memory. */
braid_label world_label(const void *address, size_t bytes);
/* Label of what the function has just returned to code that is not instrumented. */
braid_label world_result(const void *function);
/* The argument with this number of the next call of the function has this label. */
void world_pass(void *function, unsigned argument, braid_label label);
/* The same as the function would find it; 0 if it would not. */
braid_label world_passed(const void *function, unsigned argument);
/* Labels of arguments or results are on their way. */
bool world_in_flight(void);
/* For world_result after a jump. */
#define WORLD_SETJMP ((void *)1)
const braid_node *world_node(braid_label label);
/* The byte at this address is that byte of the source, with the right value. */
bool world_is_input(const void *address, int source, uint64_t offset);

unsigned world_events(int kind);
/* LOST events with that reason. */
unsigned world_lost(int reason);

#ifdef __cplusplus
}
#endif
#endif
