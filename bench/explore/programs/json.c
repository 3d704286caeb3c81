/* Is a text of N bytes JSON? Recursive descent over the whole grammar. */
#include "input.h"

static const char *at;

static int value(void);

static void skip_blanks(void) {
  while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')
    at++;
}

static int hexadecimal(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static int word(const char *rest) {
  for (; *rest != '\0'; rest++)
    if (*at++ != *rest)
      return 0;
  return 1;
}

static int escape(void) {
  switch (*at++) {
  case '"':
  case '\\':
  case '/':
  case 'b':
  case 'f':
  case 'n':
  case 'r':
  case 't':
    return 1;
  case 'u':
    for (int i = 0; i < 4; i++)
      if (!hexadecimal(*at++))
        return 0;
    return 1;
  default:
    return 0;
  }
}

static int string(void) {
  if (*at++ != '"')
    return 0;
  while (*at != '"') {
    if ((unsigned char)*at < ' ')
      return 0;
    if (*at++ == '\\' && !escape())
      return 0;
  }
  at++;
  return 1;
}

static int digits(void) {
  if (*at < '0' || *at > '9')
    return 0;
  while (*at >= '0' && *at <= '9')
    at++;
  return 1;
}

static int number(void) {
  if (*at == '-')
    at++;
  if (*at == '0')
    at++;
  else if (!digits())
    return 0;
  if (*at == '.') {
    at++;
    if (!digits())
      return 0;
  }
  if (*at == 'e' || *at == 'E') {
    at++;
    if (*at == '+' || *at == '-')
      at++;
    if (!digits())
      return 0;
  }
  return 1;
}

static int member(void) {
  skip_blanks();
  if (!string())
    return 0;
  skip_blanks();
  if (*at++ != ':')
    return 0;
  return value();
}

static int list(char close, int (*element)(void)) {
  skip_blanks();
  if (*at == close) {
    at++;
    return 1;
  }
  for (;;) {
    if (!element())
      return 0;
    if (*at == close) {
      at++;
      return 1;
    }
    if (*at++ != ',')
      return 0;
  }
}

static int value(void) {
  int valid;
  skip_blanks();
  switch (*at) {
  case '{':
    at++;
    valid = list('}', member);
    break;
  case '[':
    at++;
    valid = list(']', value);
    break;
  case '"':
    valid = string();
    break;
  case 't':
    valid = word("true");
    break;
  case 'f':
    valid = word("false");
    break;
  case 'n':
    valid = word("null");
    break;
  default:
    valid = number();
  }
  if (valid)
    skip_blanks();
  return valid;
}

int main(void) {
  take_input();
  at = text;
  if (!value() || *at != '\0')
    return 1;
  return 0;
}
