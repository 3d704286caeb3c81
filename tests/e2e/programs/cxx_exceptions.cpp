// Exceptions carry their symbols to the handler, by value, in members and in the text of the library's own.
// INPUT: "aMNO"
// INPUT: "bxyz"
// INPUT: "cxyz"
// INPUT: "dxyz"
// INPUT: "exyz"
// INPUT: "fxyz"
// INPUT: "gxyz"
// INPUT: "hxyz"
// VERIFY: --random 60
#include "check.h"

#include <ios>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>
#include <vector>

struct Problem : std::exception {
  explicit Problem(int code) : code(code) {}
  int code;
};

struct Cleaner {
  explicit Cleaner(int value) : value(value) {}
  ~Cleaner() { CHECK(value == 'Z'); } // TURNS
  int value;
};

static void deep(const unsigned char *in) {
  Cleaner cleaner(in[3]);
  std::string text(reinterpret_cast<const char *>(in), 4);
  switch (in[0]) { // SWITCH: case 'a'
  case 'a':
    throw static_cast<int>(in[1]);
  case 'b':
    throw Problem(in[1] * 2);
  case 'c':
    throw std::runtime_error(text);
  case 'd':
    throw std::invalid_argument(text.c_str());
  case 'e':
    throw std::system_error(std::make_error_code(std::errc::io_error), text);
  case 'f':
    throw std::ios_base::failure(text);
  case 'g':
    (void)std::vector<int>(3).at(in[1]); // the library throws
    break;
  default:
    throw std::make_unique<int>(in[1]);
  }
}

int main() {
  unsigned char in[5] = {};
  if (read(0, in, 4) < 0)
    return 1;
  try {
    try {
      deep(in);
    } catch (Problem &problem) {
      problem.code++;
      throw;
    }
  } catch (int code) {
    CHECK(code == 'm'); // TURNS
  } catch (const Problem &problem) {
    CHECK(problem.code == 2 * 'q' + 1); // TURNS
  } catch (const std::ios_base::failure &error) {
    CHECK(error.what()[2] == 'F'); // TURNS
    puts(error.what());
  } catch (const std::system_error &error) {
    CHECK(error.what()[2] == 'E'); // TURNS
    puts(error.what());
  } catch (const std::runtime_error &error) {
    CHECK(error.what()[2] == 'R'); // TURNS
    std::runtime_error copy = error;
    CHECK(copy.what()[3] == 'S'); // TURNS
  } catch (const std::out_of_range &error) {
    puts(error.what());
  } catch (const std::logic_error &error) {
    CHECK(error.what()[1] == 'L'); // TURNS
  } catch (const std::unique_ptr<int> &owned) {
    CHECK(*owned == 'U'); // TURNS
  }
}
