// Models of the functions that read text from a std::istream into a std::string or an array, or past it.
//
// For char they are not templates but functions inside libstdc++, which look for the end of a line or word in the
// stream's buffer. Here the same is done in instrumented code. Like the library, they take from the buffer as
// much as it has at once, so that a string grows in the same steps and has the same capacity in the end.
#include "runtime/model.h"

#include <cxxabi.h>
#include <istream>
#include <locale>
#include <streambuf>
#include <string>

extern "C" bool __braid_model__ZNKSt5ctypeIcE2isEtc(const std::ctype<char> *facet, std::ctype_base::mask mask,
                                                    char character);

namespace {

using Traits = std::char_traits<char>;

struct Stream : std::istream {
  using std::istream::_M_gcount;
};
std::streamsize &count_of(std::istream *in) { return static_cast<Stream *>(in)->_M_gcount; }

// Decisions made here are reported with the place that called the model. Reading from the buffer may run other
// code, which calls other models.
class Input {
public:
  explicit Input(std::streambuf *buffer)
      : buffer_(static_cast<Buffer *>(buffer)), caller_(__braid_thread.caller) {}

  // The next character, which stays there.
  int peek() const { return told(buffer_->sgetc()); }
  // Past the next character to the one behind it.
  int next() const { return told(buffer_->snextc()); }
  void skip() const { told(buffer_->sbumpc()); }

  // What lies in the buffer.
  const char *begin() const { return buffer_->gptr(); }
  std::streamsize count() const { return buffer_->egptr() - buffer_->gptr(); }
  void skip(std::streamsize count) const { buffer_->__safe_gbump(count); }

private:
  int told(int character) const {
    __braid_thread.caller = caller_;
    return character;
  }

  // The part of a stream's buffer that only its descendants see.
  struct Buffer : std::streambuf {
    using std::streambuf::__safe_gbump;
    using std::streambuf::egptr;
    using std::streambuf::gptr;
  };
  Buffer *buffer_;
  const braid_site_desc *caller_;
};

bool is_end(int character) { return character == Traits::eof(); }

// How every input function treats what is thrown below it: the stream is bad, and only its mask of exceptions
// says whether anybody hears of it. A thread that is being cancelled goes on unwinding.
template <typename Action> void guarded(std::istream &in, Action action) {
  try {
    action();
  } catch (abi::__forced_unwind &) {
    in._M_setstate(std::ios_base::badbit);
    throw;
  } catch (...) {
    in._M_setstate(std::ios_base::badbit);
  }
}

// Reads characters until `stops` says so of one, `limit` have been read or the input ends. What lies in the
// buffer is handed on in blocks: several(characters, count); else it is one(character). Returns the character
// at which it stopped, which is not taken.
template <typename Stops, typename Several, typename One>
int take(std::istream &in, std::streamsize limit, std::streamsize &taken, Stops stops, Several several, One one) {
  Input input(in.rdbuf());
  int character = input.peek();
  while (taken < limit && !is_end(character) && !stops(Traits::to_char_type(character))) {
    std::streamsize there = input.count();
    if (there > limit - taken)
      there = limit - taken;
    if (there > 1) {
      const char *from = input.begin();
      std::streamsize count = 1;
      while (count < there && !stops(from[count]))
        count++;
      several(from, count);
      taken += count;
      input.skip(count);
      character = input.peek();
    } else {
      one(Traits::to_char_type(character));
      taken++;
      character = input.next();
    }
  }
  return character;
}

class Spaces {
public:
  explicit Spaces(const std::istream &in) : facet_(std::use_facet<std::ctype<char>>(in.getloc())) {}
  bool operator()(char character) const {
    return __braid_model__ZNKSt5ctypeIcE2isEtc(&facet_, std::ctype_base::space, character);
  }

private:
  const std::ctype<char> &facet_;
};

void set_state(std::istream &in, std::ios_base::iostate state) {
  if (state)
    in.setstate(state);
}

// The characters that were read go to memory, which moves on.
auto append_block(char *&to) {
  return [&to](const char *from, std::streamsize count) {
    __builtin_memcpy(to, from, static_cast<size_t>(count));
    to += count;
  };
}
auto append_one(char *&to) {
  return [&to](char character) { *to++ = character; };
}

auto append_block(std::string &text) {
  return [&text](const char *from, std::streamsize count) { text.append(from, static_cast<size_t>(count)); };
}
auto append_one(std::string &text) {
  return [&text](char character) { text += character; };
}

// The end of a line, for the functions that take it from the stream, too.
std::ios_base::iostate end_line(std::istream &in, int stopped, char delimiter, std::streamsize &taken) {
  if (is_end(stopped))
    return std::ios_base::eofbit;
  if (Traits::to_char_type(stopped) != delimiter)
    return std::ios_base::failbit; // the limit was reached
  taken++;
  Input(in.rdbuf()).skip();
  return std::ios_base::goodbit;
}

} // namespace

