// Do the models make every decision that the library makes? The oracle is enumeration: a small program is run with
// every short input over a few characters. Whoever satisfies all conditions that one run recorded must take the
// same path, decision by decision, because the engine will believe so. A missing decision shows as two inputs that
// satisfy each other's conditions and differ. And whatever is recorded, the program must print and return what it
// does when it is compiled without Braid.
#include "target/executor.h"
#include "target/plain_run.h"
#include "trace/evaluate.h"
#include "trace/names.h"
#include "trace/reader.h"

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <ostream>

namespace inputs {
namespace {

using braid::target::Input;
using braid::target::SourceKind;

struct Case {
  const char *program;
  const char *alphabet;
  SourceKind kind = SourceKind::STDIN;
  const char *name = "stdin";
  uint16_t index = 0;
};

std::ostream &operator<<(std::ostream &stream, const Case &test) { return stream << test.program; }

constexpr Case cases[] = {
    {"characters", "a-x0\n"},
    {"lines", "a-\n\xff"},
    {"records", "a-x\n"},
    {"blocks", "a-x\n"},
    {"descriptors", "a-\n"},
    {"scan_integers", "09-x a"},
    {"scan_integers", "7+ \nXf"},
    {"scan_sets", "09-x a"},
    {"scan_floats", "09.e-x"},
    {"scan_floats", "infa0 "},
    {"scan_strings", "09-x a"},
    {"scan_strings", "0-x a", SourceKind::ARGUMENT, "", 1},
    {"options", "-ax?", SourceKind::ARGUMENT, "", 1},
    {"harness", "ab-", SourceKind::DATA, "data"},
    {"environment", "a9-", SourceKind::ENVIRONMENT, "BRAID_TEST_VARIABLE"},
    {"marked", "a-xb", SourceKind::MARK, "mark"}, /* each byte of the input is a mark */
};

constexpr unsigned LENGTH = 4;

bool ends_with_zero(const Case &test) {
  return test.kind == SourceKind::ARGUMENT || test.kind == SourceKind::ENVIRONMENT;
}

/// Arguments and variables end with a zero byte, which is how a source of fixed length holds shorter ones.
std::string padded(std::string bytes) {
  bytes.resize(LENGTH, 0);
  return bytes;
}

std::vector<std::string> all_inputs(std::string_view alphabet) {
  std::vector<std::string> inputs{""};
  for (size_t begin = 0, length = 0; length < LENGTH; length++) {
    size_t end = inputs.size();
    for (size_t i = begin; i < end; i++)
      for (char c : alphabet)
        inputs.push_back(inputs[i] + c);
    begin = end;
  }
  return inputs;
}

Input input_of(const Case &test, const std::string &bytes) {
  Input input;
  if (test.kind == SourceKind::MARK) {
    for (char byte : bytes)
      input.add(test.kind, test.name, {&byte, 1});
    return input;
  }
  input.add(test.kind, test.name, bytes, test.index);
  input.sources.back().symbolic_length = test.kind == SourceKind::STDIN || test.kind == SourceKind::DATA;
  return input;
}

/// The input in place of the one that the run had. Marks that it has no bytes for are zero.
void assign(braid::trace::Assignment &assignment, const Case &test, const std::string &bytes, size_t sources) {
  static const uint8_t zero = 0;
  const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
  if (test.kind != SourceKind::MARK)
    assignment.set(0, {data, bytes.size()});
  else
    for (uint32_t i = 0; i < sources; i++)
      assignment.set(i, {i < bytes.size() ? data + i : &zero, 1});
}

/// Which decisions were made, in order; values set aside.
std::string path_of(const braid::trace::View &view) {
  std::string path;
  for (const braid_event &event : view.events())
    path += fmt::format("{}:{}:{} ", event.kind, event.site, event.kind == BRAID_EVENT_BRANCH ? event.flag : 0);
  return path;
}

/// Would this input have done all that the run did, as far as the trace says?
bool satisfies(const braid::trace::View &view, const braid::trace::Evaluator &values) {
  for (const braid_event &event : view.events())
    switch (event.kind) {
    case BRAID_EVENT_BRANCH:
    case BRAID_EVENT_ASSUME:
      if ((values.low(event.label) & 1) != event.flag)
        return false;
      break;
    case BRAID_EVENT_SWITCH:
    case BRAID_EVENT_ADDRESS:
    case BRAID_EVENT_LOST:
    case BRAID_EVENT_TARGET:
    case BRAID_EVENT_LENGTH: /* made concrete: with another value anything may happen */
      if (values.low(event.label) != view.node(event.label).value)
        return false;
      break;
    default:
      break;
    }
  return true;
}

braid::target::Program program_of(const Case &test, const char *variant) {
  braid::target::Program program{std::string(BRAID_TEST_PROGRAMS) + "/" + test.program + variant, {}, {}, {}};
  if (test.kind == SourceKind::ARGUMENT)
    program.arguments.assign(test.index, "replaced");
  return program;
}

class PathsTest : public testing::TestWithParam<Case> {};

TEST_P(PathsTest, NoDecisionIsMissing) {
  const Case &test = GetParam();
  std::vector<std::string> inputs = all_inputs(test.alphabet);
  if (ends_with_zero(test))
    std::transform(inputs.begin(), inputs.end(), inputs.begin(), padded);
  braid::target::Executor executor(program_of(test, ""));
  std::vector<std::string> paths;
  std::vector<std::vector<size_t>> same(inputs.size());
  for (size_t i = 0; i < inputs.size(); i++) {
    executor.run(input_of(test, inputs[i]));
    braid::trace::View view(executor.trace().bytes());
    ASSERT_TRUE(view.whole()) << view.problems().front().text();
    paths.push_back(path_of(view));
    braid::trace::Evaluator values(view);
    braid::trace::Assignment assignment(view);
    for (size_t j = 0; j < inputs.size(); j++) {
      assign(assignment, test, inputs[j], view.sources().size());
      values.run(assignment);
      if (satisfies(view, values))
        same[i].push_back(j);
      else
        ASSERT_NE(i, j) << "does not satisfy its own trace: \"" << braid::trace::printable(inputs[i]) << '"';
    }
  }
  for (size_t i = 0; i < inputs.size(); i++)
    for (size_t j : same[i])
      ASSERT_EQ(paths[i], paths[j]) << '"' << braid::trace::printable(inputs[i]) << "\" and \""
                                    << braid::trace::printable(inputs[j]) << '"';
  std::sort(paths.begin(), paths.end());
  auto different = std::unique(paths.begin(), paths.end()) - paths.begin();
  EXPECT_GT(different, 5);
  RecordProperty("paths", int(different));
}

class SameTest : public PathsTest {};

TEST_P(SameTest, TheProgramStaysItself) {
  const Case &test = GetParam();
  /* A harness has no main of its own; ours, without an engine, reads standard input. */
  bool harness = test.kind == SourceKind::DATA;
  Case on_its_own = test;
  if (harness)
    on_its_own.kind = SourceKind::STDIN;
  std::vector<std::string> inputs = all_inputs(test.alphabet);
  braid::target::Executor executor(program_of(test, ""));
  for (size_t i = 0; i < inputs.size(); i += 1 + inputs.size() / 100) {
    braid::target::Outcome ours = executor.run(input_of(test, inputs[i]));
    braid::target::Outcome theirs =
        braid::target::run_plain(program_of(test, harness ? "" : ".plain"), input_of(on_its_own, inputs[i]));
    ASSERT_EQ(ours.text(), theirs.text()) << '"' << braid::trace::printable(inputs[i]) << '"';
    ASSERT_EQ(ours.output, theirs.output) << '"' << braid::trace::printable(inputs[i]) << '"';
  }
}

std::string name_of(const testing::TestParamInfo<Case> &info) {
  return fmt::format("{}{}", info.param.program, info.index);
}

INSTANTIATE_TEST_SUITE_P(Programs, PathsTest, testing::ValuesIn(cases), name_of);
/* Marks, the last, have no meaning without Braid. */
INSTANTIATE_TEST_SUITE_P(Programs, SameTest, testing::ValuesIn(std::begin(cases), std::end(cases) - 1), name_of);

} // namespace
} // namespace inputs
