// A node that input chooses is taken out of a doubly linked list, and the rest is added up from another on.
// input: stdin 2
// values: 8,8
// addresses: auto, theory, lazy
#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *previous, *next;
  int value;
};

int main(void) {
  struct node *all = calloc(6, sizeof *all);
  for (int i = 0; i < 6; i++)
    all[i] = (struct node){i ? &all[i - 1] : NULL, i < 5 ? &all[i + 1] : NULL, i * i};
  int a = getchar(), b = getchar();
  if (a < 0 || b < 0)
    return 9;
  a &= 7, b &= 7;
  if (a > 5 || b > 5)
    return 8;
  struct node *out = &all[a];
  if (out->previous)
    out->previous->next = out->next;
  if (out->next)
    out->next->previous = out->previous;
  int sum = 0;
  for (struct node *at = &all[b]; at; at = at->next)
    sum += at->value;
  if (sum == 46)
    return 1;
  if (sum == 25)
    return 2;
  return 0;
}
