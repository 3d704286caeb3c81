// Values that may be there or not, of one type or another.
// input: stdin 1
#include <cstdio>
#include <optional>
#include <variant>

static std::optional<int> digit(int c) {
  if (c < '0' || c > '9') {
    return std::nullopt;
  }
  return c - '0';
}

int main() {
  int c = std::getchar();
  std::variant<int, char> value = 7;
  if (c & 1) {
    value = char(c);
  }
  if (auto number = digit(c); number && *number > 6) {
    if (std::holds_alternative<char>(value)) {
      return 1;
    } else {
      return 2;
    }
  }
  return std::visit(
      [](auto one) {
        if (one > 50) {
          return 3;
        }
        return 4;
      },
      value);
}
