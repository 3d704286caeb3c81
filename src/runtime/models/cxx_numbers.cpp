// Models of the functions that turn numbers into text and text into numbers below the streams, std::to_string and
// <charconv>. The rest of that work is templates; what is missing are digits that the headers take from tables,
// and the reading of floating-point numbers, which is in the library. Strings are made by code of the program's
// own.
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

#include "runtime/model.h"
#include "runtime/models/cxx_lost.h"
#include "runtime/models/cxx_table.h"
#include "runtime/models/decide.h"

#include <charconv>
#include <cstring>
#include <ios>
#include <limits>
#include <locale>
#include <new>
#include <string>
#include <type_traits>

extern "C" {
double __braid_model___strtod_l(const char *text, char **end, locale_t locale);
float __braid_model___strtof_l(const char *text, char **end, locale_t locale);
long double __braid_model___strtold_l(const char *text, char **end, locale_t locale);
double __braid_model_strtod(const char *text, char **end);
float __braid_model_strtof(const char *text, char **end);
long double __braid_model_strtold(const char *text, char **end);
}

namespace {

// --- numbers to text ---

constexpr char DIGITS[] = "0123456789abcdefghijklmnopqrstuvwxyz";

// Decided by comparisons with powers of the base, which solvers find easier than repeated divisions.
template <typename Number> unsigned count_digits(Number value, unsigned base) {
  unsigned count = 1;
  for (auto power = static_cast<Number>(base); value >= power;) {
    count++;
    if (__builtin_mul_overflow(power, static_cast<Number>(base), &power))
      break;
  }
  return count;
}

// Exactly `count` digits.
template <typename Number>
void write_digits(char *to, unsigned count, Number value, unsigned base, const char *digits = DIGITS) {
  for (Number power = 1; count > 0; power = static_cast<Number>(power * base)) {
    auto last = static_cast<unsigned>(value / power % base);
    to[--count] = static_cast<char>(braid::look_up(last, base, [=](unsigned i) { return digits[i]; }));
  }
}

// std::to_chars. A minus sign is written even where there is no room for the number behind it.
template <typename Number>
std::to_chars_result write_number(char *from, char *end, Number value, int wanted_base) {
  auto base = static_cast<unsigned>(braid_concrete(static_cast<unsigned>(wanted_base), BRAID_LOST_MODEL));
  auto magnitude = static_cast<std::make_unsigned_t<Number>>(value);
  if (value < 0) {
    if (from != end)
      *from++ = '-';
    magnitude = static_cast<std::make_unsigned_t<Number>>(-magnitude);
  }
  unsigned count = count_digits(magnitude, base);
  if (end - from < static_cast<std::ptrdiff_t>(count))
    return {end, std::errc::value_too_large};
  write_digits(from, count, magnitude, base);
  return {from + count, std::errc{}};
}

template <typename Number> void write(std::string *to, Number value) {
  new (to) std::string(std::to_string(value));
}
template <typename Number> void write(std::wstring *to, Number value) {
  new (to) std::wstring(std::to_wstring(value));
}

// std::to_string and std::to_wstring. The header's own makes the sign a number, and with it the length of the
// string; or it calls a function of C by way of a pointer, and then a loss would have no place in the program.
template <typename String, typename Number> String *make_text(String *to, Number value) {
  if constexpr (std::is_integral_v<Number>) {
    if (braid_value_symbolic(static_cast<uint64_t>(value))) {
      char text[24];
      return new (to) String(text, write_number(text, text + sizeof text, value, 10).ptr);
    }
    write(to, value);
  } else {
    using Bits = std::conditional_t<sizeof(Number) == sizeof(uint32_t), uint32_t, uint64_t>;
    braid_concrete(__builtin_bit_cast(Bits, value), BRAID_LOST_MODEL);
    write(to, BRAID_PLAIN(Number, value));
  }
  return to;
}

// How the streams write an integer: backwards, with the characters of their locale.
template <typename Number>
int write_backwards(char *end, Number value, const char *atoms, std::ios_base::fmtflags flags, bool decimal) {
  if (!braid_value_symbolic(value))
    return std::__int_to_char(end, value, atoms, flags, decimal);
  unsigned base = decimal ? 10 : (flags & std::ios_base::basefield) == std::ios_base::oct ? 8 : 16;
  bool capitals = base == 16 && flags & std::ios_base::uppercase;
  const char *digits = atoms + (capitals ? std::__num_base::_S_oudigits : std::__num_base::_S_odigits);
  unsigned count = count_digits(value, base);
  write_digits(end - count, count, value, base, digits);
  return static_cast<int>(count);
}

// --- text to numbers ---

double read(const char *text, char **end, locale_t locale, double *) {
  return __braid_model___strtod_l(text, end, locale);
}
float read(const char *text, char **end, locale_t locale, float *) {
  return __braid_model___strtof_l(text, end, locale);
}
long double read(const char *text, char **end, locale_t locale, long double *) {
  return __braid_model___strtold_l(text, end, locale);
}

// The last step of reading a number from a stream, which has made sure that `text` looks like one.
template <typename Number>
void convert(const char *text, Number *number, std::ios_base::iostate *state, const locale_t *locale) {
  if (!braid_any_symbolic(text, std::strlen(text) + 1))
    return std::__convert_to_v(text, *number, *state, *locale);
  using Limits = std::numeric_limits<Number>;
  char *end = nullptr;
  Number value = read(text, &end, *locale, static_cast<Number *>(nullptr));
  if (end == text || *end != 0) {
    *number = 0;
    *state = std::ios_base::failbit;
  } else if (value == Limits::infinity()) {
    *number = Limits::max();
    *state = std::ios_base::failbit;
  } else if (value == -Limits::infinity()) {
    *number = -Limits::max();
    *state = std::ios_base::failbit;
  } else {
    *number = value;
  }
}

double read(const char *text, char **end, double *) { return __braid_model_strtod(text, end); }
float read(const char *text, char **end, float *) { return __braid_model_strtof(text, end); }
long double read(const char *text, char **end, long double *) { return __braid_model_strtold(text, end); }

// std::from_chars. What the library used is read again as strtod would; that is how long a number is if it was
// not too long to be copied. A number that is not there, or not in range, remains the library's secret.
template <typename Number>
std::from_chars_result parse(const char *from, const char *end, Number *number, std::chars_format format) {
  std::from_chars_result result = std::from_chars(from, end, *number, format);
  auto there = static_cast<size_t>(end - from);
  if (!braid_is_active() || !braid_any_symbolic(from, there))
    return result;
  char text[128];
  auto used = static_cast<size_t>(result.ptr - from);
  if (result.ec == std::errc{} && format != std::chars_format::hex && used < sizeof text) {
    size_t copied = used + 1 < there ? used + 1 : there; // also the character at which the number ends
    copied = copied < sizeof text ? copied : used;
    __builtin_memcpy(text, from, copied);
    text[copied] = 0;
    char *stop = nullptr;
    Number value = read(text, &stop, static_cast<Number *>(nullptr));
    if (std::memcmp(&value, number, sizeof value) == 0) {
      *number = value;
      return result;
    }
  }
  braid::lose(from, used);
  if (result.ec == std::errc{})
    braid_written(number, sizeof *number);
  return result;
}

} // namespace

