#include "report/trace_text.h"
#include "sample_trace.h"

#include <gtest/gtest.h>
#include <sstream>

namespace braid::report::test {
namespace {

std::string text_of(TraceBuilder &trace, const TraceTextOptions &options = {},
                    const RunFacts &facts = sample_facts()) {
  const trace::View view = trace.view();
  std::ostringstream out;
  write_trace_text(out, view, TraceDigest(view), facts, options);
  return out.str();
}

void expect_contains(const std::string &text, const std::string &part) {
  EXPECT_NE(text.find(part), std::string::npos) << "missing: " << part << "\nin:\n" << text;
}
void expect_lacks(const std::string &text, const std::string &part) {
  EXPECT_EQ(text.find(part), std::string::npos) << "unwanted: " << part << "\nin:\n" << text;
}

TEST(TraceText, AllInOrder) {
  SampleTrace trace;
  trace.everything();
  std::string text = text_of(trace);
  const size_t size = text.find("memory: ") + 8; // depends on the sizes of entries
  text.replace(size, text.find(" of trace") - size, "SIZE");
  EXPECT_EQ(text, R"(input
  stdin            2 of 10 bytes used, 2 in decisions
  n                4 of 4 bytes used, 4 in decisions

decisions (8 at 3 places)
  main.c:3:7 (main)
       1  stdin[0] == 'a'  →  true
       2  stdin[0] == 'a'  →  true
       3  stdin[0] == 'a'  →  true
          … 2 more at this place; in all 5 true, 0 false
  main.c:20:3 (run)
       6  switch (stdin[1])  →  case 'b'
  main.c:30:5 (main)
       7  in strcmp: stdin[1] == 'x'  →  false
       8  assume n < 9  →  true

made concrete (3 at 1 place)
  main.c:30:5 (main)
          address of a read of 4 bytes, 2 times: stdin[0] + 4096 = 0x1061
          size of an allocation, once: stdin[1] = 98

symbols lost (1 at 1 place)
  main.c:30:5 (main)
          passed to a function that is not instrumented, once: stdin[1]

remarks
  the program started 1 thread

totals
  6 symbolic bytes, 6 of them in decisions
  19 expressions, 15 events
  8 decisions at 3 places
  1 symbol lost, 3 made concrete
  memory: SIZE of trace, 0 bytes of shadow memory, 0 bytes of hash table

outcome exit status 3 after 12 ms

standard output of the program (12 bytes)
  | hello
  | world
)");
}

TEST(TraceText, LongOutputIsCut) {
  SampleTrace trace;
  RunFacts facts = sample_facts();
  facts.output.clear();
  for (int i = 0; i < 100; i++)
    facts.output += "line " + std::to_string(i) + "\n";
  expect_contains(text_of(trace, {}, facts), "  | line 39\n  … 480 bytes more, see --all\n");
  expect_contains(text_of(trace, {.all = true}, facts), "  | line 99\n");
  facts.output_whole = false;
  expect_contains(text_of(trace, {}, facts), "  | line 39\n  … at least 480 bytes more, see --all\n");
  facts.output = "one long li";
  expect_contains(text_of(trace, {}, facts),
                  "(first 11 bytes)\n  | one long li\n  … more was written and not kept, see --all\n");
}

TEST(TraceText, AllShowsEverything) {
  SampleTrace trace;
  trace.everything();
  const std::string text = text_of(trace, {.all = true});
  expect_contains(text, "       5  stdin[0] == 'a'");
  expect_lacks(text, "more at this place");
}

TEST(TraceText, ManyPlacesAreCut) {
  SampleTrace trace;
  trace.everything();
  const std::string text = text_of(trace, {.decisions = 2});
  expect_contains(text, "       2  stdin[0]");
  expect_lacks(text, "switch (");
  expect_contains(
      text, "… 3 more at this place; in all 5 true, 0 false\n  … and 3 more decisions at 2 places, see --all\n");
}

// Lines shown and left out add up under each heading, also if several sites are at one place.
TEST(TraceText, CountsAddUp) {
  SampleTrace trace;
  const uint32_t beside = trace.add_site(BRAID_SITE_BRANCH, "main.c", "main", 3, 7);
  const Label is_a = trace.equals(trace.first, 'a'), is_x = trace.equals(trace.second, 'x');
  trace.add_event(BRAID_EVENT_BRANCH, beside, is_x, 0);
  for (int i = 0; i < 5; i++)
    trace.add_event(BRAID_EVENT_BRANCH, trace.loop, is_a, 1);
  std::string text = text_of(trace);
  expect_contains(text, "decisions (6 at 1 place)\n  main.c:3:7 (main)\n       1  ");
  expect_contains(text, "       4  stdin[0] == 'a'  →  true\n"
                        "          … 2 more at this place; in all 5 true, 1 false\n");

  // A library function called there is counted on its own.
  const uint32_t call = trace.add_site(BRAID_SITE_CALL, "main.c", "main", 3, 7);
  for (int i = 0; i < 4; i++)
    trace.add_event(BRAID_EVENT_BRANCH, trace.in_strcmp, is_x, 0, call);
  text = text_of(trace);
  expect_contains(text, "decisions (10 at 1 place)");
  expect_contains(
      text, "          … 2 more outside of library functions; in all 5 true, 1 false\n       7  in strcmp: ");
  expect_contains(text, "          … 1 more in strcmp; in all 0 true, 4 false\n");
}

TEST(TraceText, LongNamesWidenTheColumn) {
  SampleTrace trace;
  trace.bytes(trace.add_source(BRAID_SOURCE_MARK, "abcd", "__VERIFIER_nondet_int"), 0, 4);
  expect_contains(text_of(trace), "  n                     4 of 4 bytes used");
  expect_contains(text_of(trace), "  __VERIFIER_nondet_int 4 of 4 bytes used");
}

TEST(TraceText, NothingSymbolicIsExplained) {
  TraceBuilder trace;
  const uint32_t source = trace.add_source(BRAID_SOURCE_STDIN, "abc");
  trace.source(source).flags &= uint8_t(~BRAID_SOURCE_USED);
  trace.add_site(BRAID_SITE_BRANCH, "main.c", "main", 1, 1);
  expect_contains(text_of(trace), "nothing was symbolic");
  expect_contains(text_of(trace), "3 bytes, not read by code that Braid follows");
  expect_contains(text_of(trace), "No code that Braid follows asked for this input");
  expect_contains(text_of(trace), "--file PATH");
  expect_lacks(text_of(trace), "No code compiled with braid-cc");
  trace.source(source).flags |= BRAID_SOURCE_USED;
  expect_contains(text_of(trace), "read by code that is not instrumented");
  trace.source(source).size = 0;
  expect_contains(text_of(trace), "The input was empty");
  expect_lacks(text_of(trace), "--file PATH");
  trace.source(source).flags &= uint8_t(~BRAID_SOURCE_USED); // it may read something else
  expect_contains(text_of(trace), "--file PATH");
  trace.header().site_count = 1;
  expect_contains(text_of(trace), "No code compiled with braid-cc works with data here");
  RunFacts facts = sample_facts();
  facts.ending = "signalled";
  facts.outcome = "killed by SIGSEGV";
  expect_contains(text_of(trace, {}, facts), "ended early: killed by SIGSEGV");
}

TEST(TraceText, LimitsBesideTheOutcome) {
  SampleTrace trace;
  RunFacts facts = sample_facts();
  facts.seconds = 0.002;
  facts.limits = {"an allocation of 5 bytes failed"};
  expect_contains(text_of(trace, {}, facts), " after 2 ms\n  an allocation of 5 bytes failed\n");
}

TEST(TraceText, ReadButNotDecided) {
  SampleTrace trace;
  expect_contains(text_of(trace), "no decision depended on the input");
  expect_lacks(text_of(trace), "nothing was symbolic");
}

TEST(TraceText, DamagedTrace) {
  SampleTrace trace;
  trace.everything();
  trace.event(2).kind = 77;
  const std::string text = text_of(trace);
  expect_contains(text, "the trace is damaged\n  event 2: kind 77 does not exist");
  expect_contains(text, "decisions (1 at 1 place)");
  trace.header().magic[0] = 'x';
  expect_contains(text_of(trace), "not a trace");
}

TEST(TraceText, ColoursOnlyWhenAsked) {
  SampleTrace trace;
  trace.everything();
  expect_lacks(text_of(trace), "\x1b");
  expect_contains(text_of(trace, {.colours = true}), "\x1b[32mtrue\x1b[0m");
}

TEST(TraceText, SelfCheckMismatch) {
  SampleTrace trace;
  trace.everything();
  trace.event(1).flag = 0;
  expect_contains(text_of(trace), "self-check: event 1 at main.c:3:7 (main)");
}

} // namespace
} // namespace braid::report::test
