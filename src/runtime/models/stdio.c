/* Models of the functions that read characters, lines and blocks from streams.
 *
 * Each calls the real function and then labels what it handed out (see streams.h). What the outcome depended on
 * is decided afterwards, byte by byte: was there another byte in the file, was it the end of the line. */
#define _GNU_SOURCE
#include "runtime/channels.h"
#include "runtime/model.h"
#include "runtime/models/decide.h"
#include "runtime/models/streams.h"
#include "runtime/models/text.h"

#include <stdio.h>
#include <string.h>

BRAID_MODEL_FILE;

extern char *__fgets_chk(char *, size_t, int, FILE *);
extern char *__fgets_unlocked_chk(char *, size_t, int, FILE *);
extern void __chk_fail(void) __attribute__((noreturn));
extern size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
extern size_t __fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);

/* --- one byte --- */

static int get_byte(FILE *file, int (*real)(FILE *)) {
  if (!braid_is_active())
    return real(file);
  flockfile(file);
  braid_stream *stream = braid_stream_begin(file);
  int result = real(file);
  if (stream) {
    uint64_t taken = braid_stream_taken(stream, 1);
    if (result != EOF && taken == 1) {
      unsigned char byte = (unsigned char)result;
      braid_stream_decide_end(stream, 0, false);
      braid_stream_label(stream, &byte, 1);
      result = byte;
    } else if (result == EOF && braid_stream_met_end(stream)) {
      braid_stream_decide_end(stream, 0, true);
    }
  }
  funlockfile(file);
  return result;
}

/* The library's function, not the code that its headers would put in its place. */
extern int real_getc_unlocked(FILE *) __asm__("getc_unlocked");

BRAID_MODEL(int, fgetc, (FILE * file)) { return get_byte(file, fgetc); }
BRAID_MODEL(int, getc, (FILE * file)) { return get_byte(file, fgetc); }
BRAID_MODEL(int, _IO_getc, (FILE * file)) { return get_byte(file, fgetc); }
BRAID_MODEL(int, getchar, (void)) { return get_byte(stdin, fgetc); }
BRAID_MODEL(int, fgetc_unlocked, (FILE * file)) { return get_byte(file, real_getc_unlocked); }
BRAID_MODEL(int, getc_unlocked, (FILE * file)) { return get_byte(file, real_getc_unlocked); }
BRAID_MODEL(int, getchar_unlocked, (void)) { return get_byte(stdin, real_getc_unlocked); }

BRAID_MODEL(int, ungetc, (int byte, FILE *file)) {
  if (!braid_is_active())
    return ungetc(byte, file);
  flockfile(file);
  braid_stream *stream = braid_stream_begin(file);
  int result = stream ? ungetc(BRAID_PLAIN(int, byte), file) : ungetc(byte, file);
  if (stream && result != EOF) {
    braid_stream_push(stream, (unsigned char)byte);
    result = (unsigned char)byte;
  }
  funlockfile(file);
  return result;
}

/* --- lines --- */

/* The real function took these bytes, one after the other, and looked for a delimiter. */
static void explain_bytes(braid_stream *stream, unsigned char *bytes, uint64_t count, unsigned char delimiter) {
  for (uint64_t i = 0; i < count; i++) {
    braid_stream_decide_end(stream, 0, false);
    braid_stream_label(stream, bytes + i, 1);
    BRAID_DECIDE(bytes[i] == delimiter);
  }
}

static void meet_end(const braid_stream *stream) {
  if (braid_stream_met_end(stream))
    braid_stream_decide_end(stream, 0, true);
}

/* It put `count` bytes there, up to a delimiter, the end of the file or a limit. */
static void explain_line(braid_stream *stream, unsigned char *line, uint64_t count, unsigned char delimiter) {
  explain_bytes(stream, line, count, delimiter);
  meet_end(stream);
}

