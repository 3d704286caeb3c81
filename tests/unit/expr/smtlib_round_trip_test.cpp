// What is printed as SMT-LIB and read again must mean the same: random expressions, evaluated in both stores under
// the same random assignments.
#include "expr/smtlib.h"
#include "expr/smtlib_reader.h"
#include "random_tree.h"

#include <gtest/gtest.h>

namespace braid::expr::test {
namespace {

// The value of a symbol of the second store: the bits of a computed number have a constant of their own.
Value value_of(const std::string &name, Store &from, Evaluator &evaluator, const Assignment &assignment) {
  if (name.starts_with("bits"))
    return evaluator.value(Expr(std::stoul(name.substr(4))));
  const std::optional<Symbol> symbol = from.find_symbol(name);
  EXPECT_TRUE(symbol) << name;
  return symbol ? assignment[*symbol] : 0;
}

void expect_same_meaning(TreeOptions options, int rounds) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  for (int round = 0; round < rounds; round++) {
    Store from, to;
    RandomTree trees(from, random, options);
    const Expr constraints[] = {trees.tree(1, 6), trees.tree(1, 4)};
    const std::string script = smtlib_script(from, constraints, {.comments = true});
    SmtlibReader reader(to, script);
    ASSERT_TRUE(reader.next());
    ASSERT_EQ(reader.obstacle(), "") << script;
    const std::span<const Expr> read = reader.constraints();
    ASSERT_GE(read.size(), 2u);
    Evaluator before(from), after(to);
    for (int i = 0; i < 20; i++) {
      const Assignment assignment = trees.assignment();
      before.assign(assignment);
      Assignment other;
      for (const SmtlibReader::Declared &declared : reader.declared()) {
        const Symbol symbol = to.symbol_of(declared.term.e);
        if (declared.term.sort.meaning == smtlib::Meaning::ARRAY)
          other.set_array(symbol, assignment.array(*from.find_symbol(declared.name)));
        else
          other.set(symbol, value_of(declared.name, from, before, assignment));
      }
      after.assign(other);
      for (size_t c = 0; c < read.size(); c++)
        ASSERT_EQ(after.holds(read[c]), c < 2 ? before.holds(constraints[c]) : true)
            << c << ' ' << tree_text(from, constraints[c < 2 ? c : 0]) << '\n'
            << script;
    }
  }
}

TEST(SmtlibRoundTrip, Integers) { expect_same_meaning({}, 100); }
TEST(SmtlibRoundTrip, Arrays) { expect_same_meaning({.arrays = true}, 100); }
TEST(SmtlibRoundTrip, Numbers) { expect_same_meaning({.floats = true}, 100); }
TEST(SmtlibRoundTrip, NumbersAndArrays) { expect_same_meaning({.floats = true, .arrays = true}, 100); }

// Symbols may have any name, also one that means something in SMT-LIB or in our scripts.
TEST(SmtlibRoundTrip, Names) {
  Store from, to;
  const char *const names[] = {"a|b",  "a\\b", "a_b",    "and",   "bvadd",   "let", "v3",
                               "?v3",  "c1",   "bits4",  "says0", "",        "x y", "a_b of symbol 2",
                               "x\ny", "true", "fp.add", "RNE",   "\xc3\xa4"};
  Expr all = from.truth(true);
  uint64_t value = 0;
  for (const char *name : names) // each symbol has another value, so that mistaken names show
    all = from.plain(BRAID_OP_AND, 1, all,
                     from.plain(BRAID_OP_EQ, 1, from.symbol(name, 8), from.constant(++value, 8)));
  const std::string script = smtlib_script(from, std::span(&all, 1));
  SmtlibReader reader(to, script);
  ASSERT_TRUE(reader.next());
  ASSERT_EQ(reader.declared().size(), std::size(names)) << script;
  ASSERT_EQ(reader.constraints().size(), 1u);
  Evaluator evaluator(to);
  Assignment assignment;
  value = 0;
  for (const SmtlibReader::Declared &declared : reader.declared())
    assignment.set(to.symbol_of(declared.term.e), ++value); // in the order of their numbers
  evaluator.assign(assignment);
  EXPECT_TRUE(evaluator.holds(reader.constraints()[0])) << script;
}

TEST(SmtlibRoundTrip, LongTablesAreNoDeepTerms) {
  Store store;
  Table table;
  for (uint32_t i = 0; i < 5000; i++)
    table.elements.push_back(i * 2654435761u >> 24);
  const Expr index = store.symbol("i", 32), constants = store.table(table, 8, 32);
  const Expr written = store.plain(BRAID_OP_WRITE, 8, constants, store.symbol("j", 32), store.constant(1, 8), 32);
  const Expr read = store.plain(BRAID_OP_READ, 8, written, index);
  const Expr direct = store.plain(BRAID_OP_READ, 8, constants, index);
  const Expr constraints[] = {store.plain(BRAID_OP_NE, 1, read, direct)};
  const std::string script = smtlib_script(store, constraints);
  size_t depth = 0, deepest = 0;
  for (const char c : script) {
    depth += c == '(';
    depth -= c == ')';
    deepest = std::max(deepest, depth);
  }
  EXPECT_LT(deepest, 250u);
  Store other;
  SmtlibReader reader(other, script);
  ASSERT_TRUE(reader.next());
  Evaluator before(store), after(other);
  for (uint32_t i = 0; i < 6000; i += 7) {
    Assignment first, second;
    first.set(*store.find_symbol("i"), i);
    first.set(*store.find_symbol("j"), i % 3 == 0 ? i : 17);
    for (const char *name : {"i", "j"})
      second.set(*other.find_symbol(name), first[*store.find_symbol(name)]);
    before.assign(first);
    after.assign(second);
    ASSERT_EQ(after.holds(reader.constraints()[0]), before.holds(constraints[0])) << i;
  }
}

// A look into a table alone needs no theory of arrays.
TEST(SmtlibRoundTrip, LogicsAsTheyAreNeeded) {
  Store store;
  const auto logic = [&](Expr e) {
    const std::string script = smtlib_script(store, std::span(&e, 1));
    return script.substr(0, script.find('\n'));
  };
  const auto nonzero = [&](Expr e) { return store.plain(BRAID_OP_NE, 1, e, store.constant(0, store.width(e))); };
  const Expr index = store.symbol("i", 8), array = store.symbol("a", 8, 8);
  const Expr number = store.symbol("f", 32);
  const Expr is_nan = store.plain(BRAID_OP_FUNORDERED, 1, number, number);
  EXPECT_EQ(logic(nonzero(store.plain(BRAID_OP_READ, 8, store.table({{1, 2, 3}, 0}, 8, 8), index))),
            "(set-logic QF_BV)");
  EXPECT_EQ(logic(nonzero(store.plain(BRAID_OP_READ, 8, array, index))), "(set-logic QF_ABV)");
  EXPECT_EQ(logic(is_nan), "(set-logic QF_BVFP)");
  EXPECT_EQ(logic(store.plain(BRAID_OP_AND, 1, is_nan, nonzero(store.plain(BRAID_OP_READ, 8, array, index)))),
            "(set-logic QF_ABVFP)");
}

} // namespace
} // namespace braid::expr::test
