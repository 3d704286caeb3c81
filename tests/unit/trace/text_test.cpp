// What labels look like to a person.
#include "trace/text.h"
#include "trace_builder.h"

#include <gtest/gtest.h>

namespace braid::trace::test {
namespace {

class TextTest : public testing::Test {
protected:
  TextTest() {
    stdin_ = trace_.add_source(BRAID_SOURCE_STDIN, "abcdefghijklmnop");
    n_ = trace_.add_source(BRAID_SOURCE_MARK, std::string(4, 1), "n");
    c_ = trace_.add_source(BRAID_SOURCE_MARK, "c", "c");
    x_ = trace_.add_source(BRAID_SOURCE_MARK, std::string(8, 0), "x");
    byte_ = trace_.input(stdin_, 0);
    int_ = zext(32, byte_);
    number_ = trace_.bytes(n_, 0, 4);
  }

  Label constant(unsigned width, Value value) { return trace_.constant(width, value); }
  Label zext(unsigned width, Label a) { return trace_.op(BRAID_OP_ZEXT, width, a); }
  Label sext(unsigned width, Label a) { return trace_.op(BRAID_OP_SEXT, width, a); }
  // Binary operation, the second operand a label or, with `with`, a constant.
  Label op(uint8_t op, Label a, Label b) {
    const Shape shape = OPERATIONS[op].shape;
    return trace_.op(op, shape == Shape::COMPARE || shape == Shape::FCOMPARE ? 1 : trace_.node(a).width, a, b);
  }
  Label with(uint8_t operation, Label a, Value b) { return op(operation, a, constant(trace_.node(a).width, b)); }

  std::string text(Label label) {
    const View view = trace_.view();
    EXPECT_TRUE(view.whole()) << view.problems()[0].text();
    return LabelText(view).label(label);
  }

