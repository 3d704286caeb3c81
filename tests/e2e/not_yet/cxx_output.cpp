// What leaves the program through a stream decides nothing: numbers are concrete before they are written, and
// text is not searched for its end.
// INPUT: "xyz7"
// EVENTS: 1
#include "check.h"

#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

int main() {
  char in[5] = {};
  if (read(0, in, 4) < 0)
    return 1;
  int number = in[0] * 1000 + in[1];
  std::cout << number << ' ' << std::hex << number << '\n';                     // LOST: OUTPUT
  std::cout << static_cast<double>(in[2]) << ' ' << (in[2] == 'q') << std::endl; // LOST: OUTPUT
  std::cout << static_cast<const void *>(nullptr) << in << std::string(in) << std::endl;
  std::cerr << in << in[3] - '0' << '\n'; // LOST: OUTPUT
  std::ofstream("/dev/null") << number << in; // LOST: OUTPUT
  if (in[3] == '8') // TURNS
    std::cout << "eight\n";
  std::cout.flush();
}
