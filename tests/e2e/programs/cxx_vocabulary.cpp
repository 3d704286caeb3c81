// Values that travel in std::optional, variant, any, tuple, function, smart pointers and through virtual calls.
// INPUT: "abcdefghijkl"
// INPUT: "cBCDEFGHIJKL"
// VERIFY: --random 60
// NOTHING-LOST
#include "check.h"

#include <any>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual int area(int scale) const = 0;
};
struct Square : Shape {
  explicit Square(int side) : side(side) {}
  int area(int scale) const override { return side * side * scale; }
  int side;
};
struct Other {
  virtual ~Other() = default;
  virtual int mix(int value) { return value ^ key; }
  int key = 3;
};
struct Both : Square, Other {
  using Square::Square;
  int mix(int value) override { return value + side; }
};

static std::optional<int> maybe(int value) { return value > 'a' ? std::optional<int>(value) : std::nullopt; }

int main() {
  unsigned char in[12] = {};
  if (read(0, in, sizeof in) < 0)
    return 1;
  std::optional<int> optional = maybe(in[0]);
  CHECK(optional.value_or(5) == 'b'); // TURNS
  std::variant<int, std::string, double> variant = in[1];
  CHECK(std::get<int>(variant) == 'x'); // TURNS
  variant = std::string(1, static_cast<char>(in[1]));
  std::visit([](auto &value) { (void)value; }, variant);
  CHECK(std::get<std::string>(variant)[0] == 'y'); // TURNS
  std::any any = in[2];
  CHECK(std::any_cast<unsigned char>(any) == 'z'); // TURNS
  auto tuple = std::make_tuple(in[3], 1, in[4]);
  auto [first, second, third] = tuple;
  CHECK(first + second == third); // TURNS
  std::function<int(int)> add = [captured = in[5]](int value) { return value + captured; };
  CHECK(add(in[6]) == 205); // TURNS
  std::function<int(int)> bound = std::bind(add, std::placeholders::_1);
  CHECK(bound(1) == 2 + 'f'); // TURNS
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Square>(in[7]));
  shapes.push_back(std::make_unique<Both>(in[8]));
  CHECK(shapes[0]->area(2) == 20000); // TURNS
  CHECK(shapes[1]->area(in[9]) > 1158800); // TURNS
  Other *other = dynamic_cast<Other *>(shapes[1].get());
  CHECK(other->mix(in[10]) == 200); // TURNS
  int (Other::*method)(int) = &Other::mix;
  CHECK((other->*method)(in[10]) == 201); // TURNS
  auto shared = std::make_shared<std::pair<int, char>>(in[11], 'c');
  std::weak_ptr<std::pair<int, char>> weak = shared;
  CHECK(weak.lock()->first == 'Q'); // TURNS
}
