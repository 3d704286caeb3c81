// Structures with symbolic members, passed and returned by value, copied and compared.
// input: mark
#include <braid.h>

struct point {
  signed char x, y;
};
struct box {
  struct point low, high;
  int filled;
};

static struct box around(struct point p, int margin) {
  struct box b = {{(signed char)(p.x / 2 - margin), (signed char)(p.y / 2 - margin)},
                  {(signed char)(p.x / 2 + margin), (signed char)(p.y / 2 + margin)},
                  p.x > p.y};
  return b;
}

static int inside(const struct box *b, struct point p) {
  return b->low.x <= p.x && p.x <= b->high.x && b->low.y <= p.y && p.y <= b->high.y;
}

int main(void) {
  struct point p;
  BRAID_SYMBOLIC(p);
  struct box b = around(p, 5), copy = b;
  if (inside(&copy, (struct point){0, 0})) {
    if (copy.filled) {
      return 1;
    } else {
      return 2;
    }
  }
  if (inside(&b, p)) {
    return 3;
  } else {
    return 4;
  }
}
