// Models of the functions that write numbers and text to a std::ostream.
//
// A stream that ends in std::cout takes what it gets out of the program, like the functions in sinks.def: how many
// digits a number has there is nothing to explore, and nothing of it comes back. So a value is written without its
// symbol, which is not lost by that. What goes to a file may be read again: it keeps its symbols, and what they
// decide is held back until somebody looks at the file (held_back.c). A stream in memory keeps its symbols
// (std::ostringstream), and so does a buffer that the program has made.
#include "runtime/channels.h"
#include "runtime/model.h"
#include "runtime/models/cxx_types.h"
#include "runtime/models/decide.h"

#include <cstdio>
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

// Of a stream that goes outside.
int descriptor_of(const std::ostream *out) {
  struct Inside : std::filebuf {
    static int descriptor(std::filebuf *buffer) { return static_cast<Inside *>(buffer)->_M_file.fd(); }
  };
  std::streambuf *buffer = out->rdbuf();
  if (braid::is_one_of<Synchronised>(buffer))
    return fileno_unlocked(static_cast<Synchronised *>(buffer)->file());
  return static_cast<std::filebuf *>(buffer)->is_open() ? Inside::descriptor(static_cast<std::filebuf *>(buffer))
                                                        : -1;
}

bool is_shown(const std::ostream *out) {
  if (!goes_outside(out))
    return false;
  int descriptor = descriptor_of(out);
  return descriptor < 0 || braid_is_shown_output(descriptor);
}

// While this is there, decisions wait for somebody who looks at the file.
class Held {
public:
  explicit Held(const std::ostream *out) : descriptor(goes_outside(out) ? descriptor_of(out) : -1) {
    if (descriptor >= 0)
      braid_hold_begin();
  }
  ~Held() {
    if (descriptor < 0)
      return;
    braid_hold_end();
    braid_hold_for_descriptor(descriptor);
  }
  Held(const Held &) = delete;
  Held &operator=(const Held &) = delete;

private:
  int descriptor;
};

template <typename Number> std::ostream *insert(std::ostream *out, Number value) {
  if (!braid_is_active() || is_shown(out)) {
    value = BRAID_PLAIN(Number, value);
    return &static_cast<Stream *>(out)->_M_insert(value);
  }
  Held held(out);
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
  if (is_shown(out))
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
  if (!braid_is_shown_output(fileno_unlocked(buffer->file())))
    return Inside::put(buffer, character);
  int result = Inside::put(buffer, BRAID_PLAIN(int, character));
  return result == BRAID_PLAIN(int, character) ? character : result;
}

// out << "text"
BRAID_MODEL(std::ostream *, _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc,
            (std::ostream * out, const char *text)) {
  if (!braid_is_active() || !text)
    return &(*out << text);
  if (is_shown(out))
    return &std::__ostream_insert(*out, text, static_cast<std::streamsize>(std::strlen(text)));
  size_t length = 0;
  {
    Held held(out);
    length = __braid_model_strlen(text);
  }
  return &std::__ostream_insert(*out, text, static_cast<std::streamsize>(length));
}
}
