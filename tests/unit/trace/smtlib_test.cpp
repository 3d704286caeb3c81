// SMT-LIB scripts, judged by Z3: it must accept them, and what it says must agree with evaluation.
#include "random_trace.h"
#include "trace/evaluate.h"
#include "trace/smtlib.h"

#include <array>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace braid::trace::test {
namespace {

#define NEEDS_Z3                                                                                                  \
  if (std::string(Z3_PROGRAM).empty())                                                                            \
  FAIL() << "z3 is not installed; it is one of scripts/packages.txt"

// What Z3 answers, one line for each answer: "unknown" after a few seconds, which numbers can take it.
std::vector<std::string> answers(const std::string &script) {
  std::string path = testing::TempDir() + "braid-smtlib-XXXXXX";
  const int descriptor = mkstemp(path.data());
  EXPECT_GE(descriptor, 0);
  close(descriptor);
  std::ofstream(path) << script;
  std::vector<std::string> lines;
  FILE *pipe = popen((std::string(Z3_PROGRAM) + " -t:4000 -smt2 " + path + " 2>&1").c_str(), "r");
  std::array<char, 4096> buffer;
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) {
    lines.emplace_back(buffer.data());
    lines.back().erase(lines.back().find_last_not_of('\n') + 1);
  }
  pclose(pipe);
  std::remove(path.c_str());
  return lines;
}

// The script, with the input defined instead of declared: the solver then only has to calculate.
std::string with_input(const View &view, std::span<const Constraint> constraints, const Assignment &assignment) {
  std::string script = smtlib_script(view, constraints);
  for (Label label = 1; label < view.nodes().size(); label++) {
    const braid_node &node = view.node(label);
    if (node.op != BRAID_OP_INPUT && node.op != BRAID_OP_SIZE)
      continue;
    const std::string name = smtlib_input_name(view, label);
    const std::string sort = "(_ BitVec " + std::to_string(node.width) + ")";
    const std::string declaration = "(declare-const " + name + " " + sort + ")";
    const size_t where = script.find(declaration);
    if (where == std::string::npos)
      continue;
    const uint64_t value = node.op == BRAID_OP_INPUT ? assignment.byte(node.a, node.b) : assignment.size(node.a);
    char text[40];
    std::snprintf(text, sizeof text, node.op == BRAID_OP_INPUT ? "#x%02llx" : "#x%016llx",
                  (unsigned long long)value);
    script.replace(where, declaration.size(), "(define-fun " + name + " () " + sort + " " + text + ")");
  }
  return script;
}

void expect_agreement(RandomTraceOptions options, int rounds) {
  NEEDS_Z3;
  const uint64_t seed = test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  std::string script;
  std::vector<std::string> expected, scripts;
  for (int round = 0; round < rounds; round++) {
    TraceBuilder trace;
    trace.add_source(BRAID_SOURCE_STDIN, random_bytes(random, 16));
    const std::vector<Label> labels = add_random_nodes(trace, random, options);
    const View view = trace.view();
    ASSERT_TRUE(view.whole());
    const std::string other = random_bytes(random, 16);
    Assignment assignment(view);
    assignment.set(0, std::span(reinterpret_cast<const uint8_t *>(other.data()), other.size()));
    Evaluator evaluator(view);
    evaluator.run(assignment);
    std::vector<Constraint> constraints;
    for (size_t i = labels.size() - 12; i < labels.size(); i++)
      constraints.push_back({labels[i], evaluator[labels[i]], true, ""});
    const auto ask = [&](const char *answer) {
      scripts.push_back(with_input(view, constraints, assignment));
      script += scripts.back() + "(reset)\n";
      expected.push_back(answer);
    };
    ask("sat");
    constraints.back().equal = false; // the same input cannot give another value
    ask("unsat");
  }
  const std::vector<std::string> lines = answers(script);
  ASSERT_EQ(lines.size(), expected.size()) << (lines.empty() ? "" : lines.back());
  size_t unknown = 0; // now and then the solver gives up on the bits of a number
  for (size_t i = 0; i < lines.size(); i++) {
    unknown += lines[i] == "unknown";
    if (lines[i] != "unknown") {
      ASSERT_EQ(lines[i], expected[i]) << scripts[i];
    }
  }
  EXPECT_LE(unknown, lines.size() / 2);
}

TEST(SmtLib, IntegersAgreeWithEvaluation) { expect_agreement({.nodes = 60, .floats = false}, 100); }

TEST(SmtLib, NumbersAgreeWithEvaluation) { expect_agreement({.nodes = 50, .remainders = false}, 25); }

