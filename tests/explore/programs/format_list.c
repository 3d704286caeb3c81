// A text put together by several calls, through a function of the program's own with a variable argument list.
// input: stdin 2
// kept
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct buffer {
  char text[24];
  size_t length;
} buffer;

static void append(buffer *to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(to->text + to->length, sizeof to->text - to->length, format, list);
  va_end(list);
  to->length += (size_t)length;
}

int main(void) {
  int first = getchar(), second = getchar();
  if (second == EOF)
    return 9;
  buffer text = {"", 0};
  append(&text, "%d", first);
  append(&text, "%s%x;", ",", (unsigned)second);
  char *end = text.text + text.length;
  end += sprintf(end, "%c", '0' + (first + second) % 10);
  *end = 0;
  if (strcmp(text.text, "100,7f;7") == 0)
    return 1;
  if (end - text.text == 6 && text.text[2] == 'a')
    return 2;
  return 3;
}
