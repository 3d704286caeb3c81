/* A model of gets, in a file of its own: the linker warns about every program that refers to it. */
#include "runtime/model.h"
#include "runtime/models/decide.h"
#include "runtime/models/streams.h"

#include <string.h>

BRAID_MODEL_FILE;

extern char *gets(char *);
extern char *__gets_chk(char *, size_t);

/* The newline is taken from the stream and does not reach memory. */
static char *explain(char *result, braid_stream *stream) {
  if (!stream) {
    if (result)
      braid_written(result, strlen(result) + 1);
    return result;
  }
  uint64_t taken = braid_stream_taken(stream, UINT64_MAX);
  bool ended = braid_stream_met_end(stream);
  for (uint64_t i = 0; i < taken; i++) {
    unsigned char newline = '\n',
                  *byte = result && (ended || i + 1 < taken) ? (unsigned char *)result + i : &newline;
    braid_stream_decide_end(stream, 0, false);
    braid_stream_label(stream, byte, 1);
    BRAID_DECIDE(*byte == '\n');
  }
  if (ended)
    braid_stream_decide_end(stream, 0, true);
  if (result)
    braid_written(result + taken - !ended, 1);
  return result;
}

BRAID_MODEL(char *, gets, (char *line)) {
  if (!braid_is_active())
    return gets(line);
  flockfile(stdin);
  braid_stream *stream = braid_stream_begin(stdin);
  char *result = explain(gets(line), stream);
  funlockfile(stdin);
  return result;
}

BRAID_MODEL(char *, __gets_chk, (char *line, size_t room)) {
  if (!braid_is_active())
    return __gets_chk(line, room);
  flockfile(stdin);
  braid_stream *stream = braid_stream_begin(stdin);
  char *result = explain(__gets_chk(line, room), stream);
  funlockfile(stdin);
  return result;
}
