// Kernighan's regular expressions: the pattern is input, the text is not.
// input: stdin 2
#include <stdio.h>

static int match_here(const char *pattern, const char *text);
static int match_star(int c, const char *pattern, const char *text) {
  do {
    if (match_here(pattern, text))
      return 1;
  } while (*text != '\0' && (*text++ == c || c == '.'));
  return 0;
}
static int match_here(const char *pattern, const char *text) {
  if (pattern[0] == '\0')
    return 1;
  if (pattern[1] == '*')
    return match_star(pattern[0], pattern + 2, text);
  if (pattern[0] == '$' && pattern[1] == '\0')
    return *text == '\0';
  if (*text != '\0' && (pattern[0] == '.' || pattern[0] == *text))
    return match_here(pattern + 1, text + 1);
  return 0;
}

int main(void) {
  char pattern[3] = "";
  const char *text = "ab";
  pattern[fread(pattern, 1, 2, stdin)] = 0;
  if (pattern[0] == '^')
    return match_here(pattern + 1, text);
  do {
    if (match_here(pattern, text))
      return 1;
  } while (*text++ != '\0');
  return 0;
}
