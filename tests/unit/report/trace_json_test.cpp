#include "report/trace_json.h"
#include "sample_trace.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace braid::report::test {
namespace {

nlohmann::json json_of(TraceBuilder &trace, const RunFacts &facts = sample_facts()) {
  const trace::View view = trace.view();
  std::ostringstream out;
  write_trace_json(out, view, TraceDigest(view), facts);
  return nlohmann::json::parse(out.str());
}

TEST(TraceJson, DocumentedKeys) {
  SampleTrace trace;
  trace.everything();
  const nlohmann::json json = json_of(trace);
  EXPECT_EQ(json["format"], "braid-trace");
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["outcome"]["ending"], "exited");
  EXPECT_EQ(json["outcome"]["status"], 3);
  EXPECT_TRUE(json["outcome"]["signal"].is_null());
  EXPECT_EQ(json["output"]["text"], "hello\nworld\n");
  EXPECT_EQ(json["anything_symbolic"], true);
  EXPECT_TRUE(json["problems"].empty());
  EXPECT_TRUE(json["self_check"].empty());
  EXPECT_EQ(json["input"][0]["name"], "stdin");
  EXPECT_EQ(json["input"][0]["bytes"], 10);
  EXPECT_EQ(json["input"][0]["used"], 2);
  EXPECT_EQ(json["input"][1]["kind"], "mark");
  EXPECT_EQ(json["totals"]["decisions"], 8);
  EXPECT_EQ(json["totals"]["places"], 3);
  EXPECT_EQ(json["totals"]["lost"], 1);
}

TEST(TraceJson, Events) {
  SampleTrace trace;
  trace.everything();
  const nlohmann::json events = json_of(trace)["events"];
  ASSERT_EQ(events.size(), trace.header().event_count);
  EXPECT_EQ(events[0]["kind"], "source");
  EXPECT_EQ(events[0]["source"], "stdin");
  EXPECT_EQ(events[1]["kind"], "branch");
  EXPECT_EQ(events[1]["condition"], "stdin[0] == 'a'");
  EXPECT_EQ(events[1]["taken"], true);
  EXPECT_EQ(events[1]["file"], "main.c");
  EXPECT_EQ(events[1]["line"], 3);
  EXPECT_TRUE(events[1]["in"].is_null());
  EXPECT_EQ(events[6]["kind"], "switch");
  EXPECT_EQ(events[6]["case"], 2);
  EXPECT_EQ(events[6]["case_value"], 'b');
  EXPECT_EQ(events[7]["in"], "strcmp");
  EXPECT_EQ(events[7]["line"], 30); // where it was called
  EXPECT_EQ(events[8]["holds"], true);
  EXPECT_EQ(events[9]["value"], "0x1061");
  EXPECT_EQ(events[9]["bytes"], 4);
  EXPECT_EQ(events[11]["allocation"], true);
  EXPECT_EQ(events[12]["reason"], "CALL");
  EXPECT_EQ(events.back()["end"], "exit");
  EXPECT_EQ(events.back()["status"], 3);
}

TEST(TraceJson, PathsAreTidy) {
  SampleTrace trace;
  const uint32_t header = trace.add_site(BRAID_SITE_BRANCH, "/usr/lib/gcc/../../include/c++/map", "find", 4, 2);
  trace.add_event(BRAID_EVENT_BRANCH, header, trace.equals(trace.first, 'a'), 1);
  EXPECT_EQ(json_of(trace)["events"][0]["file"], "/usr/include/c++/map");
}

TEST(TraceJson, AnyOutputIsValidJson) {
  TraceBuilder trace;
  RunFacts facts = sample_facts();
  facts.output = "\xff\xfe\"\\\n";
  facts.ending = "signalled";
  facts.signal = 11;
  facts.limits = {"an allocation failed"};
  const nlohmann::json json = json_of(trace, facts);
  EXPECT_EQ(json["outcome"]["signal"], 11);
  EXPECT_TRUE(json["outcome"]["status"].is_null());
  EXPECT_EQ(json["outcome"]["limits"], nlohmann::json::array({"an allocation failed"}));
  EXPECT_EQ(json["output"]["bytes"], 5);
  EXPECT_TRUE(json["events"].empty());
}

TEST(TraceJson, EveryEndHasAName) {
  for (uint32_t end = 0; end < BRAID_END_KINDS; end++) {
    TraceBuilder trace;
    trace.add_event(BRAID_EVENT_END, 0, 0, 0, end);
    EXPECT_TRUE(json_of(trace)["events"][0]["end"].is_string()) << end;
  }
}

TEST(TraceJson, DamagedTrace) {
  SampleTrace trace;
  trace.everything();
  trace.event(4).kind = 99;
  const nlohmann::json json = json_of(trace);
  ASSERT_EQ(json["problems"].size(), 1u);
  EXPECT_EQ(json["events"].size(), 4u);
  trace.header().version = BRAID_TRACE_VERSION + 1;
  EXPECT_TRUE(json_of(trace)["events"].empty());
}

} // namespace
} // namespace braid::report::test
