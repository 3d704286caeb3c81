/* Streams of the C library that read from a source.
 *
 * The library's own FILE stays the truth: the models call the real function first and then work out which bytes
 * of the source it handed to the program. For that they must know the position of the stream. It is remembered
 * here between calls, together with the place in the library's buffer where it holds; when the buffer is not as
 * it was left, somebody else has read from the stream and the library is asked again. Nothing that is kept here
 * is needed to go on: it can be forgotten at any time, at the price of asking. */
#ifndef BRAID_RUNTIME_MODELS_STREAMS_H
#define BRAID_RUNTIME_MODELS_STREAMS_H

#include "runtime/input.h"

#include <stdio.h>

#define BRAID_PUSHED_BYTES 16

typedef struct braid_stream {
  FILE *file;        /* null: nothing is known */
  int source;        /* -1: not input */
  bool ended;        /* the stream had met its end before the call: nothing more is read */
  uint64_t position; /* of the next byte of the source, after those pushed back */
  uint64_t told;     /* the same, with a label if the program went to the end of the file */
  FILE *seen;        /* whose buffer was filled when the source and its version were these */
  uint32_t version;  /* of a channel */
  /* The library's buffer at the end of the latest call. */
  const char *base, *next, *end;
  /* Bytes pushed back with ungetc, with their labels; the last is read first. */
  unsigned char pushed[BRAID_PUSHED_BYTES];
  unsigned pushed_count;
} braid_stream;

/* Before the real function is called; the stream is locked. Null if it does not read from a source. */
__attribute__((visibility("hidden"))) braid_stream *braid_stream_begin(FILE *file);
/* After it: how many bytes it took from the stream; it cannot have been more than `most`, and was not less if the
 * stream is a pipe that has not ended, except for UINT64_MAX. */
__attribute__((visibility("hidden"))) uint64_t braid_stream_taken(braid_stream *stream, uint64_t most);
/* The next bytes of the stream have arrived in memory: moves on and labels them. */
__attribute__((visibility("hidden"))) void braid_stream_label(braid_stream *stream, unsigned char *memory,
                                                              uint64_t bytes);
/* The same in three steps, for a model that looks at the bytes one by one before it moves on: is there a byte
 * that many bytes ahead (no decision), which one, and past how many. */
__attribute__((visibility("hidden"))) bool braid_stream_has(const braid_stream *stream, uint64_t ahead);
__attribute__((visibility("hidden"))) unsigned char braid_stream_peek(const braid_stream *stream, uint64_t ahead);
__attribute__((visibility("hidden"))) void braid_stream_skip(braid_stream *stream, uint64_t bytes);
/* The decision whether the source has a byte `ahead` bytes after the position; only where it really was so. */
__attribute__((visibility("hidden"))) void braid_stream_decide_end(const braid_stream *stream, uint64_t ahead,
                                                                   bool ended);
/* True if the real function has just met the end of the stream. */
static inline bool braid_stream_met_end(const braid_stream *stream) {
  return !stream->ended && feof(stream->file) && !ferror(stream->file);
}
/* The real function has pushed a byte back. */
__attribute__((visibility("hidden"))) void braid_stream_push(braid_stream *stream, unsigned char byte);
/* The stream was moved; its buffer may be the same. */
__attribute__((visibility("hidden"))) void braid_stream_moved(FILE *file);
/* The stream was opened, closed or written to. */
__attribute__((visibility("hidden"))) void braid_stream_forget(FILE *file);

#endif
