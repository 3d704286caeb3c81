// The reader of SMT-LIB: what scripts mean, what is wrong with them and where, and that no depth of nesting harms.
#include "expr/smtlib_reader.h"
#include "random.h"

#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace braid::expr::test {
namespace {

// The value of a term without symbols, as SMT-LIB writes it.
std::string value(const std::string &term, const std::string &before = "") {
  Store store;
  const std::string script = before + "(get-value (" + term + "))";
  SmtlibReader reader(store, script);
  std::optional<SmtlibCommand> command;
  try {
    command = reader.next();
  } catch (const SmtlibError &error) {
    return fmt::format("{}:{}: {}", error.line, error.column, error.what());
  }
  if (command->kind != SmtlibCommand::Kind::GET_VALUE)
    return command->text;
  Evaluator evaluator(store);
  const Assignment nothing;
  evaluator.assign(nothing);
  return smtlib::value_text(command->terms[0].term.sort, evaluator.value(command->terms[0].term.e));
}

// What (check-sat) of a script is about, evaluated with all symbols 0.
std::vector<bool> holds(const std::string &script) {
  Store store;
  SmtlibReader reader(store, script);
  EXPECT_TRUE(reader.next());
  Evaluator evaluator(store);
  const Assignment nothing;
  evaluator.assign(nothing);
  std::vector<bool> all;
  for (const Expr e : reader.constraints())
    all.push_back(evaluator.holds(e));
  return all;
}

// line:column: message
std::string failure(const std::string &script) {
  Store store;
  SmtlibReader reader(store, script);
  try {
    while (reader.next())
      ;
  } catch (const SmtlibError &error) {
    return fmt::format("{}:{}: {}", error.line, error.column, error.what());
  }
  return "";
}

std::string obstacle(const std::string &script) {
  Store store;
  const std::string whole = script + "(check-sat)";
  SmtlibReader reader(store, whole);
  while (const std::optional<SmtlibCommand> command = reader.next())
    if (command->kind == SmtlibCommand::Kind::CHECK)
      return reader.obstacle();
  return "no check";
}

TEST(SmtlibReader, Literals) {
  EXPECT_EQ(value("#x2a"), "#x2a");
  EXPECT_EQ(value("#b00101"), "#b00101");
  EXPECT_EQ(value("(_ bv42 8)"), "#x2a");
  EXPECT_EQ(value("#xDeadBeef"), "#xdeadbeef");
  EXPECT_EQ(value("(_ bv340282366920938463463374607431768211455 128)"), "#xffffffffffffffffffffffffffffffff");
  EXPECT_EQ(value("(_ bv256 8)"), "1:13: bv256 does not fit in 8 bits");
  EXPECT_EQ(value("true"), "true");
}

TEST(SmtlibReader, BitVectors) {
  EXPECT_EQ(value("(bvadd #x01 #x02 #x03)"), "#x06");
  EXPECT_EQ(value("(bvsub #x01 #x02)"), "#xff");
  EXPECT_EQ(value("(bvneg #x01)"), "#xff");
  EXPECT_EQ(value("(bvnot #x0f)"), "#xf0");
  EXPECT_EQ(value("(bvudiv #x07 #x00)"), "#xff");
  EXPECT_EQ(value("(bvsdiv #xf9 #x02)"), "#xfd");
  EXPECT_EQ(value("(bvsrem #xf9 #x02)"), "#xff");
  EXPECT_EQ(value("(bvnand #x0f #x3c)"), "#xf3");
  EXPECT_EQ(value("(bvnor #x0f #x3c)"), "#xc0");
  EXPECT_EQ(value("(bvxnor #x0f #x3c)"), "#xcc");
  EXPECT_EQ(value("(bvcomp #x0f #x0f)"), "#b1");
  EXPECT_EQ(value("(bvugt #x0f #x0e)"), "true");
  EXPECT_EQ(value("(bvsge #x80 #x7f)"), "false");
  EXPECT_EQ(value("(concat #x1 #x2 #x3)"), "#x123");
  EXPECT_EQ(value("((_ extract 7 4) #xab)"), "#xa");
  EXPECT_EQ(value("((_ extract 7 0) #xab)"), "#xab");
  EXPECT_EQ(value("((_ zero_extend 4) #xab)"), "#x0ab");
  EXPECT_EQ(value("((_ sign_extend 4) #xab)"), "#xfab");
  EXPECT_EQ(value("((_ sign_extend 0) #xab)"), "#xab");
  EXPECT_EQ(value("((_ repeat 3) #xa)"), "#xaaa");
  EXPECT_EQ(value("((_ rotate_left 4) #x123)"), "#x231");
  EXPECT_EQ(value("((_ rotate_right 4) #x123)"), "#x312");
  EXPECT_EQ(value("((_ rotate_left 15) #x123)"), "#x918"); // 15 is 3
  EXPECT_EQ(value("(bvredor #x00)"), "#b0");
  EXPECT_EQ(value("(bvredand #xff)"), "#b1");
}

// All pairs of four bits against the definition: the result has the sign of the divisor.
TEST(SmtlibReader, Modulo) {
  for (int a = -8; a < 8; a++)
    for (int b = -8; b < 8; b++) {
      const auto literal = [](int number) { return fmt::format("(_ bv{} 4)", number & 15); };
      int expected = a;
      if (b != 0)
        expected = int(a - b * std::floor(double(a) / b));
      EXPECT_EQ(value("(= (bvsmod " + literal(a) + " " + literal(b) + ") " + literal(expected) + ")"), "true")
          << a << ' ' << b;
    }
}

TEST(SmtlibReader, Overflows) {
  const auto literal = [](int number) { return fmt::format("(_ bv{} 4)", number & 15); };
  const auto expect = [&](const char *function, int a, int b, bool expected) {
    EXPECT_EQ(value(std::string("(") + function + " " + literal(a) + " " + literal(b) + ")"),
              expected ? "true" : "false")
        << function << ' ' << a << ' ' << b;
  };
  const auto outside = [](int number) { return number < -8 || number > 7; };
  for (int a = -8; a < 8; a++)
    for (int b = -8; b < 8; b++) {
      expect("bvsaddo", a, b, outside(a + b));
      expect("bvssubo", a, b, outside(a - b));
      expect("bvsmulo", a, b, outside(a * b));
      expect("bvsdivo", a, b, a == -8 && b == -1);
      const int x = a & 15, y = b & 15;
      expect("bvuaddo", a, b, x + y > 15);
      expect("bvusubo", a, b, x < y);
      expect("bvumulo", a, b, x * y > 15);
    }
  EXPECT_EQ(value("(bvnego #x8)"), "true");
  EXPECT_EQ(value("(bvnego #x7)"), "false");
}

TEST(SmtlibReader, Core) {
  EXPECT_EQ(value("(=> true false true)"), "true"); // to the right: true => (false => true)
  EXPECT_EQ(value("(=> true true false)"), "false");
  EXPECT_EQ(value("(xor true true true)"), "true");
  EXPECT_EQ(value("(= #x1 #x1 #x2)"), "false");
  EXPECT_EQ(value("(distinct #x1 #x2 #x3)"), "true");
  EXPECT_EQ(value("(distinct #x1 #x2 #x1)"), "false");
  EXPECT_EQ(value("(ite true #x1 #x2)"), "#x1");
  EXPECT_EQ(value("(and true)"), "true");
  EXPECT_EQ(value("(= true false)"), "false");
}

TEST(SmtlibReader, Arrays) {
  const std::string zeros = "((as const (Array (_ BitVec 4) (_ BitVec 8))) #x07)";
  EXPECT_EQ(value("(select " + zeros + " #x1)"), "#x07");
  EXPECT_EQ(value("(select (store " + zeros + " #x1 #xff) #x1)"), "#xff");
  EXPECT_EQ(value("(select (ite false " + zeros + " (store " + zeros + " #x2 #x01)) #x2)"), "#x01");
  EXPECT_EQ(value("(select (store (store a #x1 #xff) #x1 #x02) #x1)",
                  "(declare-const a (Array (_ BitVec 4) (_ BitVec 8)))"),
            "#x02");
  EXPECT_NE(value("(= a a)", "(declare-const a (Array Bool Bool))").find("not supported: equality of arrays"),
            std::string::npos);
}

TEST(SmtlibReader, Numbers) {
  EXPECT_EQ(value("(fp.add RNE ((_ to_fp 8 24) RNE 0.5) ((_ to_fp 8 24) RNE 0.25))"),
            "(fp #b0 #b01111110 #b10000000000000000000000)");
  EXPECT_EQ(value("(fp.eq ((_ to_fp 11 53) RNE 0.1) ((_ to_fp 11 53) #x3fb999999999999a))"), "true");
  EXPECT_EQ(value("(fp.eq ((_ to_fp 11 53) RNE (/ 1 3)) ((_ to_fp 11 53) #x3fd5555555555555))"), "true");
  EXPECT_EQ(value("(fp.eq ((_ to_fp 8 24) RNE (- 1.5)) ((_ to_fp 8 24) #xbfc00000))"), "true");
  EXPECT_EQ(value("(= (_ +zero 8 24) (_ -zero 8 24))"), "false");
  EXPECT_EQ(value("(fp.eq (_ +zero 8 24) (_ -zero 8 24))"), "true");
  EXPECT_EQ(value("(= (_ NaN 8 24) ((_ to_fp 8 24) #xffffffff))"), "true"); // there is one NaN
  EXPECT_EQ(value("(distinct (_ NaN 8 24) ((_ to_fp 8 24) #xffffffff))"), "false");
  EXPECT_EQ(value("(fp.eq (_ NaN 8 24) (_ NaN 8 24))"), "false");
  EXPECT_EQ(value("(fp.div RNE ((_ to_fp 8 24) RNE 0) ((_ to_fp 8 24) RNE 0))"), "(_ NaN 8 24)");
  EXPECT_EQ(value("(fp.neg (_ +oo 11 53))"),
            "(fp #b1 #b11111111111 #b0000000000000000000000000000000000000000000000000000)");
  EXPECT_EQ(value("((_ fp.to_ubv 8) RTZ ((_ to_fp 8 24) RNE 2.9))"), "#x02");
  EXPECT_EQ(value("((_ fp.to_ubv 8) RNE ((_ to_fp 8 24) RNE 2.5))"), "#x02");
  EXPECT_EQ(value("((_ fp.to_ubv 8) RNA ((_ to_fp 8 24) RNE 2.5))"), "#x03");
  EXPECT_EQ(value("((_ fp.to_ubv 8) RTP ((_ to_fp 8 24) RNE 2.1))"), "#x03");
  EXPECT_EQ(value("((_ fp.to_sbv 8) RTN ((_ to_fp 8 24) RNE (- 2.1)))"), "#xfd");
  EXPECT_EQ(value("((_ fp.to_ubv 8) RTZ ((_ to_fp 8 24) RNE (- 0.5)))"), "#x00");
  EXPECT_EQ(value("(fp.roundToIntegral RTP ((_ to_fp 8 24) RNE (- 0.5)))"),
            "(fp #b1 #b00000000 #b00000000000000000000000)");
  EXPECT_EQ(value("(fp.eq ((_ to_fp 8 24) RTZ #xffff) ((_ to_fp 8 24) RNE (- 1)))"), "true");
  EXPECT_EQ(value("(fp.eq ((_ to_fp_unsigned 8 24) RNE #xffff) ((_ to_fp 8 24) RNE 65535))"), "true");
  EXPECT_EQ(value("(fp.isSubnormal ((_ to_fp 8 24) #x00000001))"), "true");
  EXPECT_EQ(value("(fp.isNormal ((_ to_fp 8 24) #x00800000))"), "true");
  EXPECT_EQ(value("(fp.isNormal (_ +oo 8 24))"), "false");
  EXPECT_EQ(value("(fp.isInfinite (_ -oo 8 24))"), "true");
  EXPECT_EQ(value("(fp.isZero (_ -zero 8 24))"), "true");
  EXPECT_EQ(value("(fp.isNegative (_ -zero 8 24))"), "true");
  EXPECT_EQ(value("(fp.isNegative ((_ to_fp 8 24) #xffffffff))"), "false"); // NaN has no sign
  EXPECT_EQ(value("(fp.isPositive ((_ to_fp 8 24) #x7fffffff))"), "false");
  EXPECT_EQ(value("(fp.gt (_ +oo 8 24) (_ -oo 8 24) (_ +zero 8 24))"), "false");
  EXPECT_EQ(value("(fp.geq (_ +oo 8 24) (_ +zero 8 24) (_ -zero 8 24))"), "true");
  EXPECT_EQ(value("(fp.isNaN (fp.max (_ NaN 8 24) (_ +zero 8 24)))"), "false");
  EXPECT_NE(value("(fp.add RTZ (_ +oo 8 24) (_ +oo 8 24))").find("not supported: fp.add with RTZ"),
            std::string::npos);
}

TEST(SmtlibReader, RemainderIsThatOfIeee) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  for (int i = 0; i < 2000; i++) {
    auto a = random.number(64), b = random.number(64);
    if (i % 2 == 0) { // quotients near to each other, ties among them
      a = std::bit_cast<uint64_t>(double(int64_t(random.below(200)) - 100) / 4);
      b = std::bit_cast<uint64_t>(double(int64_t(random.below(40)) - 20) / 4);
    }
    double expected = std::remainder(std::bit_cast<double>(a), std::bit_cast<double>(b));
    if (expected == 0) // has the sign of the dividend, which glibc 2.36 forgets for divisors that are subnormal
      expected = std::copysign(0.0, std::bit_cast<double>(a));
    const auto literal = [](uint64_t bits) { return fmt::format("((_ to_fp 11 53) (_ bv{} 64))", bits); };
    EXPECT_EQ(value("(= (fp.rem " + literal(a) + " " + literal(b) + ") " +
                    literal(std::bit_cast<uint64_t>(expected)) + ")"),
              "true")
        << std::bit_cast<double>(a) << " rem " << std::bit_cast<double>(b) << " is " << expected;
  }
}

