// The reader against Z3: random terms without symbols, whose values both must agree on.
#include "expr/smtlib_literals.h"
#include "expr/smtlib_reader.h"
#include "random.h"

#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace braid::expr::test {
namespace {

class RandomTerms {
public:
  explicit RandomTerms(Random &random) : random_(random) {}

  std::string boolean(unsigned depth) {
    if (depth == 0)
      return random_.chance(50) ? "true" : "false";
    static constexpr const char *COMPARISONS[] = {"=",     "distinct", "bvult", "bvule", "bvugt",
                                                  "bvuge", "bvslt",    "bvsle", "bvsgt", "bvsge"};
    static constexpr const char *CONNECTIVES[] = {"and", "or", "xor", "=>", "=", "distinct"};
    static constexpr const char *ORDERS[] = {"=", "fp.eq", "fp.lt", "fp.leq", "fp.gt", "fp.geq"};
    static constexpr const char *CLASSES[] = {"NaN",       "Infinite", "Zero",    "Normal",
                                              "Subnormal", "Negative", "Positive"};
    const unsigned width = any_width(), number = number_width();
    switch (random_.below(7)) {
    case 0:
      return fmt::format("(not {})", boolean(depth - 1));
    case 1:
      return fmt::format("({} {} {})", random_.pick(CONNECTIVES), boolean(depth - 1), boolean(depth - 1));
    case 2:
      return fmt::format("({0} {1} {2})", random_.pick(ORDERS), this->number(number, depth - 1),
                         this->number(number, depth - 1));
    case 3:
      return fmt::format("(fp.is{} {})", random_.pick(CLASSES), this->number(number, depth - 1));
    case 4:
      return fmt::format("(let ((a {}) (b {})) ({} a b))", bits(width, depth - 1), bits(width, depth - 1),
                         random_.pick(COMPARISONS));
    default:
      return fmt::format("({} {} {})", random_.pick(COMPARISONS), bits(width, depth - 1), bits(width, depth - 1));
    }
  }

  std::string bits(unsigned width, unsigned depth) {
    if (depth == 0) {
      const Value value = random_.value(width);
      return width < 64 && random_.chance(30) ? fmt::format("(_ bv{} {})", uint64_t(value), width)
                                              : smtlib_literal(value, width);
    }
    static constexpr const char *BINARY[] = {"bvadd",  "bvsub",  "bvmul", "bvudiv", "bvsdiv", "bvurem",
                                             "bvsrem", "bvsmod", "bvand", "bvor",   "bvxor",  "bvnand",
                                             "bvnor",  "bvxnor", "bvshl", "bvlshr", "bvashr"};
    const auto below = [&](unsigned limit) { return unsigned(random_.below(limit)); };
    switch (random_.below(10)) {
    case 0:
      return fmt::format("({} {})", random_.chance(50) ? "bvnot" : "bvneg", bits(width, depth - 1));
    case 1:
      return fmt::format("((_ rotate_{} {}) {})", random_.chance(50) ? "left" : "right", below(200),
                         bits(width, depth - 1));
    case 2: {
      const unsigned wider = width + below(128 - width + 1), low = below(wider - width + 1);
      return fmt::format("((_ extract {} {}) {})", low + width - 1, low, bits(wider, depth - 1));
    }
    case 3: {
      if (width == 1)
        return fmt::format("(bvcomp {0} {0})", bits(any_width(), depth - 1));
      const unsigned part = 1 + below(width - 1);
      if (random_.chance(50))
        return fmt::format("(concat {} {})", bits(part, depth - 1), bits(width - part, depth - 1));
      return fmt::format("((_ {}_extend {}) {})", random_.chance(50) ? "zero" : "sign", width - part,
                         bits(part, depth - 1));
    }
    case 4: {
      unsigned times = 1 + below(4);
      while (width % times != 0)
        times--;
      return fmt::format("((_ repeat {}) {})", times, bits(width / times, depth - 1));
    }
    case 5:
      return fmt::format("(ite {} {} {})", boolean(depth - 1), bits(width, depth - 1), bits(width, depth - 1));
    case 6: {
      const unsigned index = 1 + below(8);
      return fmt::format(
          "(select (store (store ((as const (Array (_ BitVec {0}) (_ BitVec {1}))) {2}) {3} {4}) {5} "
          "{6}) {7})",
          index, width, bits(width, 0), bits(index, depth - 1), bits(width, depth - 1), bits(index, depth - 1),
          bits(width, depth - 1), bits(index, depth - 1));
    }
    case 7:
      return fmt::format("(bvadd {} {} {})", bits(width, depth - 1), bits(width, depth - 1),
                         bits(width, depth - 1));
    default:
      return fmt::format("({} {} {})", random_.pick(BINARY), bits(width, depth - 1), bits(width, depth - 1));
    }
  }