// Each operation alone on special numbers, which random bytes seldom are.
TEST(SmtLib, NumberOperationsOnSpecialNumbers) {
  NEEDS_Z3;
  const uint64_t seed = test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  std::string script;
  std::vector<std::string> scripts;
  for (unsigned op = BRAID_OP_FADD; op <= BRAID_OP_UITOF; op++)
    for (int i = 0; i < 20; i++) {
      const Operation &operation = OPERATIONS[op];
      unsigned from = random.chance(50) ? 32 : 64, width = from;
      if (op == BRAID_OP_FEXTEND || op == BRAID_OP_FROUNDTO) {
        from = op == BRAID_OP_FEXTEND ? 32 : 64;
        width = 96 - from;
      } else if (op == BRAID_OP_FTOSI || op == BRAID_OP_FTOUI) {
        width = unsigned(1 + random.below(128));
      } else if (op == BRAID_OP_SITOF || op == BRAID_OP_UITOF) {
        from = unsigned(1 + random.below(128));
      } else if (operation.shape == Shape::FCOMPARE) {
        width = 1;
      }
      const auto number = [&] {
        return from == 32 || from == 64 ? Value(random.number(from)) : random.value(from);
      };
      TraceBuilder trace;
      const Label a = trace.constant(from, number());
      const Label b = operation.operands > 1 ? trace.constant(from, number()) : 0;
      const Label c = operation.operands > 2 ? trace.constant(from, number()) : 0;
      const Label label = trace.op(uint8_t(op), width, a, b, c);
      const Constraint constraint{label, trace.value(label), true, ""};
      scripts.push_back(smtlib_script(trace.view(), std::span(&constraint, 1)));
      script += scripts.back() + "(reset)\n";
    }
  const std::vector<std::string> lines = answers(script);
  ASSERT_EQ(lines.size(), scripts.size()) << (lines.empty() ? "" : lines.back());
  for (size_t i = 0; i < lines.size(); i++)
    EXPECT_EQ(lines[i], "sat") << scripts[i];
}

TEST(SmtLib, SharingIsKept) {
  TraceBuilder trace;
  trace.add_source(BRAID_SOURCE_STDIN, "abcd");
  Label label = trace.bytes(0, 0, 4);
  for (int i = 0; i < 200; i++)
    label = trace.op(BRAID_OP_ADD, 32, trace.op(BRAID_OP_MUL, 32, label, label), label);
  const Constraint constraints[] = {{label, trace.value(label), true, ""},
                                    {trace.op(BRAID_OP_XOR, 32, label, label), 0, true, ""}};
  const std::string script = smtlib_script(trace.view(), constraints);
  EXPECT_LT(script.size(), 30000u);
  EXPECT_NE(script.find("(let ("), std::string::npos);
  EXPECT_NE(script.find("(define-fun "), std::string::npos);
  NEEDS_Z3;
  EXPECT_EQ(answers(with_input(trace.view(), constraints, Assignment(trace.view()))),
            std::vector<std::string>{"sat"});
}

TEST(SmtLib, DeepExpressionsAreCut) {
  Capacities capacities;
  capacities.nodes = 60000;
  TraceBuilder trace(capacities);
  trace.add_source(BRAID_SOURCE_STDIN, "abcd");
  const Label byte = trace.input(0, 0), step = trace.input(0, 1);
  Label label = byte;
  for (int i = 0; i < 50000; i++)
    label = trace.op(BRAID_OP_XOR, 8, label, step);
  const Constraint constraint{label, trace.value(label), true, ""};
  const std::string script = smtlib_script(trace.view(), std::span(&constraint, 1));
  size_t depth = 0, deepest = 0;
  for (const char c : script) {
    depth += c == '(';
    depth -= c == ')';
    deepest = std::max(deepest, depth);
  }
  EXPECT_EQ(depth, 0u);
  EXPECT_LT(deepest, 250u);
}

// Places in library models are of no use to the reader: the call in the program is shown.
TEST(SmtLib, CommentsNameTheCaller) {
  TraceBuilder trace;
  trace.add_source(BRAID_SOURCE_STDIN, "a");
  const uint32_t model = trace.add_site(BRAID_SITE_BRANCH, "scan.c", "__braid_model_scanf", 76, 9, {}, 0, true);
  const uint32_t call = trace.add_site(BRAID_SITE_CALL, "main.c", "main", 6, 7);
  const Label equal = trace.op(BRAID_OP_EQ, 1, trace.input(0, 0), trace.constant(8, 'a'));
  trace.add_event(BRAID_EVENT_BRANCH, model, equal, 1, call);
  trace.add_event(BRAID_EVENT_BRANCH, model, equal, 1);
  const View view = trace.view();
  ASSERT_TRUE(view.whole());
  const std::vector<Constraint> path = path_constraints(view);
  ASSERT_EQ(path.size(), 2u);
  EXPECT_EQ(path[0].comment, "main.c:6:7 (main): holds: stdin[0] == 'a'");
  EXPECT_EQ(path[1].comment, "scan.c:76:9 (__braid_model_scanf): holds: stdin[0] == 'a'"); // no caller known
}