// Where the theory leaves a result open, it is still one function.
TEST(SmtlibReader, OpenResultsAreFunctions) {
  Store store;
  const char *const script = R"(
    (declare-const x Float32) (declare-const y Float32)
    (assert (distinct ((_ fp.to_ubv 8) RTZ x) ((_ fp.to_ubv 8) RTZ y)))
    (assert (distinct ((_ fp.to_ubv 8) RTZ x) ((_ fp.to_ubv 8) RTZ x)))
    (check-sat))";
  SmtlibReader reader(store, script);
  ASSERT_TRUE(reader.next());
  ASSERT_EQ(reader.constraints().size(), 3u); // and: equal operands give equal results
  EXPECT_TRUE(store.is_constant(reader.constraints()[1], 0));
  Assignment assignment;
  for (Symbol s = 0; s < store.symbols(); s++)
    assignment.set(s, store.name(s).starts_with("fp") ? s : 0x7fc00000u); // NaN cannot be converted
  Evaluator evaluator(store);
  evaluator.assign(assignment);
  EXPECT_TRUE(evaluator.holds(reader.constraints()[0]));
  EXPECT_FALSE(evaluator.holds(reader.constraints()[2]));
}

TEST(SmtlibReader, ScopesAndDefinitions) {
  EXPECT_EQ(value("(let ((x #x1)) (let ((x #x2) (y x)) (concat x y)))"), "#x21");
  EXPECT_EQ(value("(let ((x #x1)) (concat (let ((x #x2)) x) x))"), "#x21");
  EXPECT_EQ(value("(f #x3 #x4)", "(define-fun f ((x (_ BitVec 4)) (y (_ BitVec 4))) (_ BitVec 8) (concat y x))"),
            "#x43");
  // The names around a call are not those of the body.
  EXPECT_EQ(value("(let ((y #x9)) (f y))", "(declare-const z (_ BitVec 4))"
                                           "(define-fun f ((x (_ BitVec 4))) (_ BitVec 8) (concat x z))"),
            "#x90");
  EXPECT_NE(value("(let ((y #x9)) (f y))", "(define-fun f ((x (_ BitVec 4))) (_ BitVec 8) (concat x y))")
                .find("y was not declared"),
            std::string::npos);
  EXPECT_EQ(value("(f #x1)", "(define-fun g ((x (_ BitVec 4))) (_ BitVec 4) (bvadd x #x1))"
                             "(define-fun f ((x (_ BitVec 4))) (_ BitVec 4) (g (bvadd (g x) (g x))))"),
            "#x5");
  EXPECT_EQ(value("c", "(define-const c (_ BitVec 4) #x7)"), "#x7");
  EXPECT_EQ(value("((_ extract 0 0) c)", "(define-sort Byte () (_ BitVec 8)) (declare-const c Byte)"), "#b0");
  EXPECT_EQ(value("(select a #x1)", "(define-sort Map (K) (Array K (_ BitVec 8)))"
                                    "(define-sort Nibble () (_ BitVec 4)) (declare-const a (Map Nibble))"),
            "#x00");
  EXPECT_EQ(value("|x|", "(declare-const x (_ BitVec 4))"), "#x0");
}

