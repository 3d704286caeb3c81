/* Numbers in scanf: the characters that the library takes as part of a number, and the number they make.
 * The library takes the longest prefix that may become a number and never gives more than one character back,
 * so some inputs that look like numbers fail ("0x" as a floating-point number) or lose their end ("1e+"). */
#include "runtime/models/scan.h"
#include "runtime/models/text.h"

#include <langinfo.h>
#include <limits.h>

BRAID_MODEL_FILE;

extern float __braid_model_strtof(const char *, char **);
extern double __braid_model_strtod(const char *, char **);

void scan_assign(void *target, uint64_t value, unsigned bytes) {
  uint64_t plain = BRAID_PLAIN(uint64_t, value);
  if (memcmp(target, &plain, bytes) == 0) {
    braid_copy_labels(target, &value, bytes);
  } else {
    braid_concrete(value, BRAID_LOST_MODEL);
    braid_written(target, bytes);
  }
}

/* One character of the field is used up; reads the next one, also behind the end of the field. */
static bool step(scan_reader *reader, uint64_t *width) {
  if (*width != UINT64_MAX)
    --*width;
  return scan_next(reader);
}

/* --- integers --- */

/* Digits of the base that always fit into 63 bits (of a signed number) or 64. */
static unsigned safe_digits(unsigned base, bool is_signed) {
  return base == 16 ? (is_signed ? 15 : 16) : base == 8 ? 21 : is_signed ? 18 : 19;
}

/* False if it is no digit of the base. */
static bool digit_of(unsigned char c, unsigned base, unsigned *digit) {
  if ((unsigned char)(c - '0') < (base < 10 ? base : 10)) {
    *digit = (unsigned)(c - '0');
    return true;
  }
  if (base == 16 && (unsigned char)((c | 0x20) - 'a') < 6) {
    *digit = (unsigned)((c | 0x20) - 'a') + 10;
    return true;
  }
  return false;
}

/* What the library stores for the digits: numbers that do not fit become the largest or smallest. */
typedef struct accumulator {
  uint64_t magnitude, limit;
  unsigned base, safe;
  bool overflow;
} accumulator;

static void accumulate(accumulator *sum, unsigned digit) {
  if (sum->overflow)
    return;
  if (sum->safe) {
    sum->safe--;
  } else if (sum->magnitude > (sum->limit - digit) / sum->base) {
    sum->overflow = true;
    return;
  }
  sum->magnitude = sum->magnitude * sum->base + digit;
}

/* "(nil)", of which the parenthesis was read. */
static enum scan_outcome null_pointer(scan_reader *reader, const scan_directive *directive, void *target) {
  for (const char *letter = "nil)"; *letter; letter++) {
    if (!scan_next(reader))
      return SCAN_MISMATCH;
    if (*letter == ')' ? reader->current != ')' : !scan_is_letter(reader->current, *letter)) {
      scan_back(reader);
      return SCAN_MISMATCH;
    }
  }
  if (target)
    scan_assign(target, 0, directive->bytes);
  return SCAN_MATCHED;
}

