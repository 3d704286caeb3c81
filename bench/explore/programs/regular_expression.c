/* Kernighan's regular expressions, those of "The Practice of Programming": characters, . ^ $ and *. The expression
   is input, N bytes long or shorter, the text is not. */
#include <klee/klee.h>

#ifndef N
#define N 7
#endif

static int match_here(const char *expression, const char *text);

static int match_star(char repeated, const char *expression, const char *text) {
  do {
    if (match_here(expression, text))
      return 1;
  } while (*text != '\0' && (*text++ == repeated || repeated == '.'));
  return 0;
}

static int match_here(const char *expression, const char *text) {
  if (expression[0] == '\0')
    return 1;
  if (expression[1] == '*')
    return match_star(expression[0], expression + 2, text);
  if (expression[0] == '$' && expression[1] == '\0')
    return *text == '\0';
  if (*text != '\0' && (expression[0] == '.' || expression[0] == *text))
    return match_here(expression + 1, text + 1);
  return 0;
}

static int match(const char *expression, const char *text) {
  if (expression[0] == '^')
    return match_here(expression + 1, text);
  do {
    if (match_here(expression, text))
      return 1;
  } while (*text++ != '\0');
  return 0;
}

int main(void) {
  char expression[N + 1];
  klee_make_symbolic(expression, N, "expression");
  expression[N] = '\0';
  if (match(expression, "hello"))
    return 1;
  return 0;
}
