// Destructors that run on the way out, and an exception that is thrown on.
// input: stdin 1
#include <cstdio>

static int depth, deepest;
struct Guard {
  Guard() {
    if (++depth > deepest)
      deepest = depth;
  }
  ~Guard() { depth--; }
};
static void descend(int c) {
  Guard guard;
  if (c % 4 == 0)
    throw depth;
  if (depth < 4)
    descend(c / 2);
}

int main() {
  int c = std::getchar();
  try {
    try {
      descend(c);
    } catch (int at) {
      if (at == 2 && c > 'p')
        throw;
      return 10 + at;
    }
  } catch (...) {
    if (depth == 0)
      return 1;
    else
      return 2;
  }
  return 20 + deepest;
}
