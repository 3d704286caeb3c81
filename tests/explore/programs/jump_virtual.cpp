// Virtual calls on objects that input chooses from a table of pointers.
// input: stdin 1
// addresses: auto, theory
#include <cstdio>

struct Shape {
  virtual ~Shape() = default;
  virtual int corners() const = 0;
};
struct Circle : Shape {
  int corners() const override { return 0; }
};
struct Square : Shape {
  int corners() const override { return 4; }
};
struct Polygon : Shape {
  explicit Polygon(int n) : n_(n) {}
  int corners() const override { return n_; }
  int n_;
};

int main() {
  Circle circle;
  Square square;
  Polygon five(5), six(6);
  const Shape *shapes[4] = {&circle, &square, &five, &six};
  int c = std::getchar();
  if (c < 0)
    return 9;
  return shapes[c & 3]->corners() > 4 ? 1 : 0;
}
