/* Sums, products and parentheses of numbers, by recursive descent. */
#include "input.h"

#include <stdlib.h>

static const char *at;

static int sum(void);

static int factor(void) {
  if (*at == '(') {
    at++;
    int value = sum();
    if (*at++ != ')')
      exit(2);
    return value;
  }
  if (*at < '0' || *at > '9')
    exit(3);
  int value = 0;
  while (*at >= '0' && *at <= '9')
    value = (int)((unsigned)value * 10 + (unsigned)(*at++ - '0'));
  return value;
}

static int product(void) {
  int value = factor();
  while (*at == '*' || *at == '/') {
    char operation = *at++;
    int next = factor();
    if (operation == '/' && next == 0)
      exit(4);
    value = operation == '*' ? (int)((unsigned)value * (unsigned)next) : value / next;
  }
  return value;
}

static int sum(void) {
  int value = product();
  while (*at == '+' || *at == '-') {
    char operation = *at++;
    int next = product();
    value = (int)(operation == '+' ? (unsigned)value + (unsigned)next : (unsigned)value - (unsigned)next);
  }
  return value;
}

int main(void) {
  char text[9];
  read_text(text, sizeof text);
  at = text;
  int value = sum();
  if (*at != 0)
    return 1;
  if (value == 42)
    puts("the answer");
  return 0;
}