/* How much of it the line can be, with its newline. Nothing behind that was touched. */
static uint64_t line_length(const char *line, int room) {
  if (room <= 1)
    return 0;
  const char *newline = memchr(line, '\n', (size_t)room - 1);
  return newline ? (uint64_t)(newline - line) + 1 : (uint64_t)room - 1;
}

static char *get_line(char *buffer, int size, FILE *file, char *(*real)(char *, int, FILE *)) {
  if (!braid_is_active())
    return real(buffer, size, file);
  int room = (int)braid_length_within((unsigned)size, buffer, NULL);
  char *line = BRAID_WRITE(buffer, room > 0 ? (size_t)room : 0);
  flockfile(file);
  braid_stream *stream = braid_stream_begin(file);
  char *result = real(line, room, file);
  if (stream) {
    uint64_t count = braid_stream_taken(stream, line_length(line, room));
    if (room > 0 && count < (uint64_t)room)
      explain_line(stream, (unsigned char *)line, count, '\n');
    if (result)
      braid_written(line + count, 1);
  } else if (result) {
    braid_written(line, (size_t)room);
  }
  funlockfile(file);
  return result ? buffer : NULL;
}

BRAID_MODEL(char *, fgets, (char *buffer, int size, FILE *file)) { return get_line(buffer, size, file, fgets); }
BRAID_MODEL(char *, fgets_unlocked, (char *buffer, int size, FILE *file)) {
  return get_line(buffer, size, file, fgets_unlocked);
}

BRAID_MODEL(char *, __fgets_chk, (char *buffer, size_t room, int size, FILE *file)) {
  if (size <= 0 || (size_t)size > room)
    return __fgets_chk(buffer, room, size, file);
  return get_line(buffer, size, file, fgets);
}

BRAID_MODEL(char *, __fgets_unlocked_chk, (char *buffer, size_t room, int size, FILE *file)) {
  if (size <= 0 || (size_t)size > room)
    return __fgets_unlocked_chk(buffer, room, size, file);
  return get_line(buffer, size, file, fgets_unlocked);
}

static ssize_t get_delimited(char **line, size_t *room, int delimiter, FILE *file) {
  if (!braid_is_active())
    return getdelim(line, room, delimiter, file);
  flockfile(file);
  braid_stream *stream = braid_stream_begin(file);
  ssize_t result = getdelim(line, room, delimiter, file);
  braid_written(line, sizeof *line);
  braid_written(room, sizeof *room);
  if (stream) {
    uint64_t count = braid_stream_taken(stream, result > 0 ? (uint64_t)result : 0);
    if (count == (result > 0 ? (uint64_t)result : 0))
      explain_line(stream, (unsigned char *)*line, count, (unsigned char)delimiter);
    if (result > 0)
      braid_written(*line + result, 1);
  } else if (result > 0) {
    braid_written(*line, (size_t)result + 1);
  }
  funlockfile(file);
  return result;
}

BRAID_MODEL(ssize_t, getdelim, (char **line, size_t *room, int delimiter, FILE *file)) {
  return get_delimited(line, room, delimiter, file);
}
BRAID_MODEL(ssize_t, __getdelim, (char **line, size_t *room, int delimiter, FILE *file)) {
  return get_delimited(line, room, delimiter, file);
}
BRAID_MODEL(ssize_t, getline, (char **line, size_t *room, FILE *file)) {
  return get_delimited(line, room, '\n', file);
}

/* gets itself, because the linker warns about every program that refers to the library's. A line that was begun
 * counts if the file ends, but not if reading fails. */
static char *read_unlimited_line(char *line, size_t room, uint64_t *count) {
  int c;
  while ((c = fgetc(stdin)) != EOF && c != '\n') {
    if (*count + 1 >= room)
      __chk_fail();
    line[(*count)++] = (char)c;
  }
  if (c == EOF && (*count == 0 || !feof(stdin)))
    return NULL;
  line[*count] = 0;
  return line;
}

