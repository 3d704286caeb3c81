// An array of structures: one field decides, another one is what is wanted; one is copied as a whole.
// input: stdin 1
// addresses: auto, theory, lazy
#include <stdio.h>

struct item {
  char tag;
  int weight;
  short count;
};

static struct item items[8] = {{'a', 10, 1}, {'b', 20, 2}, {'a', 30, 3}, {'c', 40, 4}, {'a', 50, 5}};

int main(void) {
  int c = getchar();
  if (c < 0)
    return 4;
  struct item copy = items[c & 7];
  if (items[c & 7].tag == 'a')
    return copy.weight > 20 ? 1 : 2;
  return copy.count == 4 ? 3 : 0;
}