  std::string number(unsigned width, unsigned depth) {
    const auto [exponent, significand] = number_sort(width);
    if (depth == 0) {
      static constexpr const char *SPECIAL[] = {"+oo", "-oo", "NaN", "+zero", "-zero"};
      switch (random_.below(4)) {
      case 0:
        return fmt::format("(_ {} {} {})", random_.pick(SPECIAL), exponent, significand);
      case 1:
        return fmt::format("((_ to_fp {} {}) RNE {}.{})", exponent, significand, random_.below(1000),
                           random_.below(100'000));
      case 2:
        return smtlib_number(random_.number(width), width);
      default:
        return fmt::format("((_ to_fp {} {}) {})", exponent, significand,
                           smtlib_literal(random_.number(width), width));
      }
    }
    static constexpr const char *ARITHMETIC[] = {"add", "sub", "mul", "div"};
    static constexpr const char *MODES[] = {"RNE", "RNA", "RTP", "RTN", "RTZ", "roundNearestTiesToEven"};
    switch (random_.below(7)) {
    case 0:
      return fmt::format("(fp.{} {})", random_.chance(50) ? "abs" : "neg", number(width, depth - 1));
    case 1:
      return fmt::format("(fp.roundToIntegral {} {})", random_.pick(MODES), number(width, depth - 1));
    case 2:
      return fmt::format("((_ to_fp {} {}) RNE {})", exponent, significand, number(96 - width, depth - 1));
    case 3:
      return fmt::format("((_ {} {} {}) RNE {})", random_.chance(50) ? "to_fp" : "to_fp_unsigned", exponent,
                         significand, bits(any_width(), depth - 1));
    case 4:
      return fmt::format("(fp.sqrt RNE {})", number(width, depth - 1));
    case 5:
      return fmt::format("(fp.fma RNE {} {} {})", number(width, depth - 1), number(width, depth - 1),
                         number(width, depth - 1));
    default:
      return fmt::format("(fp.{} RNE {} {})", random_.pick(ARITHMETIC), number(width, depth - 1),
                         number(width, depth - 1));
    }
  }

  unsigned any_width() {
    static constexpr unsigned COMMON[] = {1, 4, 8, 16, 32, 64, 128};
    return random_.chance(70) ? random_.pick(COMMON) : unsigned(1 + random_.below(128));
  }
  unsigned number_width() { return random_.chance(50) ? 32 : 64; }

private:
  Random &random_;
};

// (term value) for a term that has no symbols.
std::string value_of(const std::string &term) {
  Store store;
  const std::string script = fmt::format("(get-value ({}))", term);
  SmtlibReader reader(store, script);
  const std::optional<SmtlibCommand> command = reader.next();
  if (!command || command->kind != SmtlibCommand::Kind::GET_VALUE) {
    ADD_FAILURE() << term << (command ? command->text : "");
    return {};
  }
  Evaluator evaluator(store);
  const Assignment nothing;
  evaluator.assign(nothing);
  const smtlib::TypedTerm &read = command->terms[0].term;
  return smtlib::value_text(read.sort, evaluator.value(read.e));
}

TEST(SmtlibZ3, AgreesOnValues) {
  if (std::string(Z3_PROGRAM).empty())
    FAIL() << "z3 is not installed; it is one of scripts/packages.txt";
  const uint64_t seed = test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  RandomTerms terms(random);
  std::vector<std::string> asked;
  std::string path = testing::TempDir() + "braid-values-XXXXXX";
  close(mkstemp(path.data()));
  {
    std::ofstream script(path);
    for (int i = 0; i < 1500; i++) {
      const auto depth = unsigned(1 + random.below(4));
      const unsigned width = terms.number_width();
      const std::string term = i % 3 == 0   ? terms.boolean(depth)
                               : i % 3 == 1 ? terms.bits(terms.any_width(), depth)
                                            : terms.number(width, depth);
      asked.push_back(fmt::format("(distinct {} {})", term, value_of(term)));
      script << "(push 1)(assert " << asked.back() << ")(check-sat)(pop 1)\n";
    }
  }
  FILE *pipe = popen(fmt::format("{} -smt2 {} 2>&1", Z3_PROGRAM, path).c_str(), "r");
  std::array<char, 4096> line;
  size_t number = 0;
  for (; std::fgets(line.data(), line.size(), pipe) != nullptr; number++) {
    ASSERT_LT(number, asked.size()) << line.data();
    EXPECT_STREQ(line.data(), "unsat\n") << asked[number];
  }
  pclose(pipe);
  std::remove(path.c_str());
  EXPECT_EQ(number, asked.size());
}

} // namespace
} // namespace braid::expr::test
