// What leaves the program through a stream decides nothing and loses nothing: how a number is written is not
// explored, and text is not searched for its end.
// INPUT: "xyz7abc"
// EVENTS: 1
// NOTHING-LOST
#include "check.h"

#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

static void write(std::ostream &out, const char *in) {
  int number = in[0] * 1000 + in[1];
  out << number << ' ' << std::hex << std::setw(9) << number << std::dec << static_cast<short>(in[3]) << '\n';
  out << static_cast<double>(in[2]) << ' ' << static_cast<float>(in[2]) << ' ' << (in[2] == 'q') << std::endl;
  out << static_cast<const void *>(nullptr) << in << std::string(in, 4) << std::setw(20) << in << std::endl;
  out << in[4] << std::setw(3) << in[5];
  out.put(in[6]);
  out.write(in, 5);
  std::vector<int> numbers(in, in + 4);
  std::copy(numbers.begin(), numbers.end(), std::ostream_iterator<int>(out, ", "));
}

int main() {
  char in[8] = {};
  if (read(0, in, 7) < 0)
    return 1;
  write(std::cout, in);
  write(std::cerr, in);
  write(std::clog, in);
  std::ofstream file("/dev/null");
  write(file, in);
  std::ios_base::sync_with_stdio(false);
  write(std::cout, in);
  if (in[3] == '8') // TURNS
    std::cout << "eight\n";
  std::cout.flush();
}
