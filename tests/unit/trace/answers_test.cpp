// What is known about the functions that the machine answers, and which of them a run has asked.
#include "trace/answers.h"
#include "trace_builder.h"

#include <gtest/gtest.h>

namespace braid::trace {
namespace {

using test::TraceBuilder;

TEST(Answers, AreKnownByTheNameOfTheFunction) {
  const Answer *time = find_answer("time");
  ASSERT_NE(time, nullptr);
  EXPECT_EQ(answer_text(time->kind), "clock");
  EXPECT_TRUE(time->is_number);
  const Answer *variable = find_answer("getenv");
  ASSERT_NE(variable, nullptr);
  EXPECT_EQ(variable->kind, AnswerKind::ENVIRONMENT);
  EXPECT_FALSE(variable->is_number);
  const Answer *file = find_answer("open");
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(answer_text(file->kind), "file system");
  EXPECT_EQ(find_answer("strlen"), nullptr);
  EXPECT_EQ(find_answer(""), nullptr);
}

TEST(Answers, OnlyCallsWithTheirFlagSetWereAsked) {
  TraceBuilder trace;
  const uint32_t branch = trace.add_site(BRAID_SITE_BRANCH, "a.c", "main", 1, 1);
  const uint32_t plain = trace.add_site(BRAID_SITE_CALL, "a.c", "main", 2, 1);
  const uint32_t asked_one = trace.add_site(BRAID_SITE_CALL, "a.c", "main", 3, 1);
  const uint32_t other = trace.add_site(BRAID_SITE_CALL, "a.c", "main", 4, 1);
  trace.count_ways(branch, 2);
  trace.count_ways(asked_one, 1);
  trace.count_ways(other, 1);
  EXPECT_TRUE(asked(trace.view()).empty());
  trace.gone(trace.site(branch).first_way) = 1;
  trace.gone(trace.site(asked_one).first_way) = 1;
  EXPECT_FALSE(is_question(trace.site(branch)));
  EXPECT_FALSE(is_question(trace.site(plain)));
  EXPECT_EQ(asked(trace.view()), std::vector<uint32_t>{asked_one});
}

} // namespace
} // namespace braid::trace
