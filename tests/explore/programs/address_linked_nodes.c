// A list whose links are indices and pointers from input.
// input: stdin 2
// values: 4,4
// addresses: auto, theory, lazy
#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *nodes = calloc(4, sizeof *nodes);
  int a = getchar(), b = getchar();
  if (a < 0 || b < 0)
    return 6;
  for (int i = 0; i < 4; i++)
    nodes[i].value = i * i;
  nodes[0].next = &nodes[a & 3];
  nodes[a & 3].next = &nodes[b & 3];
  return nodes[0].next->next->value == 4 ? 1 : nodes[0].next->value == 9 ? 2 : 0;
}