enum scan_outcome scan_integer(scan_reader *reader, const scan_directive *directive, void *target) {
  uint64_t width = directive->width;
  unsigned base = directive->base;
  bool sign = false, negative = false, digits = false, more = scan_next(reader);
  if (!more)
    return SCAN_NO_INPUT;
  if (reader->current == '-' || reader->current == '+') {
    sign = true;
    negative = reader->current == '-';
    more = step(reader, &width);
  }
  /* A prefix matters to bases 16 and 0 only. */
  if ((base == 16 || base == 0) && more && width != 0 && reader->current == '0') {
    digits = true;
    more = step(reader, &width);
    if (more && width != 0 && scan_is_letter(reader->current, 'x')) {
      base = 16;
      more = step(reader, &width);
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0)
    base = 10;
  uint64_t limit = !directive->is_signed ? ULONG_MAX : negative ? (uint64_t)LONG_MAX + 1 : LONG_MAX;
  accumulator sum = {0, limit, base, safe_digits(base, directive->is_signed), false};
  while (more && width != 0) {
    unsigned digit;
    if (!digit_of(reader->current, base, &digit))
      break;
    accumulate(&sum, digit);
    digits = true;
    more = step(reader, &width);
  }
  if (!digits && !sign && directive->is_pointer && more && width >= 5 && reader->current == '(')
    return null_pointer(reader, directive, target);
  if (more)
    scan_back(reader);
  if (!digits)
    return SCAN_MISMATCH;
  uint64_t value = sum.overflow ? sum.limit : sum.magnitude;
  if (negative && (directive->is_signed || !sum.overflow))
    value = -value;
  if (target)
    scan_assign(target, value, directive->bytes);
  return SCAN_MATCHED;
}

/* --- floating point --- */

typedef struct number_text {
  char bytes[320];
  unsigned length;
  bool full;
} number_text;

static void add(number_text *text, unsigned char c) {
  if (text->length + 1 < sizeof text->bytes)
    text->bytes[text->length++] = (char)c;
  else
    text->full = true;
}

/* The letters must follow, in either case; false if something else does, which is used up then. */
static bool word(scan_reader *reader, uint64_t *width, number_text *text, const char *letters) {
  for (; *letters; letters++) {
    if (*width == 0 || !scan_next(reader))
      return false;
    if (!scan_is_letter(reader->current, *letters))
      return false;
    if (*width != UINT64_MAX)
      --*width;
    add(text, reader->current);
  }
  return true;
}

/* "inf" was read: "infinity" goes on. */
static bool infinity(scan_reader *reader, uint64_t *width, number_text *text) {
  if (*width == 0 || !scan_next(reader))
    return true;
  if (!scan_is_letter(reader->current, 'i')) {
    scan_back(reader);
    return true;
  }
  if (*width != UINT64_MAX)
    --*width;
  add(text, reader->current);
  return word(reader, width, text, "nity");
}

static void store_float(const number_text *text, const scan_directive *directive, void *target) {
  if (directive->bytes == sizeof(float)) {
    float value = __braid_model_strtof(text->bytes, NULL);
    uint32_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    scan_assign(target, bits, sizeof bits);
  } else if (directive->bytes == sizeof(double)) {
    double value = __braid_model_strtod(text->bytes, NULL);
    uint64_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    scan_assign(target, bits, sizeof bits);
  } else {
    braid_bytes_lost(text->bytes, text->length);
    braid_written(target, directive->bytes);
  }
}

/* What was seen of a number, in the words of the library's own rules. */
typedef struct number_state {
  bool digit, dot, exponent, hexadecimal;
  unsigned char point;
} number_state;

/* Takes the current character if it can belong to the number. */
static bool take(number_state *state, number_text *text, unsigned char c) {
  char exponent = state->hexadecimal ? 'p' : 'e';
  if (scan_is_digit(c)) {
    state->digit = true;
  } else if (!state->exponent && state->hexadecimal && (unsigned char)((c | 0x20) - 'a') < 6) {
    state->digit = true;
  } else if (state->exponent && text->bytes[text->length - 1] == exponent && ((c == '-') | (c == '+'))) {
    /* the sign of the exponent */
  } else if (state->digit && !state->exponent && scan_is_letter(c, exponent)) {
    state->exponent = state->dot = true;
    add(text, (unsigned char)exponent);
    return true;
  } else if (!state->dot && c == state->point) {
    state->dot = true;
  } else {
    return false;
  }
  add(text, c);
  return true;
}

/* "0x" or a digit in front; returns whether there is a current character. */
static bool prefix(scan_reader *reader, uint64_t *width, number_state *state, number_text *text) {
  if (*width == 0 || reader->current != '0')
    return true;
  add(text, '0');
  if (!step(reader, width)) {
    state->digit = true;
    return false;
  }
  if (*width != 0 && scan_is_letter(reader->current, 'x')) {
    add(text, reader->current);
    state->hexadecimal = true;
    return step(reader, width);
  }
  state->digit = true;
  return true;
}

enum scan_outcome scan_float(scan_reader *reader, const scan_directive *directive, void *target) {
  const char *point = nl_langinfo(RADIXCHAR);
  if (strlen(point) != 1)
    return SCAN_LOST;
  uint64_t width = directive->width;
  number_text text = {.length = 0};
  number_state state = {.point = (unsigned char)point[0]};
  if (!scan_next(reader))
    return SCAN_NO_INPUT;
  if (width != UINT64_MAX)
    --width;
  unsigned sign = 0;
  if (reader->current == '-' || reader->current == '+') {
    sign = 1;
    add(&text, reader->current);
    if (width == 0 || !scan_next(reader))
      return SCAN_MISMATCH;
    if (width != UINT64_MAX)
      --width;
  }
  if (scan_is_letter(reader->current, 'n')) {
    add(&text, reader->current);
    if (!word(reader, &width, &text, "an"))
      return SCAN_MISMATCH;
  } else if (scan_is_letter(reader->current, 'i')) {
    add(&text, reader->current);
    if (!word(reader, &width, &text, "nf") || !infinity(reader, &width, &text))
      return SCAN_MISMATCH;
  } else {
    bool more = prefix(reader, &width, &state, &text);
    while (more) {
      if (!take(&state, &text, reader->current)) {
        scan_back(reader);
        break;
      }
      if (width == 0 || !step(reader, &width))
        more = false;
    }
    if (!state.hexadecimal && !state.digit)
      return SCAN_MISMATCH;
    if (state.hexadecimal && text.length == 2 + sign)
      return SCAN_MISMATCH;
  }
  text.bytes[text.length] = 0;
  if (text.full) {
    braid_bytes_lost(text.bytes, text.length);
    if (target)
      braid_written(target, directive->bytes);
  } else if (target) {
    store_float(&text, directive, target);
  }
  return SCAN_MATCHED;
}