extern "C" {

BRAID_MODEL_FILE;

// --- words ---

// in >> text
BRAID_MODEL(std::istream *,
            _ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE,
            (std::istream * in, std::string *text)) {
  if (!braid_is_active())
    return &(*in >> *text);
  std::streamsize taken = 0;
  auto state = std::ios_base::goodbit;
  if (std::istream::sentry ready(*in, false); ready)
    guarded(*in, [&] {
      text->erase();
      auto limit = in->width() > 0 ? in->width() : static_cast<std::streamsize>(text->max_size());
      int stopped = take(*in, limit, taken, Spaces(*in), append_block(*text), append_one(*text));
      if (taken < limit && is_end(stopped))
        state |= std::ios_base::eofbit;
      in->width(0);
    });
  if (!taken)
    state |= std::ios_base::failbit;
  set_state(*in, state);
  return in;
}

// in >> array, with room for `room` characters
BRAID_MODEL(void, _ZSt17__istream_extractRSiPcl, (std::istream * in, char *to, std::streamsize room)) {
  if (!braid_is_active())
    return std::__istream_extract(*in, to, room);
  std::streamsize taken = 0;
  auto state = std::ios_base::goodbit;
  if (std::istream::sentry ready(*in, false); ready)
    guarded(*in, [&] {
      if (0 < in->width() && in->width() < room)
        room = in->width();
      int stopped = take(*in, room - 1, taken, Spaces(*in), append_block(to), append_one(to));
      if (taken < room - 1 && is_end(stopped))
        state |= std::ios_base::eofbit;
      *to = 0;
      in->width(0);
    });
  if (!taken)
    state |= std::ios_base::failbit;
  set_state(*in, state);
}

// --- lines ---

// std::getline(in, text, delimiter)
BRAID_MODEL(
    std::istream *,
    _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_,
    (std::istream * in, std::string *text, char delimiter)) {
  if (!braid_is_active())
    return &std::getline(*in, *text, delimiter);
  std::streamsize taken = 0;
  auto state = std::ios_base::goodbit;
  if (std::istream::sentry ready(*in, true); ready)
    guarded(*in, [&] {
      text->erase();
      auto stops = [=](char character) { return character == delimiter; };
      auto limit = static_cast<std::streamsize>(text->max_size());
      int stopped = take(*in, limit, taken, stops, append_block(*text), append_one(*text));
      state |= end_line(*in, stopped, delimiter, taken);
    });
  if (!taken)
    state |= std::ios_base::failbit;
  set_state(*in, state);
  return in;
}

// in.getline(to, room, delimiter)
BRAID_MODEL(std::istream *, _ZNSi7getlineEPclc,
            (std::istream * in, char *to, std::streamsize room, char delimiter)) {
  if (!braid_is_active())
    return &in->getline(to, room, delimiter);
  std::streamsize &taken = count_of(in);
  taken = 0;
  auto state = std::ios_base::goodbit;
  if (std::istream::sentry ready(*in, true); ready)
    guarded(*in, [&] {
      auto stops = [=](char character) { return character == delimiter; };
      int stopped = take(*in, room - 1, taken, stops, append_block(to), append_one(to));
      state |= end_line(*in, stopped, delimiter, taken);
    });
  if (room > 0)
    *to = 0;
  if (!taken)
    state |= std::ios_base::failbit;
  set_state(*in, state);
  return in;
}

// --- skipping ---

// in.ignore(limit)
BRAID_MODEL(std::istream *, _ZNSi6ignoreEl, (std::istream * in, std::streamsize limit)) {
  if (!braid_is_active())
    return &in->ignore(limit);
  std::streamsize &taken = count_of(in);
  taken = 0;
  auto state = std::ios_base::goodbit;
  if (std::istream::sentry ready(*in, true); ready && limit > 0) {
    guarded(*in, [&] {
      auto nothing = [](auto &&...) {};
      int stopped = take(*in, limit, taken, [](char) { return false; }, nothing, nothing);
      if (taken < limit && is_end(stopped))
        state |= std::ios_base::eofbit;
    });
    set_state(*in, state);
  }
  return in;
}

// in.ignore(limit, delimiter)
BRAID_MODEL(std::istream *, _ZNSi6ignoreEli, (std::istream * in, std::streamsize limit, int delimiter)) {
  if (!braid_is_active())
    return &in->ignore(limit, delimiter);
  std::streamsize &taken = count_of(in);
  taken = 0;
  auto state = std::ios_base::goodbit;
  if (std::istream::sentry ready(*in, true); ready && limit > 0) {
    guarded(*in, [&] {
      auto nothing = [](auto &&...) {};
      auto stops = [=](char character) { return Traits::to_int_type(character) == delimiter; };
      int stopped = take(*in, limit, taken, stops, nothing, nothing);
      if (taken >= limit)
        return;
      if (is_end(stopped)) {
        state |= std::ios_base::eofbit;
      } else {
        taken++;
        Input(in->rdbuf()).skip();
      }
    });
    set_state(*in, state);
  }
  return in;
}

// --- everything ---

// out << in.rdbuf(), in >> out.rdbuf()
BRAID_MODEL(std::streamsize, _ZSt21__copy_streambufs_eofIcSt11char_traitsIcEElPSt15basic_streambufIT_T0_ES6_Rb,
            (std::streambuf * from, std::streambuf *to, bool *ended)) {
  if (!braid_is_active())
    return std::__copy_streambufs_eof(from, to, *ended);
  Input input(from);
  std::streamsize copied = 0;
  *ended = true;
  int character = input.peek();
  while (!is_end(character)) {
    std::streamsize there = input.count();
    if (there > 1) {
      std::streamsize written = to->sputn(input.begin(), there);
      input.skip(written);
      copied += written;
      *ended = written >= there;
      if (!*ended)
        break;
      character = input.peek();
    } else {
      *ended = !is_end(to->sputc(Traits::to_char_type(character)));
      if (!*ended)
        break;
      copied++;
      character = input.next();
    }
  }
  return copied;
}
}
