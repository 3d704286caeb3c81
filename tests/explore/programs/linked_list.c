// A list kept in order, into which two symbolic numbers are inserted.
// input: mark
#include <braid.h>
#include <stdlib.h>

struct item {
  struct item *next;
  int value;
};

static void insert(struct item **list, int value) {
  while (*list && (*list)->value < value)
    list = &(*list)->next;
  struct item *fresh = malloc(sizeof *fresh);
  if (!fresh)
    exit(9);
  fresh->next = *list;
  fresh->value = value;
  *list = fresh;
}

int main(void) {
  signed char a, b;
  BRAID_SYMBOLIC(a);
  BRAID_SYMBOLIC(b);
  struct item *list = NULL;
  insert(&list, 10);
  insert(&list, -20);
  insert(&list, a);
  insert(&list, b);
  int position = 0;
  for (struct item *item = list; item && item->value != 10; item = item->next)
    position++;
  return position;
}
