// A file in memory: behind its end there are zeros.
// input: stdin 2
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  char first;
  if (read(0, &first, 1) != 1)
    return 3;
  const char *text = mmap(0, 4096, PROT_READ, MAP_PRIVATE, 0, 0);
  if (text == MAP_FAILED)
    return 4;
  return text[1] == 'q' ? 1 : text[1] == 0 ? 2 : 0;
}
