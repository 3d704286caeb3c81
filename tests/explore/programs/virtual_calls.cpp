// Objects of classes chosen by input, and their virtual functions.
// input: stdin 1
#include <cstdio>
#include <memory>

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
  virtual bool round() const { return false; }
};
struct Square : Shape {
  int side;
  explicit Square(int side) : side(side) {}
  int area() const override { return side * side; }
};
struct Circle : Shape {
  int radius;
  explicit Circle(int radius) : radius(radius) {}
  int area() const override { return 3 * radius * radius; }
  bool round() const override { return radius > 9; }
};

int main() {
  int c = std::getchar();
  if (c < 0)
    return 9;
  std::unique_ptr<Shape> shape;
  if (c & 0x80)
    shape = std::make_unique<Circle>(c & 15);
  else
    shape = std::make_unique<Square>(c >> 3);
  if (shape->round())
    return 1;
  if (shape->area() > 75)
    return 2;
  if (dynamic_cast<Square *>(shape.get()))
    return 3;
  else
    return 4;
}
