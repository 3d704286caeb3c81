/* Models of the functions that open, close and position streams. What was remembered of a stream is forgotten;
 * and going to the end of a file whose length depends on input makes the position depend on it, which is how
 * programs ask for the size of a file. */
#define _GNU_SOURCE
#include "runtime/channels.h"
#include "runtime/model.h"
#include "runtime/models/decide.h"
#include "runtime/models/streams.h"
#include "runtime/models/text.h"

#include <stdio.h>

BRAID_MODEL_FILE;

/* --- position --- */

static int move(FILE *file, off_t offset, int whence) {
  if (!braid_is_active())
    return fseeko(file, offset, whence);
  offset = (off_t)braid_concrete((uint64_t)offset, BRAID_LOST_MODEL);
  whence = (int)braid_concrete((unsigned)whence, BRAID_LOST_MODEL);
  flockfile(file);
  int result = fseeko(file, offset, whence);
  if (result == 0)
    braid_stream_moved(file);
  if (result == 0 && whence == SEEK_END) {
    braid_stream *stream = braid_stream_begin(file);
    if (stream && stream->position == braid_source_length(stream->source) + (uint64_t)offset)
      stream->told = braid_source_size(stream->source) + (uint64_t)offset;
  }
  funlockfile(file);
  return result;
}

BRAID_MODEL(int, fseek, (FILE * file, long offset, int whence)) { return move(file, offset, whence); }
BRAID_MODEL(int, fseeko, (FILE * file, off_t offset, int whence)) { return move(file, offset, whence); }
BRAID_MODEL(int, fseeko64, (FILE * file, off64_t offset, int whence)) { return move(file, offset, whence); }

BRAID_MODEL(void, rewind, (FILE * file)) {
  rewind(file);
  braid_stream_moved(file);
}

BRAID_MODEL(int, fsetpos, (FILE * file, const fpos_t *position)) {
  int result = fsetpos(file, position);
  braid_stream_moved(file);
  return result;
}

BRAID_MODEL(int, fsetpos64, (FILE * file, const fpos64_t *position)) {
  int result = fsetpos64(file, position);
  braid_stream_moved(file);
  return result;
}

static off_t tell(FILE *file) {
  off_t result = ftello(file);
  if (result < 0 || !braid_is_active())
    return result;
  flockfile(file);
  braid_stream *stream = braid_stream_begin(file);
  if (stream && braid_value_symbolic(stream->told)) {
    off_t told = (off_t)(stream->told - stream->pushed_count);
    if (BRAID_PLAIN(off_t, told) == result)
      result = told;
  }
  funlockfile(file);
  return result;
}

BRAID_MODEL(long, ftell, (FILE * file)) { return tell(file); }
BRAID_MODEL(off_t, ftello, (FILE * file)) { return tell(file); }
BRAID_MODEL(off64_t, ftello64, (FILE * file)) { return tell(file); }

/* --- opening and closing --- */

static FILE *opened(FILE *file) {
  braid_stream_forget(file);
  return file;
}

static FILE *opened_by_name(FILE *file, const char *mode) {
  if (file && braid_is_active())
    braid_channel_opened(fileno(file), mode[0] == 'w');
  if (braid_is_active() && (!file || braid_source_of_descriptor(fileno(file)) < 0))
    braid_answered();
  return opened(file);
}

/* Which file it is depends on these texts, and is not followed. */
static void name_lost(const char *path, const char *mode) {
  braid_text_lost(path);
  braid_text_lost(mode);
}

BRAID_MODEL(FILE *, fopen, (const char *path, const char *mode)) {
  name_lost(path, mode);
  return opened_by_name(fopen(path, mode), mode);
}
BRAID_MODEL(FILE *, fopen64, (const char *path, const char *mode)) {
  name_lost(path, mode);
  return opened_by_name(fopen64(path, mode), mode);
}
BRAID_MODEL(FILE *, fdopen, (int descriptor, const char *mode)) { return opened(fdopen(descriptor, mode)); }
BRAID_MODEL(FILE *, tmpfile, (void)) {
  FILE *file = tmpfile();
  if (file && braid_is_active())
    braid_channel_opened(fileno(file), true);
  return opened(file);
}

BRAID_MODEL(FILE *, freopen, (const char *path, const char *mode, FILE *file)) {
  braid_stream_forget(file);
  braid_cannot_restart("freopen");
  braid_output_is_redirected();
  name_lost(path, mode);
  return opened_by_name(freopen(path, mode, file), mode);
}
BRAID_MODEL(FILE *, freopen64, (const char *path, const char *mode, FILE *file)) {
  braid_stream_forget(file);
  braid_cannot_restart("freopen");
  braid_output_is_redirected();
  name_lost(path, mode);
  return opened_by_name(freopen64(path, mode, file), mode);
}

BRAID_MODEL(int, fclose, (FILE * file)) {
  braid_stream_forget(file);
  return fclose(file);
}
