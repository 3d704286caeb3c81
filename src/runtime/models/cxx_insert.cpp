// Models of the functions that write numbers and text to a std::ostream.
//
// A stream that ends in a file, or in std::cout, takes what it gets out of the program: how many digits a number
// has there is nothing to explore. So a number becomes concrete before it is written, once and in one place. A
// stream in memory keeps its symbols (std::ostringstream), and so does a buffer that the program has made.
#include "runtime/model.h"

#include <cstring>
#include <ext/stdio_filebuf.h>
#include <ext/stdio_sync_filebuf.h>
#include <fstream>
#include <ostream>
#include <typeinfo>

extern "C" size_t __braid_model_strlen(const char *text);

namespace {

struct Stream : std::ostream {
  using std::ostream::_M_insert;
};

bool goes_outside(const std::ostream *out) {
  const std::streambuf *buffer = out->rdbuf();
  if (!buffer)
    return false;
  const std::type_info &type = typeid(*buffer);
  return type == typeid(__gnu_cxx::stdio_sync_filebuf<char>) || type == typeid(std::filebuf) ||
         type == typeid(__gnu_cxx::stdio_filebuf<char>);
}

template <typename Number, typename Bits> std::ostream *insert(std::ostream *out, Number value) {
  Bits bits = __builtin_bit_cast(Bits, value);
  if (braid_value_symbolic(bits) && goes_outside(out)) {
    bits = static_cast<Bits>(braid_concrete(bits, BRAID_LOST_OUTPUT));
    value = __builtin_bit_cast(Number, bits);
  }
  return &static_cast<Stream *>(out)->_M_insert(value);
}

} // namespace

extern "C" {

BRAID_MODEL_FILE;

// std::ostream &std::ostream::_M_insert(T), to which the operators << for numbers come down
#define INSERT(type, letters, bits)                                                                               \
  BRAID_MODEL(std::ostream *, _ZNSo9_M_insertI##letters##EERSoT_, (std::ostream * out, type value)) {             \
    return insert<type, bits>(out, value);                                                                        \
  }
INSERT(bool, b, unsigned char)
INSERT(long, l, unsigned long)
INSERT(unsigned long, m, unsigned long)
INSERT(long long, x, unsigned long long)
INSERT(unsigned long long, y, unsigned long long)
INSERT(double, d, unsigned long)
INSERT(const void *, PKv, unsigned long)

// out << "text"
BRAID_MODEL(std::ostream *, _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc,
            (std::ostream * out, const char *text)) {
  if (!braid_is_active() || !text)
    return &(*out << text);
  size_t length = goes_outside(out) ? std::strlen(text) : __braid_model_strlen(text);
  return &std::__ostream_insert(*out, text, static_cast<std::streamsize>(length));
}
}