extern "C" {

BRAID_MODEL_FILE;

// void std::__detail::__to_chars_10_impl(char *, unsigned, T)
#define DECIMAL(type, letter)                                                                                     \
  BRAID_MODEL(void, _ZNSt8__detail18__to_chars_10_implI##letter##EEvPcjT_,                                        \
              (char *to, unsigned count, unsigned type value)) {                                                  \
    if (braid_value_symbolic(value))                                                                              \
      write_digits(to, count, value, 10);                                                                         \
    else                                                                                                          \
      std::__detail::__to_chars_10_impl(to, count, value);                                                        \
  }
DECIMAL(int, j)
DECIMAL(long, m)
DECIMAL(long long, y)

// std::to_chars(char *, char *, T, int)
#define TO_CHARS(type, letter)                                                                                    \
  BRAID_MODEL(std::to_chars_result, _ZSt8to_charsPcS_##letter##i,                                                 \
              (char *from, char *end, type value, int base)) {                                                    \
    if (!braid_value_symbolic(static_cast<uint64_t>(value)))                                                      \
      return std::to_chars(from, end, value, base);                                                               \
    return write_number(from, end, value, base);                                                                  \
  }
TO_CHARS(char, c)
TO_CHARS(signed char, a)
TO_CHARS(unsigned char, h)
TO_CHARS(short, s)
TO_CHARS(unsigned short, t)
TO_CHARS(int, i)
TO_CHARS(unsigned, j)
TO_CHARS(long, l)
TO_CHARS(unsigned long, m)
TO_CHARS(long long, x)
TO_CHARS(unsigned long long, y)

// std::string std::to_string(T), std::wstring std::to_wstring(T): the caller says where the string is wanted
#define TO_STRING(type, letter)                                                                                   \
  BRAID_MODEL(std::string *, _ZNSt7__cxx119to_stringE##letter, (std::string * to, type value)) {                  \
    return make_text(to, value);                                                                                  \
  }                                                                                                               \
  BRAID_MODEL(std::wstring *, _ZNSt7__cxx1110to_wstringE##letter, (std::wstring * to, type value)) {              \
    return make_text(to, value);                                                                                  \
  }
TO_STRING(int, i)
TO_STRING(unsigned, j)
TO_STRING(long, l)
TO_STRING(unsigned long, m)
TO_STRING(long long, x)
TO_STRING(unsigned long long, y)
TO_STRING(float, f)
TO_STRING(double, d)

// int std::__int_to_char(char *, T, const char *, std::ios_base::fmtflags, bool)
#define BACKWARDS(type, letter)                                                                                   \
  BRAID_MODEL(int, _ZSt13__int_to_charIc##letter##EiPT_T0_PKS0_St13_Ios_Fmtflagsb,                                \
              (char *end, unsigned type value, const char *atoms, std::ios_base::fmtflags flags, bool decimal)) { \
    return write_backwards(end, value, atoms, flags, decimal);                                                    \
  }
BACKWARDS(long, m)
BACKWARDS(long long, y)

// The value of a digit in any base up to 36; 127 for what is none.
BRAID_MODEL(unsigned char, _ZNSt8__detail25__from_chars_alnum_to_valILb0EEEhh, (unsigned char character)) {
  return static_cast<unsigned char>(braid::look_up(character, 256, [](unsigned i) {
    return braid::within(i, '0', '9') ? i - '0' : braid::within(i | 32, 'a', 'z') ? (i | 32) - 'a' + 10 : 127;
  }));
}

// void std::__convert_to_v(const char *, T &, std::ios_base::iostate &, const std::__c_locale &)
#define CONVERT(type, letter)                                                                                     \
  BRAID_MODEL(void, _ZSt14__convert_to_vI##letter##EvPKcRT_RSt12_Ios_IostateRKP15__locale_struct,                 \
              (const char *text, type *number, std::ios_base::iostate *state, const locale_t *locale)) {          \
    convert(text, number, state, locale);                                                                         \
  }
CONVERT(double, d)
CONVERT(float, f)
CONVERT(long double, e)

// std::from_chars(const char *, const char *, T &, std::chars_format)
#define FROM_CHARS(type, letter)                                                                                  \
  BRAID_MODEL(std::from_chars_result, _ZSt10from_charsPKcS0_R##letter##St12chars_format,                          \
              (const char *from, const char *end, type *number, std::chars_format format)) {                      \
    return parse(from, end, number, format);                                                                      \
  }
FROM_CHARS(double, d)
FROM_CHARS(float, f)
FROM_CHARS(long double, e)
}
