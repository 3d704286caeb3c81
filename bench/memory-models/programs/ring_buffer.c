// What is put into a ring comes out of it, or was written over.
#include <unistd.h>

int main(void) {
  unsigned char ring[8] = {0}, text[4];
  if (read(0, text, 4) != 4)
    return 9;
  unsigned head = text[0], tail = text[1];
  ring[head++ % 8] = 1;
  ring[head++ % 8] = 2;
  ring[(head + text[2]) % 8] = 3;
  return ring[tail % 8] == 2 ? 1 : ring[(tail + 1) % 8] == text[3] ? 2 : 0;
}
