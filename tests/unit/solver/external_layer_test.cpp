// The layer that asks another program: Z3 against the truth by enumeration, and programs that do everything a
// solver should not do.
#include "../expr/random_tree.h"
#include "small_queries.h"
#include "solver/external_layer.h"

#include <csignal>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace braid::solver::test {
namespace {

using expr::test::RandomTree;
using expr::test::test_seed;
using expr::test::tree_text;
using std::chrono::milliseconds;

bool holds(Store &store, const Assignment &model, std::span<const Expr> constraints) {
  expr::Evaluator evaluator(store);
  evaluator.assign(model);
  return std::all_of(constraints.begin(), constraints.end(), [&](Expr e) { return evaluator.holds(e); });
}

TEST(ExternalLayer, AgreesWithEnumeration) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  for (int round = 0; round < 10; round++) {
    Store store;
    SmallExpressions expressions(store, random);
    Session session(store);
    ExternalLayer layer(session, {.cores = round % 2 == 0});
    const auto truth = [&](std::span<const Expr> constraints) {
      bool found = false;
      expressions.enumerate([&](const Assignment &assignment) {
        found = holds(store, assignment, constraints);
        return !found;
      });
      return found;
    };
    for (int i = 0; i < 20; i++) {
      std::vector<Expr> constraints;
      for (uint64_t count = 1 + random.below(6); count != 0; count--)
        constraints.push_back(expressions.constraint());
      const Assignment previous = expressions.any_assignment();
      const Answer answer = layer.solve({.constraints = constraints, .previous = &previous});
      ASSERT_EQ(answer.verdict, truth(constraints) ? Verdict::SATISFIABLE : Verdict::UNSATISFIABLE)
          << answer.detail;
      if (answer.verdict == Verdict::SATISFIABLE) {
        ASSERT_TRUE(holds(store, answer.model, constraints));
        continue;
      }
      std::vector<Expr> core;
      for (const uint32_t position : answer.core)
        core.push_back(constraints[position]);
      ASSERT_FALSE(truth(core));
    }
  }
}

// Numbers and arrays: what this layer is for. A random assignment makes the constraints satisfiable; turning one
// of them round mostly does not, and then no more than agreement can be asked for.
TEST(ExternalLayer, NumbersAndArrays) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  unsigned answered = 0;
  constexpr unsigned ROUNDS = 30;
  for (unsigned round = 0; round < ROUNDS; round++) {
    Store store;
    RandomTree trees(store, random, {.floats = round % 2 == 0, .arrays = round % 3 != 0});
    std::vector<Expr> constraints = {trees.tree(1, 4), trees.tree(1, 3)};
    const Assignment assignment = trees.assignment();
    expr::Evaluator evaluator(store);
    evaluator.assign(assignment);
    for (Expr &constraint : constraints)
      if (!evaluator.holds(constraint))
        constraint = store.plain(BRAID_OP_XOR, 1, constraint, store.constant(1, 1));
    Session session(store);
    ExternalLayer layer(session, {});
    const Answer answer = layer.solve({.constraints = constraints, .deadline = Clock::now() + milliseconds(2000)});
    ASSERT_NE(answer.verdict, Verdict::UNSATISFIABLE) << tree_text(store, constraints[0]);
    if (answer.verdict == Verdict::SATISFIABLE) {
      answered++;
      ASSERT_TRUE(holds(store, answer.model, constraints));
    } else {
      ASSERT_EQ(answer.reason, Reason::TIME) << answer.detail << tree_text(store, constraints[0]);
    }
  }
  EXPECT_GE(answered, ROUNDS / 2); // dividing 128 bits may take longer
}

