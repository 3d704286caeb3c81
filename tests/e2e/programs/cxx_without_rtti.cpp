// A program without run-time type information derives from a class of the library.
// INPUT: "abcdefgh"
// FLAGS: -fno-rtti
// VERIFY: --random 40
// NOTHING-LOST
#include "check.h"

#include <ostream>
#include <streambuf>
#include <string>

struct Collector : std::streambuf {
  int_type overflow(int_type character) override {
    text.push_back(traits_type::to_char_type(character));
    return character;
  }
  std::string text;
};

int main() {
  char in[9] = {};
  if (read(0, in, 8) < 0)
    return 1;
  Collector collector;
  std::ostream out(&collector);
  out << in[0] << in + 1 << 5 + in[1];
  CHECK(collector.text[3] == 'q'); // TURNS
}
