// An exception that nobody catches ends the program.
// input: stdin 1
#include <cstdio>
#include <stdexcept>

int main() {
  int c = std::getchar();
  if (c == '!')
    throw std::runtime_error("nobody listens");
  try {
    if (c == '?')
      throw 1;
  } catch (int) {
    return 1;
  }
  if (c > 'a')
    return 2;
  else
    return 3;
}
