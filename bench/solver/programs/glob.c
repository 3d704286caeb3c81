/* Does a pattern with * and ? match a name? Both are input. */
#include "input.h"

static int matches(const char *pattern, const char *end, const char *name, const char *name_end) {
  for (; pattern < end; pattern++, name++) {
    if (*pattern == '*') {
      for (; name <= name_end; name++)
        if (matches(pattern + 1, end, name, name_end))
          return 1;
      return 0;
    }
    if (name == name_end || (*pattern != '?' && *pattern != *name))
      return 0;
  }
  return name == name_end;
}

int main(void) {
  char text[10];
  size_t size = read_text(text, sizeof text), half = size / 2;
  puts(matches(text, text + half, text + half, text + size) ? "match" : "no match");
  return 0;
}
