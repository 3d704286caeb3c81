/* The folder of a path name of N bytes or fewer, as dirname(3) gives it. */
#ifndef N
#define N 8
#endif
#include "input.h"

static const char *folder_of(char *path) {
  char *end = path;
  while (*end != '\0')
    end++;
  while (end > path + 1 && end[-1] == '/')
    end--;
  while (end > path && end[-1] != '/')
    end--;
  if (end == path)
    return ".";
  while (end > path + 1 && end[-1] == '/')
    end--;
  *end = '\0';
  return path;
}

int main(void) {
  take_input();
  return folder_of(text)[0] == '/';
}
