/* Models of the functions that write characters, texts and blocks to streams. A byte of a stream lies in the file
 * at the position that the library tells, as soon as it is written there; so it has its labels from the call on
 * (channels.h). How long a text is gets decided, but held back: it matters only if somebody reads the file. */
#define _GNU_SOURCE
#include "runtime/models/output.h"
#include "runtime/models/streams.h"
#include "runtime/models/text.h"

#include <errno.h>
#include <stdio.h>

BRAID_MODEL_FILE;
BRAID_OUTPUT_FILE;

/* --- streams --- */

int braid_stream_descriptor(FILE *file) {
  int error = errno, descriptor = fileno_unlocked(file);
  errno = error;
  return descriptor;
}

int braid_stream_writes(FILE *file, braid_output *output, const struct iovec *parts, int count) {
  braid_stream_forget(file);
  *output = (braid_output){.descriptor = braid_stream_descriptor(file),
                           .stream = file,
                           .unflushed = (uint64_t)(file->_IO_write_ptr - file->_IO_write_base),
                           .parts = parts,
                           .part_count = count};
  return braid_output_begin(output);
}

void braid_stream_wrote(FILE *file, int channel, const braid_output *output, int64_t done) {
  if (channel < 0)
    return;
  int error = errno;
  off_t end = braid_channel_is_pipe(channel) ? -1 : ftello(file);
  errno = error;
  braid_output_end(channel, output, done, end);
}

static bool is_shown(FILE *file) { return braid_is_shown_output(braid_stream_descriptor(file)); }

/* --- one byte --- */

static int put_byte(int c, FILE *file, int (*real)(int, FILE *)) {
  if (!braid_is_active())
    return real(c, file);
  unsigned char byte = (unsigned char)c;
  int result;
  flockfile(file);
  if (braid_output_is_plain(braid_stream_descriptor(file), &byte, 1)) {
    result = real(BRAID_PLAIN(int, c), file);
  } else {
    struct iovec part = {&byte, 1};
    braid_output output;
    int channel = braid_stream_writes(file, &output, &part, 1);
    result = real(BRAID_PLAIN(int, c), file);
    braid_stream_wrote(file, channel, &output, result == EOF ? BRAID_OUTPUT_UNKNOWN : 1);
  }
  funlockfile(file);
  return result == EOF ? EOF : byte;
}

/* The library's function, not the code that its headers would put in its place. */
extern int real_putc_unlocked(int, FILE *) __asm__("putc_unlocked");

BRAID_MODEL(int, fputc, (int c, FILE *file)) { return put_byte(c, file, fputc); }
BRAID_MODEL(int, putc, (int c, FILE *file)) { return put_byte(c, file, fputc); }
BRAID_MODEL(int, _IO_putc, (int c, FILE *file)) { return put_byte(c, file, fputc); }
BRAID_MODEL(int, putchar, (int c)) { return put_byte(c, stdout, fputc); }
BRAID_MODEL(int, fputc_unlocked, (int c, FILE *file)) { return put_byte(c, file, real_putc_unlocked); }
BRAID_MODEL(int, putc_unlocked, (int c, FILE *file)) { return put_byte(c, file, real_putc_unlocked); }
BRAID_MODEL(int, putchar_unlocked, (int c)) { return put_byte(c, stdout, real_putc_unlocked); }

/* --- texts --- `newline`: the real function writes one behind the text */

static const char *plain_text(const char *text) { return (const char *)BRAID_PLAIN(uintptr_t, (uintptr_t)text); }

static int put_text(const char *text, FILE *file, int (*real)(const char *, FILE *), bool newline) {
  if (!braid_is_active() || is_shown(file))
    return newline ? puts(plain_text(text)) : real(plain_text(text), file);
  text = BRAID_READ(text, 1);
  size_t length = strlen(text);
  flockfile(file);
  int result;
  if (braid_output_is_plain(braid_stream_descriptor(file), text, length + 1)) {
    result = newline ? puts(text) : real(text, file);
  } else {
    struct iovec parts[2] = {{(void *)text, length}, {(void *)"\n", newline}};
    braid_output output;
    braid_hold_begin();
    braid_text_length(text);
    braid_hold_end();
    int channel = braid_stream_writes(file, &output, parts, 2);
    braid_hold_for(channel);
    result = newline ? puts(text) : real(text, file);
    braid_stream_wrote(file, channel, &output, result == EOF ? BRAID_OUTPUT_UNKNOWN : (int64_t)(length + newline));
  }
  funlockfile(file);
  return result;
}

BRAID_MODEL(int, fputs, (const char *text, FILE *file)) { return put_text(text, file, fputs, false); }
BRAID_MODEL(int, fputs_unlocked, (const char *text, FILE *file)) {
  return put_text(text, file, fputs_unlocked, false);
}
BRAID_MODEL(int, puts, (const char *text)) { return put_text(text, stdout, NULL, true); }

/* --- blocks --- */

typedef size_t block_writer(const void *, size_t, size_t, FILE *);

static size_t put_block(const void *block, size_t size, size_t count, FILE *file, block_writer *real) {
  size_t plain_size = BRAID_PLAIN(size_t, size), plain_count = BRAID_PLAIN(size_t, count), bytes;
  if (!braid_is_active() || is_shown(file) || __builtin_mul_overflow(plain_size, plain_count, &bytes)) {
    size_t done = real((const void *)BRAID_PLAIN(uintptr_t, (uintptr_t)block), plain_size, plain_count, file);
    return done == plain_count ? count : done;
  }
  block = BRAID_READ(block, bytes);
  flockfile(file);
  size_t done;
  if (!braid_value_symbolic(size) && !braid_value_symbolic(count) &&
      braid_output_is_plain(braid_stream_descriptor(file), block, bytes)) {
    done = real(block, plain_size, plain_count, file);
  } else {
    struct iovec part = {(void *)block, bytes};
    braid_output output;
    braid_hold_begin();
    braid_decide_value(size);
    braid_decide_value(count);
    braid_hold_end();
    int channel = braid_stream_writes(file, &output, &part, 1);
    braid_hold_for(channel);
    done = real(block, plain_size, plain_count, file);
    braid_stream_wrote(file, channel, &output,
                       done == plain_count || !bytes ? (int64_t)bytes : BRAID_OUTPUT_UNKNOWN);
  }
  funlockfile(file);
  return done == plain_count ? count : done;
}

BRAID_MODEL(size_t, fwrite, (const void *block, size_t size, size_t count, FILE *file)) {
  return put_block(block, size, count, file, fwrite);
}
BRAID_MODEL(size_t, fwrite_unlocked, (const void *block, size_t size, size_t count, FILE *file)) {
  return put_block(block, size, count, file, fwrite_unlocked);
}
