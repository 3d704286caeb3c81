// An index that at() refuses stands in the message of the exception, which the program looks at.
// input: stdin 1
// kept
#include <cstring>
#include <deque>
#include <stdexcept>
#include <unistd.h>
#include <vector>

int main() {
  unsigned char c = 0;
  if (read(0, &c, 1) != 1)
    return 6;
  std::vector<int> numbers{3, 1, 4, 1, 5};
  std::deque<long> more(20, 7);
  try {
    if (numbers.at(c) == 4)
      return 1;
    return 2;
  } catch (const std::out_of_range &error) {
    if (std::strstr(error.what(), "__n (which is 77)"))
      return 3;
  }
  try {
    if (more.at(c) == 7)
      return 4;
  } catch (const std::out_of_range &) {
    return 5;
  }
  return 0;
}