// Functions that call each other twice must not be read exponentially often.
TEST(SmtlibReader, ChainsOfFunctions) {
  std::string script = "(define-fun f0 ((x (_ BitVec 8))) (_ BitVec 8) (bvadd x #x01))";
  for (int i = 1; i < 200; i++)
    script += fmt::format("(define-fun f{0} ((x (_ BitVec 8))) (_ BitVec 8) (bvxor (f{1} x) (bvnot (f{1} x))))", i,
                          i - 1);
  EXPECT_EQ(value("(f199 #x05)", script), "#xff");
}

TEST(SmtlibReader, PushAndPop) {
  EXPECT_EQ(holds("(assert true) (push 2) (assert false) (pop 1) (assert false) (pop 1) (check-sat)"),
            std::vector<bool>{true});
  EXPECT_EQ(holds("(push) (declare-const x Bool) (assert x) (pop) (declare-const x (_ BitVec 8))"
                  "(assert (= x #x00)) (check-sat)"),
            std::vector<bool>{true});
  EXPECT_EQ(holds("(declare-const x Bool) (assert x) (reset) (declare-const x (_ BitVec 2)) (assert (= x #b00))"
                  "(check-sat)"),
            std::vector<bool>{true});
  EXPECT_EQ(holds("(declare-const x Bool) (assert x) (reset-assertions) (declare-const x Bool) (assert (not x))"
                  "(check-sat)"),
            std::vector<bool>{true});
  EXPECT_EQ(failure("(push 1) (pop 2)"), "1:10: (pop 2) with 1 levels");
}

