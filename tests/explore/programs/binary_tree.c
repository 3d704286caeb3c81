// A search tree of two symbolic keys and a fixed one, searched by recursion.
// input: mark
#include <braid.h>
#include <stddef.h>

struct node {
  struct node *left, *right;
  unsigned key;
};

static void insert(struct node **at, struct node *fresh) {
  if (!*at)
    *at = fresh;
  else
    insert(fresh->key < (*at)->key ? &(*at)->left : &(*at)->right, fresh);
}
static int depth(const struct node *node, unsigned key) {
  if (!node)
    return -1;
  if (node->key == key)
    return 0;
  int below = depth(key < node->key ? node->left : node->right, key);
  if (below < 0)
    return -1;
  else
    return below + 1;
}

int main(void) {
  unsigned char keys[2];
  BRAID_SYMBOLIC(keys);
  struct node nodes[3] = {{NULL, NULL, 64}, {NULL, NULL, keys[0]}, {NULL, NULL, keys[1]}}, *root = NULL;
  for (int i = 0; i < 3; i++)
    insert(&root, &nodes[i]);
  return depth(root, 100);
}
