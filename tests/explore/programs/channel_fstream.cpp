// A number goes through a file by way of C++ streams.
// input: stdin 1
// kept
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <unistd.h>

int main() {
  char name[] = "/tmp/braid-channel-XXXXXX";
  int byte = std::getchar(), number = 0;
  if (byte == EOF)
    return 3;
  if (mkstemp(name) < 0)
    return 4;
  {
    std::ofstream to(name);
    to << "x " << byte << '\n';
  }
  std::ifstream from(name);
  char x = 0;
  from >> x >> number;
  unlink(name);
  if (x == 'x' && number == 77)
    return 1;
  if (number > 250)
    return 2;
  return 0;
}
