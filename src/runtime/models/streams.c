/* See streams.h. One small table for each thread, in which streams with the same place push each other out. */
#define _GNU_SOURCE
#include "runtime/models/streams.h"

#include "runtime/channels.h"
#include "runtime/models/decide.h"

#include <errno.h>
#include <string.h>

BRAID_MODEL_FILE;

#define STREAMS 16

static __thread braid_stream streams[STREAMS];

static braid_stream *place_of(const FILE *file) {
  uintptr_t number = (uintptr_t)file / sizeof(FILE);
  return &streams[(number ^ number >> 4) % STREAMS];
}

static void remember_buffer(braid_stream *stream) {
  stream->base = stream->file->_IO_read_base;
  stream->next = stream->file->_IO_read_ptr;
  stream->end = stream->file->_IO_read_end;
}

/* A stream of wide characters has a second buffer, whose place in the file only the library knows. */
static bool is_wide(const FILE *file) { return file->_mode > 0; }

/* The buffer is as it was left. An empty one says nothing, and neither does one that was filled again with as
 * many bytes as before: so there must be bytes to come, and they must be those of the source. */
static bool is_unchanged(const braid_stream *stream) {
  const FILE *file = stream->file;
  if (is_wide(file) || stream->next != file->_IO_read_ptr || stream->end != file->_IO_read_end ||
      stream->base != file->_IO_read_base || stream->next >= stream->end)
    return false;
  if (stream->source < 0 || stream->pushed_count)
    return true;
  uint64_t length = braid_source_length(stream->source), count = (uint64_t)(stream->end - stream->next);
  count = count > 16 ? 16 : count;
  return stream->position <= length && count <= length - stream->position &&
         memcmp(stream->next, braid_source_data(stream->source) + stream->position, count) == 0;
}

/* Where the stream stands in its source, without what was pushed back; -1 if nobody can say which bytes come next.
 */
static off_t place_in_source(int source, FILE *file, int descriptor) {
  if (braid_channel_is_pipe(source))
    return braid_channel_place(source, file, descriptor);
  if (braid_is_channel(source)) {
    braid_channel_looked_at(source);
    braid_channel_learn(source, descriptor);
  }
  return ftello(file);
}

/* The buffer may be older than what the program has since written to the file. */
static bool is_outdated(const braid_stream *stream, const FILE *file, int source) {
  return stream->seen == file && braid_is_channel(source) && !braid_channel_is_pipe(source) &&
         file->_IO_read_ptr < file->_IO_read_end &&
         (stream->source != source || stream->version != braid_channel_version(source));
}

static void look(braid_stream *stream, FILE *file) {
  int error = errno;
  bool known = stream->file == file;
  stream->file = file;
  stream->pushed_count = 0;
  int descriptor = fileno_unlocked(file); /* -1 for one in memory, whose _fileno may be anything */
  int source = descriptor >= 0 ? braid_source_of_descriptor(descriptor) : -1;
  if (is_outdated(stream, file, source)) {
    braid_channel_escapes(source);
    source = -1;
  }
  stream->seen = file;
  stream->source = source;
  if (stream->source >= 0) {
    off_t position = place_in_source(stream->source, file, descriptor);
    if (position < 0)
      stream->source = -1;
    if (!known || stream->position != (uint64_t)position)
      stream->told = (uint64_t)position;
    stream->position = (uint64_t)position;
    stream->version = braid_channel_version(stream->source);
  }
  remember_buffer(stream);
  errno = error;
}

/* Bytes that were pushed back stay, if nothing else happened. */
static void look_again(braid_stream *stream, FILE *file) {
  unsigned char pushed[BRAID_PUSHED_BYTES];
  unsigned count = stream->file == file && is_unchanged(stream) ? stream->pushed_count : 0;
  memcpy(pushed, stream->pushed, sizeof pushed);
  braid_copy_labels(pushed, stream->pushed, sizeof pushed);
  uint64_t position = stream->position, told = stream->told;
  int source = stream->source;
  look(stream, file);
  if (count && stream->source == source) {
    memcpy(stream->pushed, pushed, sizeof pushed);
    braid_copy_labels(stream->pushed, pushed, sizeof pushed);
    stream->pushed_count = count;
    stream->position = position;
    stream->told = told;
  }
}