TEST(SmtlibReader, NamesAndAssumptions) {
  Store store;
  const char *const script = R"(
    (declare-const p Bool)
    (assert (! p :named first))
    (assert (or p (! (not p) :named inner)))
    (assert inner)
    (check-sat-assuming (p (not p))))";
  SmtlibReader reader(store, script);
  ASSERT_TRUE(reader.next());
  ASSERT_EQ(reader.constraints().size(), 5u);
  EXPECT_EQ(reader.name(0), "first");
  EXPECT_EQ(reader.name(1), "");
  EXPECT_EQ(reader.name(4), "(not p)");
  EXPECT_FALSE(reader.is_assumption(2));
  EXPECT_TRUE(reader.is_assumption(3));
  EXPECT_EQ(reader.constraints()[2], reader.constraints()[4]);
}

TEST(SmtlibReader, Commands) {
  Store store;
  const char *const script = R"(
    (set-logic QF_BV) (set-info :source |a
    b|) (set-option :produce-models true)
    (echo "say ""this""") (get-info :name) (get-model) (get-unsat-core) (get-option :x)
    (set-option :print-success true) (push 1)
    (exit) (nonsense)";
  SmtlibReader reader(store, script);
  using Kind = SmtlibCommand::Kind;
  std::optional<SmtlibCommand> command = reader.next();
  EXPECT_EQ(command->kind, Kind::ECHO);
  EXPECT_EQ(command->text, "say \"this\"");
  EXPECT_EQ(command->line, 4u);
  EXPECT_EQ(reader.next()->kind, Kind::GET_INFO);
  EXPECT_EQ(reader.next()->kind, Kind::GET_MODEL);
  EXPECT_EQ(reader.next()->kind, Kind::GET_CORE);
  EXPECT_EQ(reader.next()->kind, Kind::GET_OPTION);
  EXPECT_EQ(reader.next()->kind, Kind::SUCCESS);
  EXPECT_EQ(reader.next()->kind, Kind::SUCCESS);
  EXPECT_FALSE(reader.next());
}

