// Expressions of a store as text. What the texts mean is tested with traces, in tests/unit/trace.
#include "expr/text.h"

#include <gtest/gtest.h>

namespace braid::expr::test {
namespace {

class StoreText : public testing::Test {
protected:
  std::string text(Expr e) { return expr::text(store_, e); }
  Expr byte(const char *name) { return store_.symbol(name, 8); }
  Expr compare(uint8_t op, Expr a, uint64_t b) {
    return store_.plain(op, 1, a, store_.constant(b, store_.width(a)));
  }

  Store store_;
};

TEST_F(StoreText, BytesOfASequence) {
  EXPECT_EQ(text(compare(BRAID_OP_EQ, byte("stdin[0]"), 'a')), "stdin[0] == 'a'");
  const Expr word = store_.plain(BRAID_OP_CONCAT, 16, byte("stdin[1]"), byte("stdin[0]"));
  EXPECT_EQ(text(word), "stdin[0..1]");
  EXPECT_EQ(text(store_.plain(BRAID_OP_CONCAT, 16, byte("stdin[0]"), byte("stdin[1]"))), "bswap16(stdin[0..1])");
  EXPECT_EQ(text(compare(BRAID_OP_EQ, word, 'P' | 'K' << 8)), "stdin[0..1] == \"PK\"");
  EXPECT_EQ(text(store_.plain(BRAID_OP_CONCAT, 16, byte("argv[1][1]"), byte("argv[1][0]"))), "argv[1][0..1]");
  EXPECT_EQ(text(store_.plain(BRAID_OP_CONCAT, 16, byte("a[1]"), byte("b[0]"))), "a[1] << 8 | b[0]");
  EXPECT_EQ(text(store_.plain(BRAID_OP_CONCAT, 16, byte("a[01]"), byte("a[0]"))), "a[01] << 8 | a[0]");
}

TEST_F(StoreText, Variables) {
  const Expr n = store_.symbol("n", 32), size = store_.symbol("size(stdin)", 64);
  EXPECT_EQ(text(compare(BRAID_OP_SLT, n, 5)), "n < 5");
  EXPECT_EQ(text(compare(BRAID_OP_ULT, n, 5)), "n <u 5");
  EXPECT_EQ(text(compare(BRAID_OP_ULT, size, 5)), "size(stdin) < 5");
  EXPECT_EQ(text(compare(BRAID_OP_EQ, byte("c"), 'x')), "c == 'x'");
  EXPECT_EQ(text(store_.symbol("flag", 1)), "flag");
  EXPECT_EQ(text(store_.plain(BRAID_OP_XOR, 1, store_.symbol("flag", 1), store_.constant(1, 1))), "!flag");
  EXPECT_EQ(text(store_.plain(BRAID_OP_FADD, 32, n, store_.constant(0x3f800000, 32))), "n + 1.0f");
  EXPECT_EQ(text(store_.symbol("a\x1b", 32)), "a\\x1b"); // no disturbance of terminals
}

TEST_F(StoreText, Arrays) {
  const Expr memory = store_.symbol("memory", 8, 32), i = store_.symbol("i", 32);
  const Expr read = store_.plain(BRAID_OP_READ, 8, memory, i);
  EXPECT_EQ(text(compare(BRAID_OP_EQ, read, 3)), "memory[(uint32_t)i] == 3");
  const Expr written = store_.plain(BRAID_OP_WRITE, 8, memory, store_.constant(4, 32), byte("c"), 32);
  EXPECT_EQ(text(store_.plain(BRAID_OP_READ, 8, written, store_.constant(5, 32))), "write(memory, 4, c)[5]");
  const Expr either = store_.plain(BRAID_OP_ITE, 8, store_.symbol("flag", 1), memory, written, 32);
  EXPECT_EQ(text(store_.plain(BRAID_OP_READ, 8, either, store_.constant(5, 32))),
            "(flag ? memory : write(memory, 4, c))[5]");
  EXPECT_EQ(text(store_.plain(BRAID_OP_READ, 8, store_.table({{1, 2, 3}, 0}, 8, 32), store_.constant(5, 32))),
            "{1, 2, 3, 0, …}[5]");
  Table large;
  large.elements.assign(100, 7);
  EXPECT_EQ(text(store_.plain(BRAID_OP_READ, 8, store_.table(large, 8, 32), store_.constant(5, 32))), "table1[5]");
}

TEST_F(StoreText, HugeExpressionsAreElided) {
  Expr e = store_.symbol("n", 32);
  for (int i = 0; i < 2000; i++)
    e = store_.plain(BRAID_OP_MUL, 32, e, store_.plain(BRAID_OP_ADD, 32, e, store_.symbol("m", 32)));
  const std::string elided = text(e);
  EXPECT_LT(elided.size(), 300u);
  EXPECT_NE(elided.find("operations on m, n]"), std::string::npos) << elided;
}

} // namespace
} // namespace braid::expr::test