braid_stream *braid_stream_begin(FILE *file) {
  braid_stream *stream = place_of(file);
  /* What was no channel may be one now. */
  if (stream->file != file || !is_unchanged(stream) || braid_is_channel(stream->source) ||
      (stream->source < 0 && braid_channel_of_descriptor(fileno_unlocked(file)) >= 0))
    look_again(stream, file);
  stream->ended = feof(file);
  if (stream->source >= 0)
    return stream;
  braid_read_back();
  return NULL;
}

/* After a call that filled the buffer again: at the end nothing is left; otherwise the call took all that it
 * could, if that was a certain number; or else what has left the pipe is in the buffer or was taken. */
static off_t place_in_pipe(const braid_stream *stream, uint64_t most) {
  const FILE *file = stream->file;
  uint64_t before = stream->position - stream->pushed_count, length = braid_source_length(stream->source);
  if (feof_unlocked((FILE *)file))
    return (off_t)(most < length - before ? before + most : length);
  if (most != UINT64_MAX)
    return (off_t)(before + most);
  uint64_t left = braid_channel_left(stream->source, fileno_unlocked((FILE *)file));
  return (off_t)left - (file->_IO_read_end - file->_IO_read_ptr);
}

uint64_t braid_stream_taken(braid_stream *stream, uint64_t most) {
  FILE *file = stream->file;
  /* Without more than the buffer had, the buffer was not filled again. */
  if (!is_wide(file) && most <= (uint64_t)(stream->end - stream->next) && stream->base == file->_IO_read_base &&
      stream->end == file->_IO_read_end && file->_IO_read_ptr >= stream->next) {
    uint64_t taken = (uint64_t)(file->_IO_read_ptr - stream->next);
    remember_buffer(stream);
    return taken;
  }
  int error = errno;
  off_t position = braid_channel_is_pipe(stream->source) ? place_in_pipe(stream, most) : ftello(file);
  errno = error;
  remember_buffer(stream);
  uint64_t before = stream->position - stream->pushed_count;
  if (position < 0 || (uint64_t)position < before) {
    stream->file = NULL;
    return 0;
  }
  return (uint64_t)position - before;
}

void braid_stream_label(braid_stream *stream, unsigned char *memory, uint64_t bytes) {
  for (; bytes && stream->pushed_count; bytes--, memory++) {
    const unsigned char *pushed = &stream->pushed[--stream->pushed_count];
    if (memcmp(pushed, memory, 1) == 0)
      *memory = *pushed;
    else
      braid_written(memory, 1);
  }
  braid_label_input(memory, stream->source, stream->position, bytes);
  braid_stream_skip(stream, bytes);
}

unsigned char braid_stream_peek(const braid_stream *stream, uint64_t ahead) {
  if (ahead < stream->pushed_count)
    return stream->pushed[stream->pushed_count - 1 - ahead];
  uint64_t position = stream->position + ahead - stream->pushed_count;
  unsigned char byte = braid_source_data(stream->source)[position];
  braid_label_input(&byte, stream->source, position, 1);
  return byte;
}

bool braid_stream_has(const braid_stream *stream, uint64_t ahead) {
  return ahead < stream->pushed_count ||
         stream->position + ahead - stream->pushed_count < braid_source_length(stream->source);
}

void braid_stream_skip(braid_stream *stream, uint64_t bytes) {
  uint64_t pushed = bytes < stream->pushed_count ? bytes : stream->pushed_count;
  stream->pushed_count -= (unsigned)pushed;
  stream->position += bytes - pushed;
  stream->told += bytes - pushed;
  if (braid_channel_is_pipe(stream->source))
    braid_channel_taken(stream->source, bytes - pushed);
}

void braid_stream_decide_end(const braid_stream *stream, uint64_t ahead, bool ended) {
  if (ahead < stream->pushed_count)
    return;
  uint64_t position = stream->position + ahead - stream->pushed_count;
  if ((position >= braid_source_length(stream->source)) == ended)
    BRAID_DECIDE(position >= braid_source_size(stream->source));
}

void braid_stream_push(braid_stream *stream, unsigned char byte) {
  if (stream->pushed_count == BRAID_PUSHED_BYTES) {
    stream->file = NULL;
    return;
  }
  stream->pushed[stream->pushed_count++] = byte;
  remember_buffer(stream);
}

void braid_stream_moved(FILE *file) {
  if (file)
    place_of(file)->file = NULL;
}

void braid_stream_forget(FILE *file) {
  if (file)
    place_of(file)->file = place_of(file)->seen = NULL;
}
