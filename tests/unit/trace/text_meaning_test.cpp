// The text of an expression must mean what the expression means. The texts are so near to C++ that a compiler
// can judge: random expressions are printed, compiled, run, and compared with evaluation. The operators with a
// u behind them become named operators (a <LESS> b), which have the precedence of what they are made of.
#include "random_trace.h"
#include "trace/text.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>

namespace braid::trace::test {
namespace {

const char *const PROLOGUE = R"(
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
typedef uint32_t u;
enum Operator { LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, DIVIDE, REMAINDER, SHIFT };
struct Half { u left; Operator op; };
template <class Int> Half operator<(Int a, Operator op) { return {u(a), op}; }
template <class Int> Half operator/(Int a, Operator op) { return {u(a), op}; }
template <class Int> Half operator%(Int a, Operator op) { return {u(a), op}; }
template <class Int> Half operator>>(Int a, Operator op) { return {u(a), op}; }
bool operator>(Half a, int b) {
  return a.op == LESS ? a.left < u(b) : a.op == LESS_EQUAL ? a.left <= u(b) : a.op == GREATER ? a.left > u(b) : a.left >= u(b);
}
u operator/(Half a, int b) { return a.left / u(b); }
u operator%(Half a, int b) { return a.left % u(b); }
u operator>>(Half a, int b) { return a.left >> b; }
u umin(u a, u b) { return a < b ? a : b; }
u umax(u a, u b) { return a < b ? b : a; }
template <class A, class B> auto min(A a, B b) { return a < b ? a : b; }
template <class A, class B> auto max(A a, B b) { return a < b ? b : a; }
int popcount(u x) { return std::popcount(x); }
int clz8(int x) { return std::countl_zero(uint8_t(x)); }
int clz32(int x) { return std::countl_zero(u(x)); }
uint8_t bswap8(int x) { return uint8_t(x); }
u bswap32(int x) { return __builtin_bswap32(u(x)); }
uint8_t bitreverse8(int x) { return __builtin_bitreverse8(uint8_t(x)); }
u bitreverse32(int x) { return __builtin_bitreverse32(u(x)); }
)";

std::string compilable(std::string text) {
  const std::pair<const char *, const char *> operators[] = {
      {" <=u ", " <LESS_EQUAL> "}, {" >=u ", " <GREATER_EQUAL> "}, {" >>u ", " >>SHIFT>> "}, {" <u ", " <LESS> "},
      {" >u ", " <GREATER> "},     {" /u ", " /DIVIDE/ "},         {" %u ", " %REMAINDER% "}};
  for (const auto &[from, to] : operators)
    text = std::regex_replace(text, std::regex(from), to);
  // Large hexadecimal constants are unsigned for C. In comparisons they are meant so, in arithmetic not.
  text = std::regex_replace(text, std::regex("([^<>=] |^|[(])(0x[0-9a-f]+)"), "$1int($2)");
  text = std::regex_replace(text, std::regex("-0x[0-9a-f]+"), "int($&)");
  return std::regex_replace(text, std::regex("stdin"), "input");
}

// Bytes and 32-bit ints only: for those the text names all conversions. Divisors and shift amounts are
// constants for which C defines the result.
Label random_expression(TraceBuilder &trace, Random &random, unsigned width, unsigned depth) {
  const auto deeper = [&](unsigned of) { return random_expression(trace, random, of, depth - 1); };
  if (depth == 0 || random.chance(10)) {
    if (width == 1)
      return trace.op(BRAID_OP_ULT, 1, trace.input(0, uint32_t(random.below(8))),
                      trace.constant(8, random.value(8)));
    if (width == 8)
      return trace.input(0, uint32_t(random.below(8)));
    if (random.chance(40))
      return trace.bytes(1, 0, 4); // n
    return trace.op(random.chance(50) ? BRAID_OP_ZEXT : BRAID_OP_SEXT, 32,
                    trace.input(0, uint32_t(random.below(8))));
  }
  const auto second = [&](unsigned of) {
    return random.chance(40) ? trace.constant(of, random.value(of)) : deeper(of);
  };
  if (width == 1) {
    static constexpr uint8_t COMPARES[] = {BRAID_OP_EQ,  BRAID_OP_NE,  BRAID_OP_ULT,
                                           BRAID_OP_ULE, BRAID_OP_SLT, BRAID_OP_SLE};
    static constexpr uint8_t LOGIC[] = {BRAID_OP_AND, BRAID_OP_OR, BRAID_OP_XOR};
    const unsigned from = random.chance(50) ? 8 : 32;
    if (random.chance(60)) {
      const Label a = deeper(from), b = second(from);
      return random.chance(20) ? trace.op(random.pick(COMPARES), 1, b, a)
                               : trace.op(random.pick(COMPARES), 1, a, b);
    }
    if (random.chance(30))
      return trace.op(BRAID_OP_EXTRACT, 1, deeper(from), uint32_t(random.below(from)));
    const Label a = deeper(1);
    return trace.op(random.pick(LOGIC), 1, a, random.chance(30) ? trace.constant(1, 1) : deeper(1));
  }
  switch (random.below(9)) {
  case 0: {
    static constexpr uint8_t DIVISIONS[] = {BRAID_OP_UDIV, BRAID_OP_SDIV, BRAID_OP_UREM, BRAID_OP_SREM};
    return trace.op(random.pick(DIVISIONS), width, deeper(width), trace.constant(width, 1 + random.below(100)));
  }
  case 1: {
    static constexpr uint8_t SHIFTS[] = {BRAID_OP_SHL, BRAID_OP_LSHR, BRAID_OP_ASHR};
    return trace.op(random.pick(SHIFTS), width, deeper(width), trace.constant(width, random.below(width)));
  }
  case 2:
    return trace.op(BRAID_OP_ITE, width, deeper(1), deeper(width), second(width));
  case 3:
    if (width == 8)
      return trace.op(BRAID_OP_EXTRACT, 8, deeper(32), uint32_t(random.below(25)));
    return trace.op(random.chance(50) ? BRAID_OP_ZEXT : BRAID_OP_SEXT, 32, deeper(random.chance(70) ? 8 : 1));
  case 4: {
    static constexpr uint8_t COUNTS[] = {BRAID_OP_CTPOP, BRAID_OP_CTLZ, BRAID_OP_BSWAP, BRAID_OP_BITREVERSE};
    return trace.op(random.pick(COUNTS), width, deeper(width));
  }
  case 5: {
    const Label a = deeper(width), b = deeper(width);
    const Label less = trace.op(random.chance(50) ? BRAID_OP_ULT : BRAID_OP_SLT, 1, a, b);
    return random.chance(50) ? trace.op(BRAID_OP_ITE, width, less, a, b)
                             : trace.op(BRAID_OP_ITE, width, less, b, a);
  }
  default: {
    static constexpr uint8_t ARITHMETIC[] = {BRAID_OP_ADD, BRAID_OP_SUB, BRAID_OP_MUL,
                                             BRAID_OP_AND, BRAID_OP_OR,  BRAID_OP_XOR};
    const Label a = deeper(width);
    return random.chance(10) ? trace.op(BRAID_OP_SUB, width, trace.constant(width, 0), a)
                             : trace.op(random.pick(ARITHMETIC), width, a, second(width));
  }
  }
}

TEST(TextMeaning, TheCompilerUnderstandsItTheSameWay) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  TraceBuilder trace({.data = 64, .nodes = 400000});
  const std::string bytes = random_bytes(random, 8), number = random_bytes(random, 4);
  trace.add_source(BRAID_SOURCE_STDIN, bytes);
  trace.add_source(BRAID_SOURCE_MARK, number, "n");
  std::string program = PROLOGUE;
  program += "const uint8_t input[] = {";
  for (const char byte : bytes)
    program += std::to_string(uint8_t(byte)) + ", ";
  int32_t n;
  std::memcpy(&n, number.data(), sizeof n);
  program += "};\nconst int32_t n = int32_t(" + std::to_string(int64_t(n)) + ");\nint main() {\n";
  std::vector<Label> labels;
  std::vector<std::string> texts;
  for (int i = 0; i < 1500; i++) {
    static constexpr unsigned WIDTHS[] = {1, 8, 32};
    labels.push_back(random_expression(trace, random, random.pick(WIDTHS), unsigned(1 + random.below(4))));
  }
  const View view = trace.view();
  ASSERT_TRUE(view.whole()) << view.problems()[0].text();
  const LabelText printer(view, {.characters = 2000});
  for (const Label label : labels) {
    texts.push_back(printer.label(label));
    program += "  printf(\"%u\\n\", u(" + compilable(texts.back()) + "));\n";
  }
  program += "}\n";

  const std::string base = testing::TempDir() + "braid-text-" + std::to_string(getpid());
  std::ofstream(base + ".cpp") << program;
  const std::string build =
      std::string(CXX_COMPILER) + " -std=c++20 -w -O0 -fwrapv -o " + base + " " + base + ".cpp";
  ASSERT_EQ(std::system(build.c_str()), 0) << base << ".cpp";
  FILE *pipe = popen(base.c_str(), "r");
  for (size_t i = 0; i < labels.size(); i++) {
    uint32_t value;
    ASSERT_EQ(std::fscanf(pipe, "%u", &value), 1);
    const unsigned width = view.node(labels[i]).width;
    // A byte that is read as signed is printed as a negative int: its low bits count.
    EXPECT_EQ(value & uint32_t(mask_of(width)), uint32_t(trace.value(labels[i]))) << texts[i];
  }
  pclose(pipe);
  std::remove(base.c_str());
  std::remove((base + ".cpp").c_str());
}

} // namespace
} // namespace braid::trace::test
