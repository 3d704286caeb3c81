/* For the models of functions that read input: what they need to know about a source besides model.h.
 *
 * These functions look at the source as it is in this run and never return a label, so that a model can ask
 * "what really happened?" without making a decision. */
#ifndef BRAID_RUNTIME_INPUT_H
#define BRAID_RUNTIME_INPUT_H

#include "runtime/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The source that is this file, or the channel (channels.h), or -1. */
int braid_source_of_file(uint64_t device, uint64_t inode);
/* The same, also if it was written to and is a channel now (channels.h). */
int braid_given_source(uint64_t device, uint64_t inode);
/* The source that is the argument of LLVMFuzzerTestOneInput, or -1. */
int braid_source_of_harness(void);
/* Length and bytes in this run. */
uint64_t braid_source_length(int source);
const uint8_t *braid_source_data(int source);

/* Before a read of up to `wanted` bytes from `offset` on: remembers what is there, for the case that it is cut
 * short. `to`: null for zeros. `again`: another part of the same read. */
void braid_reading(const void *to, int source, uint64_t offset, size_t wanted, bool again);
/* After braid_label_input, for each part in the same order: the end of the source cut the read short, and `got`
 * bytes arrived. */
void braid_label_short_input(void *to, int source, uint64_t offset, size_t got, size_t wanted);

/* How many bytes a read of so many from there brings: unlike the others with its label, and without a decision. */
uint64_t braid_source_count(int source, uint64_t offset, uint64_t wanted);
/* What this descriptor has is going to be read in a way that labels do not follow. If it is a source, that is
 * recorded. */
void braid_escapes(int descriptor);
/* The same for how much it has. */
void braid_length_escapes(int descriptor);
/* Something that the program stores in its memory may come back to it by another way: recorded. */
void braid_is_shared(void);
/* From now on standard output and standard error may be something that the program can read. */
void braid_output_is_redirected(void);

/* Like braid_make_symbolic, except for the bytes where the engine has none to give: they are what memory
 * already holds instead of zeros. Without an engine memory stays as it is. */
void braid_make_symbolic_from(void *memory, size_t bytes, const char *name, int kind);

/* A function that the configuration declares to return input has returned `real` (its low `bytes` bytes count).
 * The result takes its place: the value that the engine wants, with the label of a CALL source. */
uint64_t __braid_input_value(uint64_t real, uint32_t bytes, const char *name);
/* The same for memory that such a function has filled. */
void __braid_input_memory(void *memory, uint64_t bytes, const char *name);

/* _exit, as the recorded run sees it. */
__attribute__((noreturn)) void braid_end_at_once(int status);
/* abort, called by the program from there, in the same way. Returns if the process has to be killed for it. */
void braid_abort(const void *caller);
/* The program is about to start a thread, or a process. */
void braid_thread_starts(void);
void braid_process_starts(void);

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
