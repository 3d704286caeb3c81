/* Models of the scanf family: the walk through the format that explains what the real function did. See scan.h. */
#define _GNU_SOURCE
#include "runtime/models/scan.h"

#include "runtime/models/text.h"

#include <errno.h>
#include <string.h>

BRAID_MODEL_FILE;

/* A va_list that functions can hand on to each other. */
typedef struct arguments {
  va_list list;
} arguments;

/* --- conversions of text --- */

/* Where the characters of a conversion went, and the labels that they get. */
typedef struct characters {
  unsigned char *target; /* null: nowhere */
  uint64_t count;
} characters;

static void put(characters *text, unsigned char c) {
  if (text->target) {
    unsigned char *place = text->target + text->count;
    if (memcmp(place, &c, 1) == 0)
      *place = c;
    else
      braid_written(place, 1);
  }
  text->count++;
}

static void finish(characters *text) {
  if (text->target)
    braid_written(text->target + text->count, 1);
}

/* A character that belongs to the conversion? */
static bool belongs(const scan_directive *directive, unsigned char c) {
  return directive->kind == SCAN_CHARACTERS || (directive->kind == SCAN_STRING && !scan_is_space(c)) ||
         (directive->kind == SCAN_SET && scan_in_set(directive, c));
}

static enum scan_outcome scan_text(scan_reader *reader, const scan_directive *directive, void *target) {
  if (directive->wide)
    return SCAN_LOST;
  uint64_t width = directive->width;
  if (directive->kind == SCAN_CHARACTERS && width == UINT64_MAX)
    width = 1;
  characters text = {target && directive->allocate ? *(unsigned char **)target : target, 0};
  if (!scan_next(reader))
    return SCAN_NO_INPUT;
  for (;;) {
    if (!belongs(directive, reader->current)) {
      scan_back(reader);
      break;
    }
    put(&text, reader->current);
    if (text.count == width || !scan_next(reader))
      break;
  }
  if (text.count == 0)
    return SCAN_MISMATCH;
  if (directive->kind != SCAN_CHARACTERS)
    finish(&text);
  return SCAN_MATCHED;
}

/* --- the walk --- */

static bool skip_space(scan_reader *reader) {
  while (scan_next(reader))
    if (!scan_is_space(reader->current)) {
      scan_back(reader);
      return true;
    }
  return false;
}

static enum scan_outcome scan_literal(scan_reader *reader, const scan_directive *directive) {
  if (!scan_next(reader))
    return SCAN_NO_INPUT;
  if (reader->current == directive->literal)
    return SCAN_MATCHED;
  scan_back(reader);
  return SCAN_MISMATCH;
}

static enum scan_outcome follow(scan_reader *reader, const scan_directive *directive, void *target) {
  switch (directive->kind) {
  case SCAN_LITERAL:
    return scan_literal(reader, directive);
  case SCAN_COUNT:
    if (target)
      braid_written(target, directive->bytes);
    return SCAN_MATCHED;
  case SCAN_CHARACTERS:
  case SCAN_STRING:
  case SCAN_SET:
    return scan_text(reader, directive, target);
  case SCAN_INTEGER:
    return scan_integer(reader, directive, target);
  case SCAN_FLOAT:
    return scan_float(reader, directive, target);
  default:
    return SCAN_LOST;
  }
}

static bool is_assignment(const scan_directive *directive) {
  return directive->kind >= SCAN_CHARACTERS && !directive->suppress;
}

/* How far the walk came. */
typedef struct walked {
  int result; /* what scanf should have returned; if the walk was lost, the assignments until then */
  bool lost;  /* at a directive that is not followed */
} walked;

/* Afterwards `format` and `values` are at the end, or at the directive where the walk was lost. */
static walked walk(scan_reader *reader, const char **format, bool old, arguments *values) {
  int done = 0;
  bool pending_space = false;
  for (;;) {
    const char *here = *format;
    scan_directive directive = scan_parse(format, old);
    if (directive.kind == SCAN_SPACE) {
      pending_space = true;
      continue;
    }
    if (pending_space || directive.skips_space)
      skip_space(reader);
    pending_space = false;
    if (directive.kind == SCAN_END)
      return (walked){done, false};
    arguments before;
    va_copy(before.list, values->list);
    bool has_target = directive.kind >= SCAN_COUNT && !directive.suppress;
    void *target = has_target ? va_arg(values->list, void *) : NULL;
    enum scan_outcome outcome = follow(reader, &directive, target);
    if (outcome == SCAN_LOST) {
      va_copy(values->list, before.list);
      *format = here;
    }
    va_end(before.list);
    switch (outcome) {
    case SCAN_MATCHED:
      done += is_assignment(&directive);
      break;
    case SCAN_MISMATCH:
      return (walked){done, false};
    case SCAN_NO_INPUT:
      return (walked){done ? done : EOF, false};
    case SCAN_LOST:
      return (walked){done, true};
    }
  }
}