TEST(ExternalLayer, PreviousValuesStayWhereNothingIsAsked) {
  Store store;
  const Expr x = store.symbol("x", 8), y = store.symbol("y", 8);
  const Expr constraint = store.compare(BRAID_OP_EQ, x, store.constant(5, 8));
  Assignment previous;
  previous.set(store.symbol_of(x), 1);
  previous.set(store.symbol_of(y), 77);
  Session session(store);
  ExternalLayer layer(session, {});
  const Answer answer = layer.solve({.constraints = std::span(&constraint, 1), .previous = &previous});
  ASSERT_EQ(answer.verdict, Verdict::SATISFIABLE) << answer.detail;
  EXPECT_EQ(answer.model[store.symbol_of(x)], 5u);
  EXPECT_EQ(answer.model[store.symbol_of(y)], 77u);
}

TEST(ExternalLayer, WithoutConstraintsEverythingHolds) {
  Store store;
  Session session(store);
  ExternalLayer layer(session, {});
  EXPECT_EQ(layer.solve({}).verdict, Verdict::SATISFIABLE);
}

// A solver that is a script of the test.
class FakeSolver : public testing::Test {
protected:
  FakeSolver() : x_(store_.symbol("x", 8)) {
    constraint_ = store_.compare(BRAID_OP_EQ, x_, store_.constant(5, 8));
    folder_ = testing::TempDir() + "braid-fake-solver-XXXXXX";
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
  }
  ~FakeSolver() override {
    std::remove((folder_ + "/solver").c_str());
    rmdir(folder_.c_str());
  }

