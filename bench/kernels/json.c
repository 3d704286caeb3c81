/* A validator of JSON texts, byte by byte. */
#include "kernel.h"

static const unsigned char *at, *end;
static int depth;

static int value(void);

static void skip_space(void) {
  while (at < end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r'))
    at++;
}

static int is_hex(unsigned char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static int string(void) {
  if (at >= end || *at != '"')
    return 0;
  at++;
  while (at < end && *at != '"') {
    if (*at == '\\') {
      if (++at >= end)
        return 0;
      switch (*at) {
      case '"':
      case '\\':
      case '/':
      case 'b':
      case 'f':
      case 'n':
      case 'r':
      case 't':
        break;
      case 'u':
        for (int i = 0; i < 4; i++)
          if (++at >= end || !is_hex(*at))
            return 0;
        break;
      default:
        return 0;
      }
    } else if (*at < 0x20) {
      return 0;
    }
    at++;
  }
  if (at >= end)
    return 0;
  at++;
  return 1;
}

static int digits(void) {
  if (at >= end || *at < '0' || *at > '9')
    return 0;
  while (at < end && *at >= '0' && *at <= '9')
    at++;
  return 1;
}

static int number(void) {
  if (at < end && *at == '-')
    at++;
  if (at < end && *at == '0')
    at++;
  else if (!digits())
    return 0;
  if (at < end && *at == '.') {
    at++;
    if (!digits())
      return 0;
  }
  if (at < end && (*at == 'e' || *at == 'E')) {
    at++;
    if (at < end && (*at == '+' || *at == '-'))
      at++;
    if (!digits())
      return 0;
  }
  return 1;
}

static int word(const char *text) {
  for (; *text; text++, at++)
    if (at >= end || *at != (unsigned char)*text)
      return 0;
  return 1;
}

static int members(unsigned char close, int with_names) {
  at++;
  if (++depth > 100)
    return 0;
  skip_space();
  if (at < end && *at == close) {
    at++;
    depth--;
    return 1;
  }
  for (;;) {
    if (with_names) {
      skip_space();
      if (!string())
        return 0;
      skip_space();
      if (at >= end || *at != ':')
        return 0;
      at++;
    }
    if (!value())
      return 0;
    skip_space();
    if (at < end && *at == ',') {
      at++;
      continue;
    }
    if (at >= end || *at != close)
      return 0;
    at++;
    depth--;
    return 1;
  }
}

static int value(void) {
  skip_space();
  if (at >= end)
    return 0;
  switch (*at) {
  case '{':
    return members('}', 1);
  case '[':
    return members(']', 0);
  case '"':
    return string();
  case 't':
    return word("true");
  case 'f':
    return word("false");
  case 'n':
    return word("null");
  default:
    return number();
  }
}

static uint32_t kernel(unsigned char *data, size_t size) {
  at = data;
  end = data + size;
  depth = 0;
  int valid = value();
  skip_space();
  return (uint32_t)(valid && at == end);
}