TEST(SmtlibReader, ErrorsSayWhereAndWhatWasExpected) {
  EXPECT_EQ(failure("(assert\n  (bvadd #x1 x))"), "2:14: x was not declared");
  EXPECT_EQ(failure("(assert (bvult #x1 #x01))"), "1:9: bvult: operand 2 is (_ BitVec 8), expected (_ BitVec 4)");
  EXPECT_EQ(failure("(assert (and #x1 true))"), "1:9: and: operand 1 is (_ BitVec 4), expected Bool");
  EXPECT_EQ(failure("(assert #x1)"), "1:9: the assertion is (_ BitVec 4), expected Bool");
  EXPECT_EQ(failure("(assert (= #x1))"), "1:9: =: 1 operand, expected 2 or more");
  EXPECT_EQ(failure("(assert ((_ extract 4 0) #x1))"), "1:9: (_ extract 4 0) of 4 bits");
  EXPECT_EQ(failure("(assert (zero_extend #x1))"), "1:9: expected (_ zero_extend ...) with 1 index");
  EXPECT_EQ(failure("(assert (foo true))"), "1:9: there is no function foo");
  EXPECT_EQ(failure("(assert true"), "1:1: expected ')' for the '(' here before the end of the text");
  EXPECT_EQ(failure("\n )"), "2:2: ')' without '('");
  EXPECT_EQ(failure("(assert |x"), "1:9: expected '|' at the end of the symbol that begins here");
  EXPECT_EQ(failure("(echo \"x)"), "1:7: expected '\"' at the end of the string that begins here");
  EXPECT_EQ(failure("(assert #xg)"), "1:9: expected hexadecimal digits after #x");
  EXPECT_EQ(failure("(assert 12x)"), "1:11: 'x' in a number");
  EXPECT_EQ(failure("(assert {)"), "1:9: '{' begins nothing that SMT-LIB knows");
  EXPECT_EQ(failure("(frobnicate)"), "1:1: there is no command frobnicate");
  EXPECT_EQ(failure("(declare-const x)"), "1:1: expected (declare-const name sort)");
  EXPECT_EQ(failure("(declare-const x (_ BitVec 0))"), "1:18: a bit-vector of 0 bits; expected at least 1");
  EXPECT_EQ(failure("(declare-const x Foo)"), "1:18: there is no sort Foo");
  EXPECT_EQ(failure("(declare-const x Bool)\n(declare-const x Bool)"), "2:16: x is declared already");
  EXPECT_EQ(failure("(declare-const and Bool)"), "1:16: and is a name of SMT-LIB itself");
  EXPECT_EQ(failure("(assert (let ((x)) x))"), "1:15: expected (name term)");
  EXPECT_EQ(failure("(assert ())"), "1:9: expected a term, found ()");
  EXPECT_EQ(failure("(assert (_ bv 8))"), "1:9: bv was not declared");
  EXPECT_EQ(failure("(define-fun f ((x Bool)) Bool (bvnot x))"),
            "1:31: bvnot: operand 1 is Bool, expected a bit-vector");
  EXPECT_EQ(failure("(define-fun f () Bool #x1)"), "1:23: the body is (_ BitVec 4), expected Bool");
  EXPECT_EQ(failure("true"), "1:1: expected a command: (name ...)");
}

