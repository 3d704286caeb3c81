/* Explaining scanf: the parts that scan.c (the walk through the format), scan_format.c (what the format says)
 * and scan_number.c (numbers) share.
 *
 * The real function has already done its work when the explanation starts. It reads the same bytes again, with
 * their labels, makes the decisions that the library made, and where it arrives at the value that the library
 * stored, it stores the same value with its label. Where it does not, or where the format asks for something
 * rare, the value stays concrete and the loss is recorded: a mistake here can cost a label, never a result. */
#ifndef BRAID_RUNTIME_MODELS_SCAN_H
#define BRAID_RUNTIME_MODELS_SCAN_H

#include "runtime/models/decide.h"
#include "runtime/models/streams.h"

#include <stdarg.h>

#define SCAN_HIDDEN __attribute__((visibility("hidden")))

/* --- the bytes --- */

typedef struct scan_reader {
  const braid_stream *stream; /* null: text */
  const unsigned char *text;
  uint64_t at;           /* bytes read so far */
  unsigned char current; /* the latest, with its label */
} scan_reader;

/* Reads the next byte; false at the end of the input. */
static inline bool scan_next(scan_reader *reader) {
  if (!reader->stream) {
    if (reader->text[reader->at] == 0)
      return false;
    reader->current = reader->text[reader->at++];
    return true;
  }
  bool more = braid_stream_has(reader->stream, reader->at);
  braid_stream_decide_end(reader->stream, reader->at, !more);
  if (more)
    reader->current = braid_stream_peek(reader->stream, reader->at++);
  return more;
}

/* The latest byte was not wanted. */
static inline void scan_back(scan_reader *reader) { reader->at--; }

/* Classes of characters as one decision each; those beyond ASCII belong to none, as in the C locale and UTF-8. */
static inline bool scan_is_space(unsigned char c) { return (c == ' ') | ((unsigned char)(c - '\t') < 5); }
static inline bool scan_is_digit(unsigned char c) { return (unsigned char)(c - '0') < 10; }
static inline bool scan_is_letter(unsigned char c, char small) { return (c | 0x20) == small; }

/* --- the format --- */

enum scan_kind {
  SCAN_UNKNOWN, /* not explained: the targets of the rest are not known either */
  SCAN_END,
  SCAN_SPACE,
  SCAN_LITERAL, /* also %% */
  SCAN_COUNT,   /* %n */
  SCAN_CHARACTERS,
  SCAN_STRING,
  SCAN_SET,
  SCAN_INTEGER,
  SCAN_FLOAT
};

typedef struct scan_directive {
  enum scan_kind kind;
  bool suppress, allocate; /* the flags * and m */
  bool wide;               /* characters of more than one byte: not explained */
  bool skips_space;
  bool is_signed, is_pointer;
  unsigned char literal;
  unsigned base;   /* of an integer; 0: as its prefix says */
  unsigned bytes;  /* of a number */
  uint64_t width;  /* UINT64_MAX: no limit */
  const char *set; /* behind [ or [^, up to set_end */
  const char *set_end;
  bool set_excludes;
} scan_directive;

/* Reads one directive and moves on. `old`: the format follows the rules before C99, where a can be a flag. */
SCAN_HIDDEN scan_directive scan_parse(const char **format, bool old);
/* Is the character in the set? One decision-free value. */
SCAN_HIDDEN bool scan_in_set(const scan_directive *directive, unsigned char c);

/* --- conversions --- */

enum scan_outcome { SCAN_MATCHED, SCAN_MISMATCH, SCAN_NO_INPUT, SCAN_LOST };

/* Targets may be null (suppressed). SCAN_LOST: read on without explanation. */
SCAN_HIDDEN enum scan_outcome scan_integer(scan_reader *reader, const scan_directive *directive, void *target);
SCAN_HIDDEN enum scan_outcome scan_float(scan_reader *reader, const scan_directive *directive, void *target);
/* The library stored a value at the target; if it is this one, it gets the label. */
SCAN_HIDDEN void scan_assign(void *target, uint64_t value, unsigned bytes);

#endif
