// Models for the input of wide characters: std::wcin, std::wifstream.
//
// The streams are templates; a program that reads from one gets our copies of what is behind it
// (cxx_wide_instances.cpp). What the library does itself is followed for characters below 128, which every
// encoding of a locale has in one byte each, and is lost otherwise.
#include "runtime/model.h"
#include "runtime/models/cxx_lost.h"
#include "runtime/models/decide.h"

#include <algorithm>
#include <cwchar>
#include <cxxabi.h>
#include <ext/stdio_sync_filebuf.h>
#include <istream>
#include <locale>
#include <string>

extern "C" bool __braid_model__ZNKSt5ctypeIcE2isEtc(const std::ctype<char> *facet, std::ctype_base::mask mask,
                                                    char character);
extern "C" wint_t __braid_model_getwc(FILE *file);

namespace {

using Facet = std::__ctype_abstract_base<wchar_t>;
using Conversion = std::__codecvt_abstract_base<wchar_t, char, std::mbstate_t>;
using Synchronised = __gnu_cxx::stdio_sync_filebuf<wchar_t>;

constexpr std::ptrdiff_t MOST_BYTES = 16; // that any encoding has for one character

} // namespace

extern "C" {

BRAID_MODEL_FILE;

void braid_cxx_wide_instances();

// std::wistream::sentry::sentry(std::wistream &, bool), with which every input function begins
#define SENTRY(name, function)                                                                                    \
  void function(void *sentry, std::wistream *in, bool keep_space) __asm__(#name);                                 \
  BRAID_MODEL(void, name, (void *sentry, std::wistream *in, bool keep_space)) {                                   \
    __asm__ volatile("" : : "r"(braid_cxx_wide_instances));                                                       \
    function(sentry, in, keep_space);                                                                             \
  }
SENTRY(_ZNSt13basic_istreamIwSt11char_traitsIwEE6sentryC1ERS2_b, construct_sentry)
SENTRY(_ZNSt13basic_istreamIwSt11char_traitsIwEE6sentryC2ERS2_b, construct_base_sentry)

// The next character of std::wcin: read, and put back. The library has no more to say about it than that.
BRAID_MODEL(wint_t, _ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEE9underflowEv, (Synchronised * buffer)) {
  wint_t character = __braid_model_getwc(buffer->file());
  wint_t plain = BRAID_PLAIN(wint_t, character);
  return std::ungetwc(plain, buffer->file()) == plain ? character : WEOF;
}

// bool std::ctype<wchar_t>::is(mask, wchar_t) const
BRAID_MODEL(bool, _ZNKSt21__ctype_abstract_baseIwE2isEtw,
            (const Facet *facet, std::ctype_base::mask mask, wchar_t character)) {
  if (!braid_value_symbolic(static_cast<uint64_t>(character)))
    return facet->is(mask, character);
  if (static_cast<uint32_t>(character) < 128) {
    const auto &narrow = std::use_facet<std::ctype<char>>(std::locale::classic());
    bool expected = facet->is(mask, BRAID_PLAIN(wchar_t, character));
    bool result = __braid_model__ZNKSt5ctypeIcE2isEtc(&narrow, mask, static_cast<char>(character));
    if (BRAID_PLAIN(bool, result) == expected)
      return result;
  }
  return facet->is(mask, static_cast<wchar_t>(braid_concrete(static_cast<uint64_t>(character), BRAID_LOST_MODEL)));
}

// std::getline(in, text, delimiter)
BRAID_MODEL(
    std::wistream *,
    _ZSt7getlineIwSt11char_traitsIwESaIwEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_,
    (std::wistream * in, std::wstring *text, wchar_t delimiter)) {
  if (!braid_is_active())
    return &std::getline(*in, *text, delimiter);
  auto state = std::ios_base::goodbit;
  bool taken = false;
  if (std::wistream::sentry ready(*in, true); ready) {
    try {
      text->erase();
      for (;; in->rdbuf()->sbumpc(), taken = true) {
        wint_t character = in->rdbuf()->sgetc();
        if (character == WEOF) {
          state |= std::ios_base::eofbit;
          break;
        }
        if (static_cast<wchar_t>(character) == delimiter) {
          in->rdbuf()->sbumpc();
          taken = true;
          break;
        }
        text->push_back(static_cast<wchar_t>(character));
      }
    } catch (abi::__forced_unwind &) { // a thread that is being cancelled goes on unwinding
      in->_M_setstate(std::ios_base::badbit);
      throw;
    } catch (...) {
      in->_M_setstate(std::ios_base::badbit);
    }
  }
  if (!taken)
    state |= std::ios_base::failbit;
  if (state)
    in->setstate(state);
  return in;
}

// std::codecvt<wchar_t, char, std::mbstate_t>::in(...) const: bytes of a file to wide characters
BRAID_MODEL(std::codecvt_base::result, _ZNKSt23__codecvt_abstract_baseIwc11__mbstate_tE2inERS0_PKcS4_RS4_PwS6_RS6_,
            (const Conversion *facet, std::mbstate_t *state, const char *from, const char *from_end,
             const char **from_next, wchar_t *to, wchar_t *to_end, wchar_t **to_next)) {
  std::codecvt_base::result result = facet->in(*state, from, from_end, *from_next, to, to_end, *to_next);
  if (!braid_is_active() || !braid_any_symbolic(from, static_cast<size_t>(from_end - from)))
    return result;
  const char *seen = *from_next;
  if (result == std::codecvt_base::error || (result == std::codecvt_base::partial && *to_next < to_end))
    seen += std::min(from_end - seen, MOST_BYTES); // a character that is wrong, or not whole
  for (; from < seen; from++, to++) {
    auto byte = static_cast<unsigned char>(*from);
    if (byte >= 128 || to >= *to_next ||
        BRAID_PLAIN(unsigned char, byte) != static_cast<uint32_t>(BRAID_PLAIN(wchar_t, *to)))
      break;
    *to = byte;
  }
  braid::lose(from, static_cast<size_t>(seen - from));
  braid_written(to, static_cast<size_t>(*to_next - to) * sizeof *to);
  return result;
}
}