  // Asks a program that consists of these lines of shell.
  Answer ask(const std::string &lines, milliseconds limit = milliseconds(60'000), unsigned times = 1,
             size_t memory_limit = 0) {
    const std::string path = folder_ + "/solver";
    std::ofstream(path) << "#!/bin/sh\n" << lines << '\n';
    chmod(path.c_str(), 0755);
    ExternalLayer layer(session_, {.command = path, .memory_limit = memory_limit});
    Answer answer;
    for (unsigned i = 0; i < times; i++)
      answer = layer.solve({.constraints = std::span(&constraint_, 1), .deadline = Clock::now() + limit});
    return answer;
  }
  void expect_unknown(const Answer &answer, Reason reason, const std::string &part_of_detail) {
    EXPECT_EQ(answer.verdict, Verdict::UNKNOWN);
    EXPECT_EQ(reason_text(answer.reason), reason_text(reason)) << answer.detail;
    EXPECT_NE(answer.detail.find(part_of_detail), std::string::npos) << answer.detail;
  }

  Store store_;
  Session session_{store_};
  Expr x_, constraint_;
  std::string folder_;
};

// Reads until the command and then says something, for ever.
std::string talking(const std::string &check, const std::string &value = "((|x| #x05))") {
  return "while read -r line; do case \"$line\" in *check-sat*) echo '" + check + "';; *get-value*) echo '" +
         value +
         "';; *get-unsat-core*) echo '(says0)';; *reason-unknown*) echo '(:reason-unknown \"tired\")';; esac; "
         "done";
}

TEST_F(FakeSolver, Behaves) {
  const Answer answer = ask(talking("sat"), milliseconds(60'000), 3);
  ASSERT_EQ(answer.verdict, Verdict::SATISFIABLE) << answer.detail;
  EXPECT_EQ(answer.model[store_.symbol_of(x_)], 5u);
  EXPECT_EQ(ask(talking("unsat")).core, std::vector<uint32_t>{0});
}

TEST_F(FakeSolver, OtherWaysToSayIt) {
  EXPECT_EQ(ask(talking("; a remark\n  sat", "( ( |x|\n (_ bv5 8) ) )")).verdict, Verdict::SATISFIABLE);
  EXPECT_EQ(ask(talking("sat", "((x #b00000101)) ; so be it")).verdict, Verdict::SATISFIABLE);
}

TEST_F(FakeSolver, GivesUp) { expect_unknown(ask(talking("unknown")), Reason::SOLVER, "tired"); }

TEST_F(FakeSolver, LiesAboutTheModel) {
  expect_unknown(ask(talking("sat", "((|x| #x06))")), Reason::SOLVER, "does not satisfy");
}

TEST_F(FakeSolver, GivesNoModel) {
  expect_unknown(ask(talking("sat", "(error \"no model\")")), Reason::SOLVER, "no model");
  expect_unknown(ask(talking("sat", "((|x| banana))")), Reason::SOLVER, "banana");
  expect_unknown(ask(talking("sat", "()")), Reason::SOLVER, "get-value");
}

TEST_F(FakeSolver, SaysSomethingElse) {
  expect_unknown(ask(talking("maybe")), Reason::SOLVER, "maybe");
  expect_unknown(ask(talking("(error \"line 1: what?\")")), Reason::SOLVER, "what?");
}

TEST_F(FakeSolver, DiesAtOnce) { expect_unknown(ask("exit 3"), Reason::SOLVER, "ended without an answer"); }

TEST_F(FakeSolver, DiesWithLastWords) {
  expect_unknown(ask("echo 'no such option: -x' >&2; exit 1"), Reason::SOLVER, "no such option");
}

TEST_F(FakeSolver, DiesOfASignal) {
  expect_unknown(ask("read -r line; kill -SEGV $$"), Reason::SOLVER, "signal 11");
}

TEST_F(FakeSolver, DiesAfterTheVerdict) {
  expect_unknown(ask("while read -r line; do case \"$line\" in *check-sat*) echo sat; exit;; esac; done"),
                 Reason::SOLVER, "ended");
}

// After a death the next query gets a new process.
TEST_F(FakeSolver, IsStartedAgain) {
  const std::string once = "[ -e \"$0.mark\" ] || { touch \"$0.mark\"; exit; }; rm \"$0.mark\"\n";
  EXPECT_EQ(ask(once + talking("sat"), milliseconds(60'000), 2).verdict, Verdict::SATISFIABLE);
}

TEST_F(FakeSolver, IsSilent) { expect_unknown(ask("sleep 1000", milliseconds(100)), Reason::TIME, ""); }

TEST_F(FakeSolver, ReadsNothing) {
  // More than a pipe holds.
  Expr e = x_;
  for (int i = 0; i < 20'000; i++)
    e = store_.plain(BRAID_OP_XOR, 8, store_.plain(BRAID_OP_MUL, 8, e, x_), store_.symbol("y", 8));
  constraint_ = store_.plain(BRAID_OP_EQ, 1, e, store_.constant(1, 8));
  expect_unknown(ask("exec sleep 1000", milliseconds(200)), Reason::TIME, "");
}

TEST_F(FakeSolver, BabblesForEver) {
  expect_unknown(ask("yes"), Reason::SOLVER, "");
  // What comes before the question is a fault of the solver; an answer that never ends takes all the time.
  const Answer answer = ask("while :; do printf '('; done", milliseconds(300));
  EXPECT_EQ(answer.verdict, Verdict::UNKNOWN);
  EXPECT_TRUE(answer.reason == Reason::TIME || answer.reason == Reason::SOLVER) << reason_text(answer.reason);
}

TEST_F(FakeSolver, BabblesOnTheOtherChannel) {
  expect_unknown(ask("yes >&2", milliseconds(200)), Reason::TIME, "");
}

TEST_F(FakeSolver, SpeaksSlowly) {
  const std::string slow =
      "while read -r line; do case \"$line\" in *check-sat*) for c in s a t; do printf $c; sleep "
      "0.05; done; echo;; *get-value*) for c in '((|x|' ' #x' 05 '))'; do printf '%s' \"$c\"; "
      "sleep 0.05; done; echo;; esac; done";
  EXPECT_EQ(ask(slow).verdict, Verdict::SATISFIABLE);
  expect_unknown(ask(slow, milliseconds(60)), Reason::TIME, "");
}

TEST_F(FakeSolver, LeavesChildrenBehind) {
  const std::string mark = folder_ + "/child";
  expect_unknown(ask("sleep 1000 & echo $! > " + mark + "; wait", milliseconds(300)), Reason::TIME, "");
  pid_t child = 0;
  std::ifstream(mark) >> child;
  std::remove(mark.c_str());
  ASSERT_GT(child, 0);
  for (int i = 0; i < 500 && kill(child, 0) == 0; i++) { // until somebody has collected it
    std::ifstream status("/proc/" + std::to_string(child) + "/stat");
    std::string number, name, state;
    if (status >> number >> name >> state && state == "Z")
      break;
    std::this_thread::sleep_for(milliseconds(10));
    ASSERT_LT(i, 499) << "the child is still running";
  }
}

TEST_F(FakeSolver, CanBeInterrupted) {
  std::thread other([&] {
    std::this_thread::sleep_for(milliseconds(100));
    session_.interrupted = true;
  });
  const Answer answer = ask("exec sleep 1000");
  other.join();
  expect_unknown(answer, Reason::INTERRUPTED, "");
}

TEST_F(FakeSolver, SaysThatMemoryIsShort) {
  expect_unknown(ask("read -r line; echo '(error \"out of memory\")'; exit 1", milliseconds(60'000), 1, 1u << 30),
                 Reason::MEMORY, "");
}

TEST(ExternalLayer, MissingPrograms) {
  Store store;
  Session session(store);
  const Expr constraint = store.compare(BRAID_OP_EQ, store.symbol("x", 8), store.constant(5, 8));
  const auto detail = [&](const std::string &command) {
    ExternalLayer layer(session, {.command = command});
    const Answer answer = layer.solve({.constraints = std::span(&constraint, 1)});
    EXPECT_EQ(answer.verdict, Verdict::UNKNOWN);
    EXPECT_EQ(answer.reason, Reason::SOLVER);
    return answer.detail;
  };
  EXPECT_EQ(detail("no-such-solver --x"), "no-such-solver is not installed, or not in PATH");
  EXPECT_NE(detail("/dev/null"), "");
  EXPECT_NE(detail(""), "");
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  const std::string missing = detail("z3 -in");
  setenv("PATH", path.c_str(), 1);
  EXPECT_NE(missing.find("the package z3"), std::string::npos) << missing;
}

// Z3 itself, with a task that is too hard.
TEST(ExternalLayer, LimitsOfZ3) {
  Store store;
  Session session(store);
  const Expr x = store.symbol("x", 64), y = store.symbol("y", 64);
  const auto wide = [&](Expr e) { return store.resize(e, 128, false); };
  const Value product = Value(0xfffffffffffffc5) * Value(0x3fffffffffffffb5); // of two primes
  const Expr constraints[] = {
      store.compare(BRAID_OP_EQ, store.binary(BRAID_OP_MUL, wide(x), wide(y)), store.constant(product, 128)),
      store.compare(BRAID_OP_ULT, store.constant(1, 64), x), store.compare(BRAID_OP_ULT, x, y)};
  ExternalLayer layer(session, {});
  const Answer slow = layer.solve({.constraints = constraints, .deadline = Clock::now() + milliseconds(300)});
  EXPECT_EQ(reason_text(slow.reason), reason_text(Reason::TIME)) << slow.detail;
  const Expr easy = store.compare(BRAID_OP_EQ, x, store.constant(5, 64));
  EXPECT_EQ(layer.solve({.constraints = std::span(&easy, 1)}).verdict, Verdict::SATISFIABLE);

  ExternalLayer small(session, {.memory_limit = size_t(90) << 20});
  const Answer large =
      small.solve({.constraints = constraints, .deadline = Clock::now() + std::chrono::seconds(60)});
  EXPECT_EQ(reason_text(large.reason), reason_text(Reason::MEMORY)) << large.detail;
}

} // namespace
} // namespace braid::solver::test