/* The newline is taken from the stream and does not reach memory. */
static char *get_unlimited_line(char *line, size_t room) {
  uint64_t count = 0;
  if (room == 0)
    __chk_fail();
  flockfile(stdin);
  braid_stream *stream = braid_is_active() ? braid_stream_begin(stdin) : NULL;
  char *result = read_unlimited_line(line, room, &count);
  if (stream) {
    unsigned char newline = '\n';
    uint64_t taken = braid_stream_taken(stream, UINT64_MAX);
    explain_bytes(stream, (unsigned char *)line, count, newline);
    if (taken > count)
      explain_bytes(stream, &newline, 1, newline);
    meet_end(stream);
  }
  funlockfile(stdin);
  return result;
}

BRAID_MODEL(char *, gets, (char *line)) { return get_unlimited_line(line, SIZE_MAX); }
BRAID_MODEL(char *, __gets_chk, (char *line, size_t room)) { return get_unlimited_line(line, room); }

/* --- blocks --- */

typedef size_t block_reader(void *, size_t, size_t, FILE *);

static size_t get_block(void *buffer, size_t size, size_t count, FILE *file, block_reader *real) {
  if (!braid_is_active())
    return real(buffer, size, count, file);
  size = braid_concrete_length(size, false);
  uint64_t wanted = braid_length_within((uint64_t)size * count, buffer, NULL);
  count = braid_concrete_length(count, false);
  unsigned char *block = BRAID_WRITE((unsigned char *)buffer, wanted);
  flockfile(file);
  braid_stream *stream = braid_stream_begin(file);
  uint64_t pushed = stream ? stream->pushed_count : 0, begin = stream ? stream->position : 0;
  if (stream && wanted > pushed)
    braid_reading(block + pushed, stream->source, begin, wanted - pushed, false);
  size_t result = real(block, size, count, file);
  if (stream && wanted) {
    uint64_t taken = braid_stream_taken(stream, wanted), length = braid_source_length(stream->source);
    bool ended = braid_stream_met_end(stream);
    braid_stream_label(stream, block, taken <= wanted ? taken : 0);
    /* The whole block, or what there was: then the length of the source says how much. */
    if (!braid_is_channel(stream->source) && wanted > pushed &&
        taken == (!ended           ? wanted
                  : length > begin ? pushed + length - begin
                                   : pushed)) {
      uint64_t size_of_source = braid_source_size(stream->source);
      BRAID_DECIDE(size_of_source < begin + (wanted - pushed));
      if (ended) {
        braid_label_short_input(block + pushed, stream->source, begin, taken - pushed, wanted - pushed);
        result = size_of_source > begin ? (pushed + size_of_source - begin) / size : pushed / size;
      }
    }
  } else if (result) {
    braid_written(block, result * size);
  }
  funlockfile(file);
  return result;
}

BRAID_MODEL(size_t, fread, (void *buffer, size_t size, size_t count, FILE *file)) {
  return get_block(buffer, size, count, file, fread);
}
BRAID_MODEL(size_t, fread_unlocked, (void *buffer, size_t size, size_t count, FILE *file)) {
  return get_block(buffer, size, count, file, fread_unlocked);
}

static bool fits(size_t size, size_t count, size_t room) {
  size_t bytes;
  return !__builtin_mul_overflow(size, count, &bytes) && bytes <= room;
}

BRAID_MODEL(size_t, __fread_chk, (void *buffer, size_t room, size_t size, size_t count, FILE *file)) {
  if (!fits(size, count, room))
    return __fread_chk(buffer, room, size, count, file);
  return get_block(buffer, size, count, file, fread);
}
BRAID_MODEL(size_t, __fread_unlocked_chk, (void *buffer, size_t room, size_t size, size_t count, FILE *file)) {
  if (!fits(size, count, room))
    return __fread_unlocked_chk(buffer, room, size, count, file);
  return get_block(buffer, size, count, file, fread_unlocked);
}