// A long loop whose conditions share their operands: h = h * 31 + byte, and each h is compared.
struct LongPath {
  size_t bytes;   // of the script
  double seconds; // of processor time
};

LongPath write_long_path(uint32_t rounds) {
  TraceBuilder trace({.data = rounds, .nodes = 8 * rounds, .events = rounds});
  trace.add_source(BRAID_SOURCE_STDIN, std::string(rounds, 'a'));
  const uint32_t site = trace.add_site(BRAID_SITE_BRANCH, "main.c", "main", 12, 7);
  Label hash = trace.constant(32, 7);
  for (uint32_t i = 0; i < rounds; i++) {
    const Label byte = trace.op(BRAID_OP_ZEXT, 32, trace.input(0, i));
    hash = trace.op(BRAID_OP_ADD, 32, trace.op(BRAID_OP_MUL, 32, hash, trace.constant(32, 31)), byte);
    trace.add_event(BRAID_EVENT_BRANCH, site, trace.op(BRAID_OP_EQ, 1, hash, trace.constant(32, 1)), 0);
  }
  const View view = trace.view();
  EXPECT_TRUE(view.whole());
  const std::clock_t begin = std::clock();
  const std::string script = smtlib_script(view, path_constraints(view));
  return {script.size(), double(std::clock() - begin) / CLOCKS_PER_SEC};
}

TEST(SmtLib, TimeAndSizeGrowLikeTheTrace) {
  const LongPath one = write_long_path(4'000), eight = write_long_path(32'000);
  EXPECT_LT(eight.bytes, 9 * one.bytes);
  EXPECT_LT(eight.seconds, 20 * one.seconds); // 64 times if each assertion looked at all nodes
}

TEST(SmtLib, PathOfARun) {
  TraceBuilder trace;
  trace.add_source(BRAID_SOURCE_STDIN, "abcdefgh");
  trace.add_source(BRAID_SOURCE_FILE, "x", "a|b\\c");
  const uint32_t branch = trace.add_site(BRAID_SITE_BRANCH, "main.c", "main", 12, 7);
  const uint32_t choice = trace.add_site(BRAID_SITE_SWITCH, "main.c", "run", 20, 3, {1, 2, 'b'}, 8);
  const Label first = trace.input(0, 0), second = trace.input(0, 1), file = trace.input(1, 0);
  const Label equal = trace.op(BRAID_OP_EQ, 1, first, trace.constant(8, 'a'));
  trace.add_event(BRAID_EVENT_BRANCH, branch, equal, 1);
  trace.add_event(BRAID_EVENT_SWITCH, choice, second, 0, 3);
  trace.add_event(BRAID_EVENT_SWITCH, choice, file, 0, 0);
  const Label address = trace.op(BRAID_OP_ADD, 64, trace.bytes(0, 0, 8), trace.constant(64, 16));
  trace.add_event(BRAID_EVENT_ADDRESS, branch, address);
  trace.add_event(BRAID_EVENT_ASSUME, branch, equal, 1);
  trace.add_event(BRAID_EVENT_ASSUME, branch, 0, 1);
  const View view = trace.view();
  ASSERT_TRUE(view.whole());
  const std::vector<Constraint> path = path_constraints(view);
  ASSERT_EQ(path.size(), 7u); // the second switch excludes three cases
  EXPECT_EQ(path[0].comment, "main.c:12:7 (main): holds: stdin[0] == 'a'");
  EXPECT_FALSE(path[2].equal);
  EXPECT_EQ(path_constraints(view, 1).size(), 1u);
  const std::string script = smtlib_script(view, path, {.ask_for_values = true});
  EXPECT_NE(script.find("(set-logic QF_BV)"), std::string::npos);
  EXPECT_NE(script.find("(declare-const |stdin[0]| (_ BitVec 8))"), std::string::npos);
  EXPECT_NE(script.find("|file \"a_b_c\"[0] of source 1|"), std::string::npos) << script;
  NEEDS_Z3;
  const std::vector<std::string> lines = answers(script);
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines[0], "sat") << script;
  EXPECT_EQ(lines[1], "((|stdin[0]| #x61)") << script;
}

} // namespace
} // namespace braid::trace::test