/* The library has written to the next `count` targets, and nothing is known about what. */
static void forget_targets(const char *format, bool old, arguments *values, int count) {
  while (count > 0) {
    scan_directive directive = scan_parse(&format, old);
    if (directive.kind == SCAN_UNKNOWN || directive.kind == SCAN_END)
      return;
    if (directive.kind < SCAN_COUNT || directive.suppress)
      continue;
    char *target = va_arg(values->list, void *);
    count -= is_assignment(&directive);
    if (directive.allocate)
      braid_written(target, sizeof(char *));
    else if (directive.kind == SCAN_CHARACTERS)
      braid_written(target, directive.width == UINT64_MAX ? 1 : directive.width);
    else if (directive.kind == SCAN_STRING || directive.kind == SCAN_SET)
      braid_written(target, strlen(target) + 1);
    else
      braid_written(target, directive.bytes);
  }
}

/* The library read the next bytes up to `end` in a way that was not followed. */
static void lose_bytes(scan_reader *reader, uint64_t end) {
  for (; reader->at < end; reader->at++)
    braid_concrete(reader->stream ? braid_stream_peek(reader->stream, reader->at) : reader->text[reader->at],
                   BRAID_LOST_MODEL);
}

/* `taken`: how many bytes the library used. */
static void explain(scan_reader *reader, const char *format, bool old, arguments *values, int result,
                    uint64_t taken) {
  int error = errno;
  walked end = walk(reader, &format, old, values);
  if (end.lost) {
    forget_targets(format, old, values, result - end.result);
    lose_bytes(reader, taken);
  } else if (end.result != result || (reader->stream && reader->at != taken)) {
    braid_concrete(reader->current, BRAID_LOST_MODEL);
  }
  errno = error;
}

/* --- the functions --- */

extern int real_old_vfscanf(FILE *, const char *, va_list) __asm__("vfscanf");
extern int real_old_vsscanf(const char *, const char *, va_list) __asm__("vsscanf");
extern int real_vfscanf(FILE *, const char *, va_list) __asm__("__isoc99_vfscanf");
extern int real_vsscanf(const char *, const char *, va_list) __asm__("__isoc99_vsscanf");

static int scan_stream(FILE *file, const char *format, va_list list, bool old) {
  if (!braid_is_active())
    return old ? real_old_vfscanf(file, format, list) : real_vfscanf(file, format, list);
  arguments values;
  va_copy(values.list, list);
  flockfile(file);
  braid_stream *stream = braid_stream_begin(file);
  int result = old ? real_old_vfscanf(file, format, list) : real_vfscanf(file, format, list);
  uint64_t taken = stream ? braid_stream_taken(stream, UINT64_MAX) : 0;
  if (stream && stream->file && !stream->ended) {
    scan_reader reader = {.stream = stream};
    explain(&reader, format, old, &values, result, taken);
  } else {
    forget_targets(format, old, &values, result);
  }
  if (stream)
    braid_stream_skip(stream, taken);
  funlockfile(file);
  va_end(values.list);
  return result;
}

static int scan_string(const char *string, const char *format, va_list list, bool old) {
  if (!braid_is_active())
    return old ? real_old_vsscanf(string, format, list) : real_vsscanf(string, format, list);
  arguments values;
  va_copy(values.list, list);
  string = BRAID_READ(string, 1);
  uint64_t length = strlen(string);
  int result = old ? real_old_vsscanf(string, format, list) : real_vsscanf(string, format, list);
  if (braid_any_symbolic(string, length + 1)) {
    scan_reader reader = {.text = (const unsigned char *)string};
    explain(&reader, format, old, &values, result, length);
  } else {
    forget_targets(format, old, &values, result);
  }
  va_end(values.list);
  return result;
}

#define SCAN_FUNCTIONS(prefix, old)                                                                               \
  BRAID_MODEL(int, prefix##vfscanf, (FILE * file, const char *format, va_list list)) {                            \
    return scan_stream(file, format, list, old);                                                                  \
  }                                                                                                               \
  BRAID_MODEL(int, prefix##vscanf, (const char *format, va_list list)) {                                          \
    return scan_stream(stdin, format, list, old);                                                                 \
  }                                                                                                               \
  BRAID_MODEL(int, prefix##vsscanf, (const char *string, const char *format, va_list list)) {                     \
    return scan_string(string, format, list, old);                                                                \
  }                                                                                                               \
  BRAID_MODEL(int, prefix##fscanf, (FILE * file, const char *format, ...)) {                                      \
    va_list list;                                                                                                 \
    va_start(list, format);                                                                                       \
    int result = scan_stream(file, format, list, old);                                                            \
    va_end(list);                                                                                                 \
    return result;                                                                                                \
  }                                                                                                               \
  BRAID_MODEL(int, prefix##scanf, (const char *format, ...)) {                                                    \
    va_list list;                                                                                                 \
    va_start(list, format);                                                                                       \
    int result = scan_stream(stdin, format, list, old);                                                           \
    va_end(list);                                                                                                 \
    return result;                                                                                                \
  }                                                                                                               \
  BRAID_MODEL(int, prefix##sscanf, (const char *string, const char *format, ...)) {                               \
    va_list list;                                                                                                 \
    va_start(list, format);                                                                                       \
    int result = scan_string(string, format, list, old);                                                          \
    va_end(list);                                                                                                 \
    return result;                                                                                                \
  }

SCAN_FUNCTIONS(, true)
SCAN_FUNCTIONS(__isoc99_, false)
