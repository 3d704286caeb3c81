// A run with a little of everything, for the tests of reports.
#pragma once

#include "report/run_facts.h"
#include "trace_builder.h"

namespace braid::report::test {

using trace::Label;
using trace::test::TraceBuilder;

struct SampleTrace : TraceBuilder {
  uint32_t input, number, loop, choice, call, in_strcmp;
  Label first, second, whole;

  SampleTrace() {
    input = add_source(BRAID_SOURCE_STDIN, "abcdefghij");
    number = add_source(BRAID_SOURCE_MARK, std::string("\x05\0\0\0", 4), "n");
    loop = add_site(BRAID_SITE_BRANCH, "main.c", "main", 3, 7);
    choice = add_site(BRAID_SITE_SWITCH, "main.c", "run", 20, 3, {1, 'b'}, 8);
    call = add_site(BRAID_SITE_CALL, "main.c", "main", 30, 5);
    in_strcmp = add_site(BRAID_SITE_BRANCH, "strings.c", "__braid_model_strcmp", 8, 1, {}, 0, true);
    first = input_byte(0);
    second = input_byte(1);
    whole = bytes(number, 0, 4);
  }

  Label input_byte(uint32_t offset) { return TraceBuilder::input(input, offset); }
  Label equals(Label label, uint64_t value) {
    return op(BRAID_OP_EQ, 1, label, constant(node(label).width, value));
  }

  void everything() {
    add_event(BRAID_EVENT_SOURCE, call, 0, 0, input);
    const Label is_a = equals(first, 'a');
    for (int i = 0; i < 5; i++)
      add_event(BRAID_EVENT_BRANCH, loop, is_a, 1);
    add_event(BRAID_EVENT_SWITCH, choice, second, 0, 2);
    add_event(BRAID_EVENT_BRANCH, in_strcmp, equals(second, 'x'), 0, call);
    add_event(BRAID_EVENT_ASSUME, call, op(BRAID_OP_SLT, 1, whole, constant(32, 9)), 1);
    const Label address = op(BRAID_OP_ADD, 64, op(BRAID_OP_ZEXT, 64, first), constant(64, 0x1000));
    add_event(BRAID_EVENT_ADDRESS, call, address, 0, 4);
    add_event(BRAID_EVENT_ADDRESS, call, address, 0, 4);
    add_event(BRAID_EVENT_LENGTH, call, op(BRAID_OP_ZEXT, 64, second), 0, 0, 1);
    add_event(BRAID_EVENT_LOST, call, second, 0, 0, BRAID_LOST_CALL);
    add_event(BRAID_EVENT_THREAD, call, 0);
    add_event(BRAID_EVENT_END, 0, 3, 0, BRAID_END_EXIT);
    header().end = BRAID_END_EXIT;
  }
};

inline RunFacts sample_facts() {
  RunFacts facts;
  facts.program = "./prog";
  facts.outcome = "exit status 3";
  facts.ending = "exited";
  facts.status = 3;
  facts.seconds = 0.012;
  facts.output = "hello\nworld\n";
  return facts;
}

} // namespace braid::report::test
