// Functions that hold on to input, passed on and called later.
// input: stdin 1
#include <cstdio>
#include <functional>

static int twice(const std::function<int(int)> &f, int x) { return f(f(x)); }

int main() {
  int c = std::getchar(), calls = 0;
  auto step = [c, &calls](int x) {
    calls++;
    if (x > c)
      return x - c;
    else
      return x + 1;
  };
  std::function<int(int)> f = step;
  if (c == 'z')
    f = [](int x) { return -x; };
  int result = twice(f, 200);
  if (result == 0)
    return 1;
  else if (result > 100)
    return 2;
  else
    return calls + 2;
}