TEST(SmtlibReader, WhatIsNotSupportedIsAnObstacle) {
  EXPECT_EQ(obstacle("(declare-const x (_ BitVec 256)) (assert true)"), ""); // it is not used
  EXPECT_EQ(obstacle("(declare-const x (_ BitVec 256))\n(assert (= x x))"),
            "2:12: not supported: a bit-vector of 256 bits; the widest has 128");
  EXPECT_EQ(obstacle("(declare-const x (_ BitVec 100)) (assert (= (concat x x) (concat x x)))"),
            "1:45: not supported: a bit-vector of 200 bits; the widest has 128");
  EXPECT_EQ(obstacle("(declare-const x Int) (assert (< x 3))"), "1:34: not supported: the sort Int");
  EXPECT_EQ(obstacle("(declare-fun f (Bool) Bool) (assert (f true))"),
            "1:37: not supported: the uninterpreted function f");
  EXPECT_EQ(obstacle("(assert (forall ((x Bool)) x))"), "1:9: not supported: forall");
  EXPECT_EQ(obstacle("(declare-sort S 0) (declare-const s S) (assert (= s s))"),
            "1:51: not supported: the declared sort S");
  EXPECT_EQ(obstacle("(declare-const x Float16) (assert (fp.isNaN x))"), "1:45: not supported: the sort Float16");
  EXPECT_EQ(obstacle("(assert (! (forall ((x Bool)) x) :named n)) (assert n)"), "1:12: not supported: forall");
  EXPECT_EQ(obstacle("(push 1) (assert (exists ((x Bool)) x)) (pop 1)"), "");
  EXPECT_EQ(obstacle("(declare-datatypes () ())"), "1:1: not supported: the command declare-datatypes");
  EXPECT_EQ(obstacle("(declare-const a (Array (_ BitVec 8) (Array Bool Bool))) (assert (= a a))"),
            "1:69: not supported: the sort of an array of (Array Bool Bool)");
}

