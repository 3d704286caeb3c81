// How the format models explain whole numbers, characters and text, for all combinations of flags and for random
// formats: the explanation has to arrive at each character that the library wrote. Where it does not, the model
// records a loss; so nothing may be lost. A number that is unlike itself at any other place ends each format: it
// shows if the explanation ended at the wrong place.
#include "stand_in.h"

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

using stand_in::Symbolic;

extern "C" int __braid_model_snprintf(char *, size_t, const char *, ...);

namespace {

constexpr size_t MOST_ARGUMENTS = 12;
constexpr unsigned long END = 1234567890123456789;

/// A conversion and its arguments. Each lies in a register or in a word on the stack, whatever its type is.
struct Piece {
  std::string format;
  std::vector<uint64_t> arguments;
};

/// What is wrong with the explanation of this format, or nothing.
std::string complaint(const std::vector<Piece> &pieces, size_t room) {
  std::string format;
  std::vector<uint64_t> a;
  for (const Piece &piece : pieces) {
    format += piece.format;
    a.insert(a.end(), piece.arguments.begin(), piece.arguments.end());
  }
  a.push_back(END);
  a.resize(MOST_ARGUMENTS);
  const auto formatted = [&](auto function, char *to) {
    return function(to, room, (format + "%lu").c_str(), a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9],
                    a[10], a[11]);
  };
  char expected[400], actual[400];
  std::memset(expected, 'x', sizeof expected);
  std::memset(actual, 'x', sizeof actual);
  const int length = formatted(snprintf, expected);
  std::string wrong;
  for (Symbolic symbolic : {Symbolic::Nothing, Symbolic::Values}) {
    stand_in::choose(symbolic);
    if (formatted(__braid_model_snprintf, actual) != length)
      wrong += " another result";
    if (std::memcmp(actual, expected, sizeof actual) != 0)
      wrong += " another text";
    if (symbolic == Symbolic::Values && stand_in::losses() != 0)
      wrong += " a character is not explained";
  }
  if (wrong.empty())
    return wrong;
  wrong = "\"" + format + "\", room " + std::to_string(room) + ":" + wrong + "; arguments";
  for (uint64_t argument : a)
    wrong += " " + std::to_string(static_cast<int64_t>(argument));
  return wrong + "; the library writes \"" + expected + "\"";
}

/// With nothing in it that could be left out.
std::string shortest_complaint(std::vector<Piece> pieces, size_t room) {
  for (size_t i = 0; i < pieces.size();) {
    std::vector<Piece> fewer = pieces;
    fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(i));
    if (complaint(fewer, room).empty())
      i++;
    else
      pieces = fewer;
  }
  return complaint(pieces, room);
}

std::string flags_of(unsigned set) {
  std::string flags;
  for (unsigned i = 0; i < 5; i++)
    if (set >> i & 1)
      flags += "-+ #0"[i];
  return flags;
}

class RandomFormat {
public:
  explicit RandomFormat(uint64_t seed) : engine_(seed) {}

  size_t below(size_t bound) { return engine_() % bound; }

  std::vector<Piece> pieces() {
    std::vector<Piece> result(1 + below(3));
    for (Piece &piece : result)
      piece = below(4) == 0 ? literal() : conversion();
    return result;
  }

private:
  Piece literal() { return {pick({"%%", ", ", "0x", "-", "%5%"}), {}}; }

  Piece conversion() {
    static constexpr char TEXT[] = "some text, 12345678901234567890";
    Piece piece{"%" + (below(2) ? flags_of(static_cast<unsigned>(below(32))) : ""), {}};
    count(piece, below(3), 25);
    if (below(3) == 0) {
      piece.format += '.';
      count(piece, below(3), 25);
    }
    const char kind = "diuxXobBdiuxpcs"[below(15)];
    if (kind != 'p' && kind != 'c' && kind != 's')
      piece.format += pick({"", "", "", "hh", "h", "l", "ll", "q", "j", "z", "t", "Z"});
    piece.format += kind;
    piece.arguments.push_back(kind == 's' ? reinterpret_cast<uint64_t>(TEXT + below(sizeof TEXT)) : value());
    return piece;
  }

  /// A width or precision: none, in the format, or as an argument.
  void count(Piece &piece, size_t way, size_t most) {
    const auto number = below(most);
    if (way == 1 && number != 0)
      piece.format += std::to_string(number);
    if (way != 2)
      return;
    piece.format += '*';
    piece.arguments.push_back(below(4) == 0 ? 0 - number : number);
  }

  uint64_t value() {
    const uint64_t word = engine_() >> below(64);
    switch (below(6)) {
    case 0:
      return below(3) - 1;
    case 1:
      return (uint64_t(1) << below(64)) - below(2);
    case 2:
      return static_cast<uint64_t>(INT64_MIN) - below(2);
    case 3:
      return 0 - word;
    default:
      return word;
    }
  }

  const char *pick(std::initializer_list<const char *> from) { return from.begin()[below(from.size())]; }

  std::mt19937_64 engine_;
};

} // namespace

TEST(FormatNumbers, AllFlagsTogether) {
  const int64_t values[] = {0,       1,       -1,       7,        8,        9,        10,         15,
                            16,      63,      64,       99,       100,      -9,       -10,        -100,
                            127,     -128,    255,      256,      32767,    -32768,   65535,      999999999,
                            INT_MAX, INT_MIN, UINT_MAX, 1L << 32, LONG_MAX, LONG_MIN, -(1L << 40)};
  for (char kind : std::string("diouxXbBp"))
    for (unsigned flags = 0; flags < 32; flags++)
      for (const char *width : {"", "1", "6", "21", "70"})
        for (const char *precision : {"", ".", ".1", ".4", ".23"})
          for (const char *size : {"", "hh", "l"}) {
            if (kind == 'p' && *size)
              continue;
            const std::string format = "%" + flags_of(flags) + width + precision + size + kind;
            for (int64_t value : values)
              ASSERT_EQ(complaint({{format, {static_cast<uint64_t>(value)}}}, 400), "");
          }
}

TEST(FormatNumbers, AllOfTwoBytes) {
  for (const char *format : {"%hd", "%hhd", "%d", "%hu", "%x", "%#o", "%+.3hd", "%07hi", "%-8hd|"})
    for (uint64_t value = 0; value < 65536; value++)
      ASSERT_EQ(complaint({{format, {value}}}, 400), "");
}

TEST(FormatNumbers, RandomFormats) {
  const char *given = std::getenv("BRAID_TEST_SEED");
  const uint64_t seed = given ? std::strtoull(given, nullptr, 0) : std::random_device()();
  RandomFormat random(seed);
  for (int i = 0; i < 200000; i++) {
    const std::vector<Piece> pieces = random.pieces();
    const size_t room = random.below(3) == 0 ? random.below(40) : 400;
    if (!complaint(pieces, room).empty())
      FAIL() << shortest_complaint(pieces, room) << "\nto see it again: BRAID_TEST_SEED=" << seed;
  }
  RecordProperty("seed", std::to_string(seed));
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
}
