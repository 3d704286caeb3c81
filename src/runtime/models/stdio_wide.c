/* Models of reading wide characters from streams. A character that is one byte of ASCII in the file keeps its
 * label; of longer ones the bytes are recorded as lost. */
#define _GNU_SOURCE
#include "runtime/model.h"
#include "runtime/models/decide.h"
#include "runtime/models/streams.h"

#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

BRAID_MODEL_FILE;

extern wchar_t *__fgetws_chk(wchar_t *, size_t, int, FILE *);

/* The next bytes of the stream have become something that is not followed. */
static void lose(braid_stream *stream, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes; i++) {
    braid_stream_decide_end(stream, i, false);
    if (braid_stream_has(stream, i))
      braid_concrete(braid_stream_peek(stream, i), BRAID_LOST_MODEL);
  }
  braid_stream_skip(stream, bytes);
}

/* The next byte of the stream has become this character. */
static wchar_t follow(braid_stream *stream, wchar_t character) {
  braid_stream_decide_end(stream, 0, false);
  unsigned char byte = (unsigned char)character;
  braid_stream_label(stream, &byte, 1);
  BRAID_DECIDE(byte >= 0x80);
  return byte;
}

static void meet_end(const braid_stream *stream) {
  if (braid_stream_met_end(stream))
    braid_stream_decide_end(stream, 0, true);
}

static wint_t get_character(FILE *file, wint_t (*real)(FILE *)) {
  if (!braid_is_active())
    return real(file);
  flockfile(file);
  braid_stream *stream = braid_stream_begin(file);
  wint_t result = real(file);
  if (stream) {
    uint64_t taken = braid_stream_taken(stream, UINT64_MAX);
    if (result != WEOF && result < 0x80 && taken == 1)
      result = (wint_t)follow(stream, (wchar_t)result);
    else
      lose(stream, taken);
    meet_end(stream);
  }
  funlockfile(file);
  return result;
}

BRAID_MODEL(wint_t, fgetwc, (FILE * file)) { return get_character(file, fgetwc); }
BRAID_MODEL(wint_t, getwc, (FILE * file)) { return get_character(file, fgetwc); }
BRAID_MODEL(wint_t, getwchar, (void)) { return get_character(stdin, fgetwc); }
BRAID_MODEL(wint_t, fgetwc_unlocked, (FILE * file)) { return get_character(file, fgetwc_unlocked); }
BRAID_MODEL(wint_t, getwc_unlocked, (FILE * file)) { return get_character(file, fgetwc_unlocked); }
BRAID_MODEL(wint_t, getwchar_unlocked, (void)) { return get_character(stdin, fgetwc_unlocked); }

static bool is_ascii(const wchar_t *line, uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    if ((unsigned)line[i] >= 0x80)
      return false;
  return true;
}

static wchar_t *get_line(wchar_t *line, int room, FILE *file, wchar_t *(*real)(wchar_t *, int, FILE *)) {
  if (!braid_is_active())
    return real(line, room, file);
  room = (int)braid_concrete_length((unsigned)room, false);
  flockfile(file);
  braid_stream *stream = braid_stream_begin(file);
  wchar_t *result = real(line, room, file);
  if (result)
    braid_written(line, (size_t)room * sizeof *line);
  if (stream) {
    uint64_t taken = braid_stream_taken(stream, UINT64_MAX);
    if (result && taken < (uint64_t)room && is_ascii(line, taken)) {
      for (uint64_t i = 0; i < taken; i++) {
        line[i] = follow(stream, line[i]);
        BRAID_DECIDE(line[i] == L'\n');
      }
    } else {
      lose(stream, taken);
    }
    meet_end(stream);
  }
  funlockfile(file);
  return result;
}

BRAID_MODEL(wchar_t *, fgetws, (wchar_t * line, int room, FILE *file)) {
  return get_line(line, room, file, fgetws);
}
BRAID_MODEL(wchar_t *, fgetws_unlocked, (wchar_t * line, int room, FILE *file)) {
  return get_line(line, room, file, fgetws_unlocked);
}
BRAID_MODEL(wchar_t *, __fgetws_chk, (wchar_t * line, size_t size, int room, FILE *file)) {
  if (room <= 0 || (size_t)room > size)
    return __fgetws_chk(line, size, room, file);
  return get_line(line, room, file, fgetws);
}

/* --- wscanf --- what it reads is not followed. */

extern int real_old_vfwscanf(FILE *, const wchar_t *, va_list) __asm__("vfwscanf");
extern int real_vfwscanf(FILE *, const wchar_t *, va_list) __asm__("__isoc99_vfwscanf");

static int scan(FILE *file, const wchar_t *format, va_list list, bool old) {
  if (!braid_is_active())
    return old ? real_old_vfwscanf(file, format, list) : real_vfwscanf(file, format, list);
  flockfile(file);
  braid_stream *stream = braid_stream_begin(file);
  int result = old ? real_old_vfwscanf(file, format, list) : real_vfwscanf(file, format, list);
  if (stream) {
    lose(stream, braid_stream_taken(stream, UINT64_MAX));
    meet_end(stream);
  }
  funlockfile(file);
  return result;
}

#define SCAN_FUNCTIONS(prefix, old)                                                                               \
  BRAID_MODEL(int, prefix##vfwscanf, (FILE * file, const wchar_t *format, va_list list)) {                        \
    return scan(file, format, list, old);                                                                         \
  }                                                                                                               \
  BRAID_MODEL(int, prefix##vwscanf, (const wchar_t *format, va_list list)) {                                      \
    return scan(stdin, format, list, old);                                                                        \
  }                                                                                                               \
  BRAID_MODEL(int, prefix##fwscanf, (FILE * file, const wchar_t *format, ...)) {                                  \
    va_list list;                                                                                                 \
    va_start(list, format);                                                                                       \
    int result = scan(file, format, list, old);                                                                   \
    va_end(list);                                                                                                 \
    return result;                                                                                                \
  }                                                                                                               \
  BRAID_MODEL(int, prefix##wscanf, (const wchar_t *format, ...)) {                                                \
    va_list list;                                                                                                 \
    va_start(list, format);                                                                                       \
    int result = scan(stdin, format, list, old);                                                                  \
    va_end(list);                                                                                                 \
    return result;                                                                                                \
  }

SCAN_FUNCTIONS(, true)
SCAN_FUNCTIONS(__isoc99_, false)
