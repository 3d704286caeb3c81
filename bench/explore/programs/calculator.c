/* A calculator for N bytes: + - * / ( ) and whole numbers, by recursive descent. It ends with 0 if the text is
   correct, 1 if it is not, 2 if it divides by zero. */
#include "input.h"

#include <stdlib.h>

static const char *at;

static int sum(void);

static int factor(void) {
  if (*at == '(') {
    at++;
    int value = sum();
    if (*at++ != ')')
      exit(1);
    return value;
  }
  if (*at < '0' || *at > '9')
    exit(1);
  int value = 0;
  while (*at >= '0' && *at <= '9')
    value = 10 * value + (*at++ - '0');
  return value;
}

static int product(void) {
  int value = factor();
  while (*at == '*' || *at == '/') {
    char operation = *at++;
    int next = factor();
    if (operation == '*') {
      value *= next;
    } else {
      if (next == 0)
        exit(2);
      value /= next;
    }
  }
  return value;
}

static int sum(void) {
  int value = product();
  while (*at == '+' || *at == '-') {
    char operation = *at++;
    int next = product();
    if (operation == '+')
      value += next;
    else
      value -= next;
  }
  return value;
}

static volatile int result;

int main(void) {
  take_input();
  at = text;
  result = sum();
  if (*at != '\0')
    return 1;
  return 0;
}