TEST(SmtlibReader, DeepNesting) {
  constexpr int DEPTH = 100'000;
  std::string lets = "(assert ", parentheses = "(assert ", calls;
  for (int i = 0; i < DEPTH; i++) {
    lets +=
        "(let ((x" + std::to_string(i) + " " + (i == 0 ? "true" : "(not x" + std::to_string(i - 1) + ")") + ")) ";
    parentheses += "(not ";
  }
  lets += fmt::format("x{}{})(check-sat)", DEPTH - 1, std::string(DEPTH, ')'));
  parentheses += "false" + std::string(DEPTH, ')') + ")(check-sat)";
  EXPECT_EQ(holds(lets), std::vector<bool>{false});
  EXPECT_EQ(holds(parentheses), std::vector<bool>{false});
  EXPECT_NE(failure("(assert " + std::string(DEPTH, '(')), "");
  EXPECT_NE(failure("(declare-const x " + std::string(DEPTH, '(') + std::string(DEPTH, ')') + ")"), "");
  std::string arrays;
  for (int i = 0; i < DEPTH; i++)
    arrays += "(Array Bool ";
  EXPECT_EQ(failure("(declare-const x " + arrays + "Bool" + std::string(DEPTH, ')') + ")"), "");
  for (int i = 0; i < DEPTH / 10; i++)
    calls +=
        fmt::format("(define-fun f{} ((x Bool)) Bool (not {}))", i, i == 0 ? "x" : fmt::format("(f{} x)", i - 1));
  EXPECT_EQ(holds(calls + fmt::format("(assert (f{} true)) (check-sat)", DEPTH / 10 - 1)),
            std::vector<bool>{true});
}

} // namespace
} // namespace braid::expr::test
