// Models of the functions that write numbers and text to a std::ostream.
//
// A stream that ends in a file, or in std::cout, takes what it gets out of the program, like the functions in
// sinks.def: how many digits a number has there is nothing to explore, and nothing of it comes back. So a value is
// written without its symbol, which is not lost by that. A stream in memory keeps its symbols
// (std::ostringstream), and so does a buffer that the program has made.
#include "runtime/model.h"
#include "runtime/models/cxx_types.h"
#include "runtime/models/decide.h"

#include <cstring>
#include <ext/stdio_filebuf.h>
#include <ext/stdio_sync_filebuf.h>
#include <fstream>
#include <ostream>

extern "C" size_t __braid_model_strlen(const char *text);

namespace {

struct Stream : std::ostream {
  using std::ostream::_M_insert;
};

using Synchronised = __gnu_cxx::stdio_sync_filebuf<char>; // behind std::cout, unless sync_with_stdio(false)

bool goes_outside(const std::ostream *out) {
  const std::streambuf *buffer = out->rdbuf();
  return buffer && braid::is_one_of<Synchronised, std::filebuf, __gnu_cxx::stdio_filebuf<char>>(buffer);
}

template <typename Number> std::ostream *insert(std::ostream *out, Number value) {
  if (goes_outside(out))
    value = BRAID_PLAIN(Number, value);
  return &static_cast<Stream *>(out)->_M_insert(value);
}

} // namespace

extern "C" {

BRAID_MODEL_FILE;

// std::ostream &std::ostream::_M_insert(T), to which the operators << for numbers come down
#define INSERT(type, letters)                                                                                     \
  BRAID_MODEL(std::ostream *, _ZNSo9_M_insertI##letters##EERSoT_, (std::ostream * out, type value)) {             \
    return insert(out, value);                                                                                    \
  }
INSERT(bool, b)
INSERT(long, l)
INSERT(unsigned long, m)
INSERT(long long, x)
INSERT(unsigned long long, y)
INSERT(double, d)
INSERT(const void *, PKv)

// out.put(character), to which << for a character comes down
BRAID_MODEL(std::ostream *, _ZNSo3putEc, (std::ostream * out, char character)) {
  if (goes_outside(out))
    character = BRAID_PLAIN(char, character);
  return &out->put(character);
}

// The character that std::cout's buffer is given past all streams. It comes back as the result.
BRAID_MODEL(int, _ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEE8overflowEi,
            (Synchronised * buffer, int character)) {
  struct Inside : Synchronised {
    static int put(Synchronised *buffer, int character) {
      return static_cast<Inside *>(buffer)->Synchronised::overflow(character);
    }
  };
  int result = Inside::put(buffer, BRAID_PLAIN(int, character));
  return result == BRAID_PLAIN(int, character) ? character : result;
}

// out << "text"
BRAID_MODEL(std::ostream *, _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc,
            (std::ostream * out, const char *text)) {
  if (!braid_is_active() || !text)
    return &(*out << text);
  size_t length = goes_outside(out) ? std::strlen(text) : __braid_model_strlen(text);
  return &std::__ostream_insert(*out, text, static_cast<std::streamsize>(length));
}
}
