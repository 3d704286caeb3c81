// A list in an array, linked by indices from input.
#include <unistd.h>

struct node {
  unsigned char next, value;
};

int main(void) {
  struct node nodes[8];
  unsigned char text[4];
  if (read(0, text, 4) != 4)
    return 9;
  for (int i = 0; i < 8; i++)
    nodes[i] = (struct node){(unsigned char)((i + 1) & 7), (unsigned char)(i * 3)};
  nodes[text[0] & 7].next = text[1] & 7;
  nodes[text[2] & 7].value = text[3];
  unsigned at = 0;
  for (int i = 0; i < 4; i++)
    at = nodes[at].next;
  return nodes[at].value == 200;
}
