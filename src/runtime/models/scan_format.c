/* What the format of scanf says. */
#include "runtime/models/scan.h"

#include <stddef.h>

BRAID_MODEL_FILE;

static unsigned size_of_modifier(const char **format) {
  switch (*(*format)++) {
  case 'h':
    if (**format == 'h')
      return ++*format, sizeof(char);
    return sizeof(short);
  case 'l':
    if (**format == 'l')
      return ++*format, sizeof(long long);
    return sizeof(long);
  case 'q':
  case 'L':
    return sizeof(long double); /* of an integer: long long */
  case 'z':
    return sizeof(size_t);
  case 'j':
    return sizeof(intmax_t);
  case 't':
    return sizeof(ptrdiff_t);
  default:
    --*format;
    return 0;
  }
}

static scan_directive integer(scan_directive directive, unsigned base, bool is_signed) {
  directive.kind = SCAN_INTEGER;
  directive.base = base;
  directive.is_signed = is_signed;
  if (directive.bytes == 0)
    directive.bytes = sizeof(int);
  if (directive.bytes > sizeof(long long))
    directive.bytes = sizeof(long long);
  return directive;
}

static scan_directive text(scan_directive directive, enum scan_kind kind) {
  directive.kind = kind;
  directive.wide = directive.bytes != 0;
  return directive;
}

static scan_directive set(scan_directive directive, const char **format) {
  directive = text(directive, SCAN_SET);
  if (**format == '^') {
    directive.set_excludes = true;
    ++*format;
  }
  directive.set = *format;
  /* A closing bracket in the first place belongs to the set. */
  const char *at = *format;
  while (*at && (*at != ']' || at == directive.set))
    at++;
  if (!*at)
    directive.kind = SCAN_UNKNOWN;
  directive.set_end = at;
  *format = *at ? at + 1 : at;
  return directive;
}

static scan_directive conversion(scan_directive directive, const char **format) {
  char letter = *(*format)++;
  directive.skips_space = letter != '[' && letter != 'c' && letter != 'n';
  switch (letter) {
  case '%':
    directive.kind = SCAN_LITERAL;
    directive.literal = '%';
    return directive;
  case 'n':
    directive = integer(directive, 10, true);
    directive.kind = SCAN_COUNT;
    return directive;
  case 'd':
    return integer(directive, 10, true);
  case 'i':
    return integer(directive, 0, true);
  case 'u':
    return integer(directive, 10, false);
  case 'o':
    return integer(directive, 8, false);
  case 'x':
  case 'X':
    return integer(directive, 16, false);
  case 'p':
    directive.is_pointer = true;
    directive.bytes = sizeof(void *);
    return integer(directive, 16, false);
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    directive.kind = SCAN_FLOAT;
    directive.bytes = directive.bytes == 0                ? sizeof(float)
                      : directive.bytes == sizeof(double) ? sizeof(double)
                                                          : sizeof(long double);
    return directive;
  case 'c':
    return text(directive, SCAN_CHARACTERS);
  case 's':
    return text(directive, SCAN_STRING);
  case '[':
    return set(directive, format);
  default:
    directive.kind = SCAN_UNKNOWN;
    return directive;
  }
}

scan_directive scan_parse(const char **format, bool old) {
  scan_directive directive = {.kind = SCAN_END};
  unsigned char c = (unsigned char)**format;
  if (c == 0)
    return directive;
  ++*format;
  if (c != '%') {
    directive.kind = c >= 0x80 ? SCAN_UNKNOWN : scan_is_space(c) ? SCAN_SPACE : SCAN_LITERAL;
    directive.literal = c;
    return directive;
  }
  for (; **format == '*'; ++*format)
    directive.suppress = true;
  for (; scan_is_digit((unsigned char)**format) && directive.width < 1u << 30; ++*format)
    directive.width = directive.width * 10 + (unsigned char)(**format - '0');
  if (directive.width == 0)
    directive.width = UINT64_MAX;
  if (**format == 'm') {
    directive.allocate = true;
    ++*format;
  }
  bool old_flag = old && **format == 'a' && ((*format)[1] == 's' || (*format)[1] == 'S' || (*format)[1] == '[');
  directive.bytes = size_of_modifier(format);
  if (old_flag) { /* %as: the older spelling of %ms */
    directive.kind = SCAN_UNKNOWN;
    return directive;
  }
  return conversion(directive, format);
}

/* Written without branches, so that looking a character up in a set is one decision, not one for each range. */
bool scan_in_set(const scan_directive *directive, unsigned char c) {
  bool found = false;
  for (const char *at = directive->set; at < directive->set_end; at++) {
    unsigned char low = (unsigned char)*at, high = low;
    if (at + 2 < directive->set_end && at[1] == '-' && low <= (unsigned char)at[2]) {
      high = (unsigned char)at[2];
      at++; /* the upper end may start another range */
    }
    found |= (unsigned char)(c - low) <= (unsigned char)(high - low);
  }
  return found != directive->set_excludes;
}
