// Exceptions of several types, thrown in one function and caught in another.
// input: stdin 1
#include <cstdio>
#include <stdexcept>

static int checked(int c) {
  if (c < 0)
    throw "end";
  if (c > 200)
    throw std::out_of_range("large");
  if (c % 10 == 7)
    throw c;
  return c;
}

int main() {
  int c = std::getchar();
  try {
    if (checked(c) == 'a')
      return 1;
    else
      return 2;
  } catch (int number) {
    if (number > 100)
      return 3;
    else
      return 4;
  } catch (const std::exception &) {
    if (c == 255)
      return 5;
    else
      return 6;
  } catch (const char *) {
    return 7;
  }
}
