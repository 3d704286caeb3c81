/* Is this JSON, without numbers beyond digits and without escapes? */
#include "input.h"

#include <string.h>

static const char *at;

static int value(int depth);

static int word(const char *wanted) {
  size_t length = strlen(wanted);
  if (strncmp(at, wanted, length) != 0)
    return 0;
  at += length;
  return 1;
}

static int string(void) {
  at++;
  while (*at != '"')
    if (*at++ < ' ')
      return 0;
  at++;
  return 1;
}

static int list(int depth, char end, int named) {
  at++;
  if (*at == end)
    return at++, 1;
  for (;;) {
    if (named && (*at != '"' || !string() || *at++ != ':'))
      return 0;
    if (!value(depth + 1))
      return 0;
    if (*at == end)
      return at++, 1;
    if (*at++ != ',')
      return 0;
  }
}

static int value(int depth) {
  if (depth > 4)
    return 0;
  switch (*at) {
  case '[':
    return list(depth, ']', 0);
  case '{':
    return list(depth, '}', 1);
  case '"':
    return string();
  case 't':
    return word("true");
  case 'n':
    return word("null");
  default:
    if (*at < '0' || *at > '9')
      return 0;
    while (*at >= '0' && *at <= '9')
      at++;
    return 1;
  }
}

int main(void) {
  char text[14];
  read_text(text, sizeof text);
  at = text;
  puts(value(0) && *at == 0 ? "valid" : "not valid");
  return 0;
}