  TraceBuilder trace_;
  uint32_t stdin_, n_, c_, x_;
  Label byte_, int_, number_;
};

TEST_F(TextTest, Names) {
  EXPECT_EQ(text(byte_), "stdin[0]");
  EXPECT_EQ(text(trace_.size(stdin_)), "size(stdin)");
  EXPECT_EQ(text(trace_.input(trace_.add_source(BRAID_SOURCE_ARG, "x", "", 1), 0)), "argv[1][0]");
  EXPECT_EQ(text(trace_.input(trace_.add_source(BRAID_SOURCE_FILE, "abc", "x.bin"), 2)), "file \"x.bin\"[2]");
  EXPECT_EQ(text(trace_.input(trace_.add_source(BRAID_SOURCE_ENV, "abc", "HOME"), 2)), "getenv(\"HOME\")[2]");
  EXPECT_EQ(text(trace_.input(trace_.add_source(BRAID_SOURCE_CALL, "abcd", "rand"), 2)), "rand()[2]");
  EXPECT_EQ(text(trace_.input(trace_.add_source(BRAID_SOURCE_DATA, "abcd"), 2)), "data[2]");
  EXPECT_EQ(text(trace_.input(trace_.add_source(BRAID_SOURCE_FILE, "abc", "a\nb\x1b"), 0)),
            "file \"a\\nb\\x1b\"[0]");
}

TEST_F(TextTest, Variables) {
  EXPECT_EQ(text(number_), "n");
  EXPECT_EQ(text(trace_.input(n_, 2)), "n[2]");
  EXPECT_EQ(text(trace_.bytes(n_, 0, 2)), "n[0..1]");
  EXPECT_EQ(text(trace_.input(c_, 0)), "c");
  const uint32_t again = trace_.add_source(BRAID_SOURCE_MARK, std::string(4, 1), "n");
  EXPECT_EQ(text(trace_.bytes(again, 0, 4)), "n#2");
  const uint32_t call = trace_.add_source(BRAID_SOURCE_CALL, std::string(4, 1), "rand");
  EXPECT_EQ(text(with(BRAID_OP_SREM, trace_.bytes(call, 0, 4), 6)), "rand() % 6");
}

TEST_F(TextTest, BytesTogether) {
  EXPECT_EQ(text(trace_.bytes(stdin_, 4, 4)), "stdin[4..7]");
  const Label high = trace_.input(stdin_, 0), low = trace_.input(stdin_, 1);
  EXPECT_EQ(text(trace_.op(BRAID_OP_CONCAT, 16, high, low)), "bswap16(stdin[0..1])");
  const Label mixed = trace_.op(BRAID_OP_CONCAT, 16, high, trace_.input(stdin_, 5));
  EXPECT_EQ(text(mixed), "stdin[0] << 8 | stdin[5]");
  const Label fixed = trace_.op(BRAID_OP_CONCAT, 24, mixed, constant(8, 0x7f));
  EXPECT_EQ(text(fixed), "stdin[0] << 16 | stdin[5] << 8 | 0x7f");
}

TEST_F(TextTest, Letters) {
  EXPECT_EQ(text(with(BRAID_OP_EQ, byte_, 'a')), "stdin[0] == 'a'");
  EXPECT_EQ(text(with(BRAID_OP_NE, int_, 'a')), "stdin[0] != 'a'");
  EXPECT_EQ(text(with(BRAID_OP_EQ, byte_, '\'')), "stdin[0] == '\\''");
  EXPECT_EQ(text(with(BRAID_OP_EQ, byte_, '\n')), "stdin[0] == '\\n'");
  EXPECT_EQ(text(with(BRAID_OP_EQ, byte_, 0)), "stdin[0] == 0");
  EXPECT_EQ(text(with(BRAID_OP_EQ, byte_, 200)), "stdin[0] == 200");
  EXPECT_EQ(text(with(BRAID_OP_EQ, sext(32, byte_), 'a')), "stdin[0] == 'a'");
  EXPECT_EQ(text(with(BRAID_OP_EQ, sext(32, byte_), mask_of(32))), "(int8_t)stdin[0] == -1");
  EXPECT_EQ(text(with(BRAID_OP_ULT, byte_, '9' + 1)), "stdin[0] <= '9'");
  EXPECT_EQ(text(op(BRAID_OP_ULT, constant(8, '/'), byte_)), "stdin[0] >= '0'");
  EXPECT_EQ(text(with(BRAID_OP_ULE, byte_, '@')), "stdin[0] < 'A'");
  EXPECT_EQ(text(with(BRAID_OP_ULT, byte_, 10)), "stdin[0] < 10");
  EXPECT_EQ(text(with(BRAID_OP_EQ, trace_.bytes(stdin_, 0, 4), 0x21464c45)), "stdin[0..3] == \"ELF!\"");
  EXPECT_EQ(text(with(BRAID_OP_EQ, trace_.bytes(stdin_, 0, 4), 0x464c457f)), "stdin[0..3] == 0x464c457f");
  EXPECT_EQ(text(with(BRAID_OP_EQ, number_, 0x41424344)), "n == 0x41424344");
}

TEST_F(TextTest, SignsOnlyWhereNeeded) {
  EXPECT_EQ(text(with(BRAID_OP_SLT, byte_, 5)), "(int8_t)stdin[0] < 5");
  EXPECT_EQ(text(with(BRAID_OP_SLT, sext(32, byte_), 5)), "(int8_t)stdin[0] < 5");
  EXPECT_EQ(text(with(BRAID_OP_ULT, byte_, 5)), "stdin[0] < 5");
  EXPECT_EQ(text(with(BRAID_OP_SLT, int_, 5)), "stdin[0] < 5");
  EXPECT_EQ(text(with(BRAID_OP_ULT, int_, 5)), "stdin[0] < 5");
  EXPECT_EQ(text(with(BRAID_OP_SLT, number_, 5)), "n < 5");
  EXPECT_EQ(text(with(BRAID_OP_SLT, number_, mask_of(32) - 4)), "n < -5");
  EXPECT_EQ(text(with(BRAID_OP_SLT, number_, 0x80000000)), "n < -0x80000000");
  EXPECT_EQ(text(with(BRAID_OP_EQ, number_, 0xdeadbeef)), "n == 0xdeadbeef");
  EXPECT_EQ(text(with(BRAID_OP_ADD, number_, 0xdeadbeef)), "n + 0xdeadbeef");
  EXPECT_EQ(text(with(BRAID_OP_ULT, number_, 5)), "n <u 5");
  EXPECT_EQ(text(with(BRAID_OP_ULT, number_, 0x80000000)), "n <u 0x80000000");
  EXPECT_EQ(text(op(BRAID_OP_SLT, constant(32, 5), number_)), "n > 5");
  EXPECT_EQ(text(op(BRAID_OP_SLE, trace_.bytes(stdin_, 0, 4), constant(32, 7))), "(int32_t)stdin[0..3] <= 7");
  EXPECT_EQ(text(op(BRAID_OP_ULT, number_, int_)), "n <u stdin[0]");
  EXPECT_EQ(text(with(BRAID_OP_UDIV, number_, 10)), "n /u 10");
  EXPECT_EQ(text(with(BRAID_OP_SDIV, number_, 10)), "n / 10");
  EXPECT_EQ(text(with(BRAID_OP_UDIV, int_, 10)), "stdin[0] / 10");
  EXPECT_EQ(text(with(BRAID_OP_LSHR, number_, 3)), "n >>u 3");
  EXPECT_EQ(text(with(BRAID_OP_ASHR, number_, 3)), "n >> 3");
  EXPECT_EQ(text(with(BRAID_OP_LSHR, byte_, 3)), "stdin[0] >> 3");
  EXPECT_EQ(text(with(BRAID_OP_ASHR, byte_, 3)), "(int8_t)stdin[0] >> 3");
}

TEST_F(TextTest, NarrowArithmeticShowsItsWidth) {
  const Label digit = with(BRAID_OP_ADD, byte_, 256 - '0');
  EXPECT_EQ(text(with(BRAID_OP_ULT, digit, 10)), "stdin[0] >= '0' && stdin[0] <= '9'");
  EXPECT_EQ(text(op(BRAID_OP_ULT, constant(8, 9), digit)), "stdin[0] < '0' || stdin[0] > '9'");
  EXPECT_EQ(text(with(BRAID_OP_ULT, digit, 100)), "(uint8_t)(stdin[0] - '0') < 100");
  EXPECT_EQ(text(with(BRAID_OP_SLT, digit, 10)), "(int8_t)(stdin[0] - '0') < 10");
  EXPECT_EQ(text(with(BRAID_OP_EQ, digit, 3)), "stdin[0] == '3'");
  EXPECT_EQ(text(with(BRAID_OP_EQ, zext(32, digit), 3)), "(uint8_t)(stdin[0] - '0') == 3");
  EXPECT_EQ(text(with(BRAID_OP_EQ, op(BRAID_OP_ADD, digit, byte_), 3)),
            "(uint8_t)(stdin[0] - '0' + stdin[0]) == 3");
  EXPECT_EQ(text(with(BRAID_OP_NE, op(BRAID_OP_SUB, number_, int_), 0)), "n != stdin[0]");
  EXPECT_EQ(text(with(BRAID_OP_EQ, with(BRAID_OP_SUB, int_, 'h'), 0)), "stdin[0] == 'h'");
  const Label value = with(BRAID_OP_ADD, with(BRAID_OP_MUL, int_, 10), 7);
  EXPECT_EQ(text(with(BRAID_OP_ULT, value, 100)), "stdin[0] * 10 + 7 < 100");
  EXPECT_EQ(text(with(BRAID_OP_ULT, with(BRAID_OP_ADD, int_, mask_of(32) - 47), 10)),
            "stdin[0] >= '0' && stdin[0] <= '9'");
  EXPECT_EQ(text(with(BRAID_OP_ULT, with(BRAID_OP_ADD, int_, mask_of(32) - 47), 200)), "stdin[0] - '0' <u 200");
}

TEST_F(TextTest, Precedence) {
  const Label other = zext(32, trace_.input(stdin_, 1));
  const Label sum = op(BRAID_OP_ADD, number_, other), product = op(BRAID_OP_MUL, number_, other);
  EXPECT_EQ(text(op(BRAID_OP_MUL, sum, other)), "(n + stdin[1]) * stdin[1]");
  EXPECT_EQ(text(op(BRAID_OP_ADD, product, other)), "n * stdin[1] + stdin[1]");
  EXPECT_EQ(text(op(BRAID_OP_SUB, other, sum)), "stdin[1] - (n + stdin[1])");
  EXPECT_EQ(text(op(BRAID_OP_ADD, other, sum)), "stdin[1] + n + stdin[1]");
  EXPECT_EQ(text(op(BRAID_OP_SUB, constant(32, 0), sum)), "-(n + stdin[1])");
  EXPECT_EQ(text(op(BRAID_OP_SUB, constant(32, 0), op(BRAID_OP_SUB, constant(32, 0), number_))), "-(-n)");
  EXPECT_EQ(text(with(BRAID_OP_NE, with(BRAID_OP_AND, number_, 0x20), 0)), "(n & 0x20) != 0");
  EXPECT_EQ(text(with(BRAID_OP_SHL, sum, 2)), "(n + stdin[1]) << 2");
  EXPECT_EQ(text(op(BRAID_OP_OR, with(BRAID_OP_SHL, number_, 8), other)), "n << 8 | stdin[1]");
  EXPECT_EQ(text(with(BRAID_OP_AND, sum, 0xff)), "(n + stdin[1]) & 0xff");
  EXPECT_EQ(text(with(BRAID_OP_XOR, number_, mask_of(32))), "~n");
  EXPECT_EQ(text(op(BRAID_OP_AND, op(BRAID_OP_AND, number_, other), number_)), "n & stdin[1] & n");
}

TEST_F(TextTest, Conditions) {
  const Label a = with(BRAID_OP_EQ, byte_, 'a'), less = with(BRAID_OP_SLT, number_, 5);
  const Label yes = constant(1, 1);
  EXPECT_EQ(text(op(BRAID_OP_AND, a, less)), "stdin[0] == 'a' && n < 5");
  EXPECT_EQ(text(op(BRAID_OP_OR, op(BRAID_OP_AND, a, less), a)), "(stdin[0] == 'a' && n < 5) || stdin[0] == 'a'");
  EXPECT_EQ(text(op(BRAID_OP_XOR, a, yes)), "stdin[0] != 'a'");
  EXPECT_EQ(text(op(BRAID_OP_XOR, less, yes)), "n >= 5");
  EXPECT_EQ(text(op(BRAID_OP_XOR, op(BRAID_OP_AND, a, less), yes)), "!(stdin[0] == 'a' && n < 5)");
  EXPECT_EQ(text(op(BRAID_OP_XOR, a, less)), "(stdin[0] == 'a') != (n < 5)");
  EXPECT_EQ(text(with(BRAID_OP_NE, zext(32, less), 0)), "n < 5");
  EXPECT_EQ(text(with(BRAID_OP_EQ, zext(32, less), 0)), "n >= 5");
  EXPECT_EQ(text(trace_.op(BRAID_OP_ITE, 32, less, number_, int_)), "n < 5 ? n : stdin[0]");
  EXPECT_EQ(text(trace_.op(BRAID_OP_ITE, 32, less, constant(32, mask_of(32)), constant(32, 1))), "n < 5 ? -1 : 1");
  EXPECT_EQ(text(sext(32, less)), "n < 5 ? -1 : 0");
  EXPECT_EQ(text(trace_.op(BRAID_OP_EXTRACT, 1, byte_, 5)), "(stdin[0] & 0x20) != 0");
  EXPECT_EQ(text(trace_.op(BRAID_OP_EXTRACT, 1, byte_, 7)), "(int8_t)stdin[0] < 0");
}

TEST_F(TextTest, WhatChangesNothingIsNotShown) {
  const Label masked = with(BRAID_OP_AND, int_, 0xff), narrowed = trace_.op(BRAID_OP_EXTRACT, 8, masked, 0);
  EXPECT_EQ(text(masked), "stdin[0]");
  EXPECT_EQ(text(with(BRAID_OP_AND, int_, 0x7f)), "stdin[0] & 0x7f");
  EXPECT_EQ(text(with(BRAID_OP_EQ, narrowed, '.')), "stdin[0] == '.'");
  EXPECT_EQ(text(with(BRAID_OP_SLT, narrowed, '0')), "(int8_t)stdin[0] < '0'");
  EXPECT_EQ(text(with(BRAID_OP_EQ, int_, mask_of(32))), "stdin[0] == -1"); // end of file
  EXPECT_EQ(text(with(BRAID_OP_SUB, with(BRAID_OP_ADD, number_, 5), 5)), "n");
  EXPECT_EQ(text(with(BRAID_OP_ADD, with(BRAID_OP_ADD, number_, 5), 6)), "n + 11");
  EXPECT_EQ(text(with(BRAID_OP_SUB, with(BRAID_OP_ADD, number_, 5), 6)), "n - 1");
  EXPECT_EQ(text(with(BRAID_OP_ADD, with(BRAID_OP_SUB, byte_, '0'), '0')), "stdin[0]");
  EXPECT_EQ(text(with(BRAID_OP_ULE, with(BRAID_OP_ADD, int_, mask_of(32) - 31), 0)), "stdin[0] == ' '");
  EXPECT_EQ(text(op(BRAID_OP_ULT, constant(32, 0), number_)), "n != 0");
  EXPECT_EQ(text(with(BRAID_OP_ULT, number_, 1)), "n == 0");
  const Label other = zext(32, trace_.input(stdin_, 1));
  EXPECT_EQ(text(with(BRAID_OP_SLT, op(BRAID_OP_SUB, int_, other), 0)), "stdin[0] < stdin[1]");
  EXPECT_EQ(text(with(BRAID_OP_SLT, op(BRAID_OP_SUB, number_, other), 0)), "n - stdin[1] < 0");
  const Label space = with(BRAID_OP_EQ, byte_, ' '), tab = with(BRAID_OP_EQ, byte_, '\t');
  const Label either = op(BRAID_OP_OR, with(BRAID_OP_AND, zext(32, space), 1), zext(32, tab));
  EXPECT_EQ(text(with(BRAID_OP_NE, with(BRAID_OP_AND, either, 1), 0)), "stdin[0] == ' ' || stdin[0] == 9");
  EXPECT_EQ(text(with(BRAID_OP_EQ, either, 0)), "!(stdin[0] == ' ' || stdin[0] == 9)");
}

TEST_F(TextTest, MinimumMaximumMagnitude) {
  EXPECT_EQ(text(trace_.op(BRAID_OP_ITE, 32, op(BRAID_OP_SLT, number_, int_), number_, int_)), "min(n, stdin[0])");
  EXPECT_EQ(text(trace_.op(BRAID_OP_ITE, 32, op(BRAID_OP_ULT, number_, int_), int_, number_)),
            "umax(n, stdin[0])");
  const Label negative = op(BRAID_OP_SUB, constant(32, 0), number_);
  EXPECT_EQ(text(trace_.op(BRAID_OP_ITE, 32, with(BRAID_OP_SLT, number_, 0), negative, number_)), "abs(n)");
}

TEST_F(TextTest, PartsAndCounts) {
  EXPECT_EQ(text(trace_.op(BRAID_OP_EXTRACT, 8, number_, 0)), "(uint8_t)n");
  EXPECT_EQ(text(trace_.op(BRAID_OP_EXTRACT, 8, number_, 8)), "(uint8_t)(n >> 8)");
  EXPECT_EQ(text(trace_.op(BRAID_OP_EXTRACT, 12, number_, 4)), "n >> 4 & 0xfff");
  EXPECT_EQ(text(with(BRAID_OP_SLT, trace_.op(BRAID_OP_EXTRACT, 8, number_, 0), 5)), "(int8_t)n < 5");
  EXPECT_EQ(text(trace_.op(BRAID_OP_CTPOP, 32, number_)), "popcount((uint32_t)n)");
  EXPECT_EQ(text(trace_.op(BRAID_OP_CTLZ, 32, number_)), "clz32(n)");
  EXPECT_EQ(text(zext(64, with(BRAID_OP_ADD, number_, 1))), "(uint32_t)(n + 1)");
  EXPECT_EQ(text(sext(64, with(BRAID_OP_ADD, number_, 1))), "n + 1");
}

TEST_F(TextTest, Numbers) {
  const Label x = trace_.bytes(x_, 0, 8), single = trace_.bytes(stdin_, 0, 4);
  const Label one = constant(64, std::bit_cast<uint64_t>(1.0)), half = constant(32, std::bit_cast<uint32_t>(0.5f));
  EXPECT_EQ(text(op(BRAID_OP_FLT, x, one)), "x < 1.0");
  EXPECT_EQ(text(op(BRAID_OP_FLT, one, x)), "x > 1.0");
  EXPECT_EQ(text(op(BRAID_OP_FADD, single, half)), "as_float(stdin[0..3]) + 0.5f");
  EXPECT_EQ(text(trace_.op(BRAID_OP_FEXTEND, 64, op(BRAID_OP_FMUL, single, single))),
            "(double)(as_float(stdin[0..3]) * as_float(stdin[0..3]))");
  EXPECT_EQ(text(op(BRAID_OP_FUNORDERED, x, x)), "isnan(x)");
  EXPECT_EQ(text(op(BRAID_OP_XOR, op(BRAID_OP_FLT, x, one), constant(1, 1))), "!(x < 1.0)");
  EXPECT_EQ(text(trace_.op(BRAID_OP_SITOF, 64, number_)), "(double)n");
  EXPECT_EQ(text(trace_.op(BRAID_OP_UITOF, 64, number_)), "(double)(uint32_t)n");
  EXPECT_EQ(text(trace_.op(BRAID_OP_FTOSI, 32, op(BRAID_OP_FADD, x, one))), "(int32_t)(x + 1.0)");
  EXPECT_EQ(text(op(BRAID_OP_FEQ, trace_.op(BRAID_OP_FSQRT, 64, x), one)), "sqrt(x) == 1.0");
  EXPECT_EQ(text(op(BRAID_OP_FEQ, trace_.op(BRAID_OP_FPOW, 64, trace_.op(BRAID_OP_FSIN, 64, x), one), one)),
            "pow(sin(x), 1.0) == 1.0");
  EXPECT_EQ(text(op(BRAID_OP_FLT, with(BRAID_OP_XOR, x, Value(1) << 63), one)), "-x < 1.0");
  EXPECT_EQ(text(op(BRAID_OP_FLT, with(BRAID_OP_AND, x, mask_of(63)), one)), "fabs(x) < 1.0");
  EXPECT_EQ(text(with(BRAID_OP_AND, op(BRAID_OP_FADD, x, one), 1)), "bits(x + 1.0) & 1");
  EXPECT_EQ(text(op(BRAID_OP_FSUB, x, op(BRAID_OP_FADD, x, one))), "x - (x + 1.0)");
}

// x = x * 3 + x, sixty times: 2^60 nodes if sharing were spelled out.
TEST_F(TextTest, HugeExpressionsAreElided) {
  Label label = number_;
  for (int i = 0; i < 60; i++)
    label = op(BRAID_OP_ADD, with(BRAID_OP_MUL, label, 3), label);
  const std::string result = text(with(BRAID_OP_SLT, label, 9));
  EXPECT_LT(result.size(), 250u) << result;
  EXPECT_NE(result.find("…"), std::string::npos) << result;
  EXPECT_NE(result.find("[124 operations on n]"), std::string::npos) << result;
  EXPECT_NE(result.find("< 9"), std::string::npos) << result;
}

TEST_F(TextTest, VeryDeepExpressionsAreElided) {
  Capacities capacities;
  capacities.nodes = 250000;
  TraceBuilder deep(capacities);
  deep.add_source(BRAID_SOURCE_STDIN, std::string(20, 'x'));
  Label label = deep.input(0, 3);
  for (int i = 0; i < 200000; i++)
    label = deep.op(BRAID_OP_XOR, 8, label, deep.node(label).op == BRAID_OP_INPUT ? deep.input(0, 10) : 1);
  const View view = deep.view();
  const std::string result = LabelText(view).label(label);
  EXPECT_LT(result.size(), 250u);
  EXPECT_NE(result.find("more than"), std::string::npos) << result;
}

TEST_F(TextTest, ConstantsBesideLabels) {
  const View view = trace_.view();
  const LabelText text(view);
  EXPECT_EQ(text.constant(byte_, 'x'), "'x'");
  EXPECT_EQ(text.constant(int_, 'x'), "'x'");
  EXPECT_EQ(text.constant(number_, mask_of(32)), "-1");
  EXPECT_EQ(text.constant(number_, 120), "120");
}

TEST_F(TextTest, Places) {
  const uint32_t site = trace_.add_site(BRAID_SITE_BRANCH, "dir/a.c", "run", 3, 9);
  const uint32_t bare = trace_.add_site(BRAID_SITE_BRANCH, "b.c", "", 3, 0);
  const uint32_t header =
      trace_.add_site(BRAID_SITE_BRANCH, "/usr/lib/gcc/x86/../../../include/c++/12/map", "", 7, 2);
  const View view = trace_.view();
  EXPECT_EQ(place_text(view, site), "dir/a.c:3:9 (run)");
  EXPECT_EQ(place_text(view, bare), "b.c:3");
  EXPECT_EQ(place_text(view, header), "/usr/include/c++/12/map:7:2");
  EXPECT_EQ(place_text(view, 0), "an unknown place");
}

} // namespace
} // namespace braid::trace::test
