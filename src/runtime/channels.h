/* Channels: files and pipes that the program writes to and may read again, with the labels of what it wrote.
 *
 * To the models of reading functions a channel is a source like any other: where braid_source_of_descriptor finds
 * a file that was written, it gives a number from BRAID_CHANNEL on, with which all the functions of input.h work.
 * Lengths of channels are constants; what they depended on has been decided (held_back.c). A pipe has no positions
 * of its own: its bytes are numbered in the order in which they were written, and read.
 *
 * For the models of functions that write, and for those that have to know one from the other. */
#ifndef BRAID_RUNTIME_CHANNELS_H
#define BRAID_RUNTIME_CHANNELS_H

#include "runtime/model.h"

#include <sys/uio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BRAID_CHANNEL (1 << 30)
static inline bool braid_is_channel(int source) { return source >= BRAID_CHANNEL; }

/* --- as a source (inputs.c) --- */

/* This file; BRAID_NO_CHANNEL if it is none, -1 if it is not followed any more. */
#define BRAID_NO_CHANNEL (-2)
int braid_channel_of_file(uint64_t device, uint64_t inode);
uint64_t braid_channel_length(int channel);
const uint8_t *braid_channel_data(int channel);
void braid_channel_label(void *to, int channel, uint64_t offset, size_t bytes);

/* --- writing --- */

/* What is about to be written, and by whom. */
typedef struct braid_output {
  int descriptor;            /* negative: a stream in memory */
  const void *stream;        /* or null */
  uint64_t unflushed;        /* what the stream still has, of a pipe */
  const struct iovec *parts; /* the bytes */
  int part_count;
} braid_output;

/* True if the models of writing have nothing to do for these bytes but to write them. Cheap. */
bool braid_output_is_plain(int descriptor, const void *memory, uint64_t bytes);
/* Before the real call. The channel, or -1 if there is nothing to follow: then braid_output_end is not wanted. */
int braid_output_begin(const braid_output *output);
/* After it. `done`: how much was written; `end`: where in the file that ended, -1 if nobody knows. */
void braid_output_end(int channel, const braid_output *output, int64_t done, int64_t end);
#define BRAID_OUTPUT_UNKNOWN (-2) /* for `done`: more or less than it should have been */
/* The channel that this is, or -1. */
int braid_channel_of_descriptor(int descriptor);
/* Whether that is standard output or standard error, and goes to whoever started the program. */
bool braid_is_shown_output(int descriptor);
/* The caller of the model uses what it returns. */
bool braid_result_is_used(void);

/* Between these two, which come before braid_output_begin, events of this thread wait: what is decided about the
 * bytes is of interest only if somebody looks at them. */
void braid_hold_begin(void);
void braid_hold_end(void);
/* After braid_output_begin: they wait for somebody who looks at this channel. -1: it is known without them that
 * the output is not followed. */
void braid_hold_for(int channel);
/* The same for what will be written there later. */
void braid_hold_for_descriptor(int descriptor);

/* --- reading --- */

/* The program asks for something that depends on how much was written. */
void braid_channel_looked_at(int channel);
bool braid_channel_is_pipe(int channel);
/* Where in a pipe this reader (a stream, or null for a descriptor) stands; -1 if nobody knows. A read through a
 * descriptor ends with braid_channel_taken. */
int64_t braid_channel_place(int channel, const void *reader, int descriptor);
/* So many bytes were taken from a pipe. */
void braid_channel_taken(int channel, uint64_t bytes);
/* How many bytes have left a pipe, as the kernel says. */
uint64_t braid_channel_left(int channel, int descriptor);
/* Another number after each write. */
uint32_t braid_channel_version(int channel);
/* Bytes that were in the file before are read once, for models that look at bytes before they come. */
void braid_channel_learn(int channel, int descriptor);
/* Data that came from a descriptor that was no channel when the call began: the channel, if it is a pipe now; or
 * -1. */
int braid_channel_since(int descriptor);

/* --- what else happens to files --- */

/* It was opened. Of an empty file, and one that was made empty, nothing is left. */
void braid_channel_opened(int descriptor, bool emptied);
void braid_channel_truncated(int descriptor, uint64_t length);
void braid_channel_truncated_path(const char *path, uint64_t length);
/* It is in memory from now on, where what is written to the file arrives without labels. */
void braid_channel_mapped(int descriptor);
/* Its bytes go elsewhere, unseen. */
void braid_channel_escapes(int channel);

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
