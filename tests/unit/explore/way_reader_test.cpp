// Flags of traces become ways of sites, each told once, whatever numbers the trace gives them.
#include "explore/way_reader.h"
#include "trace_builder.h"

#include <gtest/gtest.h>

namespace braid::explore {
namespace {

using trace::test::TraceBuilder;
using Ways = std::vector<std::pair<Site, uint32_t>>;

class WayReaderTest : public ::testing::Test {
protected:
  // A program with so many branches at lines of their own; `first` says where its lines begin.
  static TraceBuilder program(uint32_t branches, uint32_t first = 1) {
    TraceBuilder trace;
    for (uint32_t i = 0; i < branches; i++) {
      const uint32_t site = trace.add_site(BRAID_SITE_BRANCH, "a.c", "main", first + i, 1);
      trace.site(site).id = first + i;
      trace.count_ways(site, 2);
    }
    trace.header().start = 1;
    trace.header().late_sites = trace.header().site_count;
    return trace;
  }

  static void go(TraceBuilder &trace, uint32_t site, uint32_t way) {
    trace.gone(trace.site(site).first_way + way) = 1;
  }

  // As lines of the source, which are the ids here.
  Ways lines(const WayNews &news) {
    Ways found;
    for (const WayNews::Gone &way : news.ways)
      found.emplace_back(uint32_t(table_[way.site].id), way.way);
    return found;
  }

  SiteTable table_;
  WayReader reader_{table_};
};

TEST_F(WayReaderTest, TellsEachOnce) {
  TraceBuilder trace = program(20);
  const uint32_t library = trace.add_site(BRAID_SITE_BRANCH, "models.c", "strcmp", 1, 1);
  trace.header().late_sites = trace.header().site_count;
  EXPECT_EQ(trace.site(library).first_way, 0U);
  go(trace, 1, 0);
  go(trace, 20, 1);
  const WayNews first = reader_.read(trace.view());
  EXPECT_EQ(first.places.size(), 20U);
  EXPECT_EQ(lines(first), (Ways{{1, 0}, {20, 1}}));
  go(trace, 7, 1);
  const WayNews second = reader_.read(trace.view());
  EXPECT_TRUE(second.places.empty());
  EXPECT_EQ(lines(second), (Ways{{7, 1}}));
}

TEST_F(WayReaderTest, QuestionsAreNoWays) {
  TraceBuilder trace = program(1);
  const uint32_t question = trace.add_site(BRAID_SITE_CALL, "a.c", "main", 7, 1);
  trace.site(question).id = 7;
  trace.count_ways(question, 1);
  trace.header().late_sites = trace.header().site_count;
  const WayNews before = reader_.read(trace.view());
  EXPECT_EQ(before.places.size(), 1U);
  EXPECT_TRUE(before.asked.empty());
  go(trace, question, 0);
  const WayNews asked = reader_.read(trace.view());
  EXPECT_TRUE(asked.ways.empty());
  ASSERT_EQ(asked.asked.size(), 1U);
  EXPECT_EQ(table_[asked.asked[0]].line, 7U);
  EXPECT_TRUE(reader_.read(trace.view()).asked.empty());
}

TEST_F(WayReaderTest, CopiesOfAPlaceAreOne) {
  TraceBuilder trace = program(2);
  const uint32_t copy = trace.add_site(BRAID_SITE_BRANCH, "a.c", "main", 1, 1);
  trace.site(copy).id = 1;
  trace.count_ways(copy, 2);
  trace.header().late_sites = trace.header().site_count;
  go(trace, 1, 0);
  go(trace, copy, 0);
  go(trace, copy, 1);
  const WayNews news = reader_.read(trace.view());
  EXPECT_EQ(news.places.size(), 2U);
  EXPECT_EQ(lines(news), (Ways{{1, 0}, {1, 1}}));
}

TEST_F(WayReaderTest, AnotherStartMayNumberSitesDifferently) {
  TraceBuilder before = program(3);
  go(before, 2, 1);
  EXPECT_EQ(lines(reader_.read(before.view())), (Ways{{2, 1}}));
  TraceBuilder after = program(3, 2); // lines 2 to 4
  after.header().start = 2;
  go(after, 1, 1); // line 2 again
  go(after, 2, 1);
  const WayNews news = reader_.read(after.view());
  EXPECT_EQ(news.places.size(), 1U);
  EXPECT_EQ(lines(news), (Ways{{3, 1}}));
}

TEST_F(WayReaderTest, LibrariesMayComeInEachRun) {
  TraceBuilder one = program(3), other = program(2);
  const uint32_t late = other.add_site(BRAID_SITE_BRANCH, "b.c", "plugin", 50, 1);
  other.site(late).id = 50;
  other.count_ways(late, 2);
  one.header().late_sites = 3; // the third is of a library
  other.header().late_sites = 3;
  go(one, 3, 0);
  go(other, 3, 0);
  EXPECT_EQ(lines(reader_.read(one.view())), (Ways{{3, 0}}));
  EXPECT_EQ(lines(reader_.read(other.view())), (Ways{{50, 0}}));
  go(one, 3, 1);
  EXPECT_EQ(lines(reader_.read(one.view())), (Ways{{3, 1}}));
}

TEST_F(WayReaderTest, EdgesAreToldOnceForEachStart) {
  TraceBuilder trace = program(1);
  trace.add_edge(1, 2);
  trace.add_edge(2, 3);
  EXPECT_EQ(reader_.read(trace.view()).edges.size(), 2U);
  EXPECT_TRUE(reader_.read(trace.view()).edges.empty());
  trace.header().start = 2;
  const WayNews news = reader_.read(trace.view());
  ASSERT_EQ(news.edges.size(), 2U);
  EXPECT_EQ(news.edges[1].from, 2U);
}

TEST_F(WayReaderTest, WhatIsNoFlagIsNone) {
  TraceBuilder trace = program(3);
  trace.gone(0) = 1; // nobody's
  trace.gone(1) = 2;
  go(trace, 2, 0);
  EXPECT_EQ(lines(reader_.read(trace.view())), (Ways{{2, 0}}));
}

TEST_F(WayReaderTest, ABrokenTraceTellsNothing) {
  TraceBuilder trace = program(3);
  go(trace, 2, 0);
  trace.site(3).kind = 99;
  EXPECT_TRUE(reader_.read(trace.view()).ways.empty());
  EXPECT_EQ(table_.size(), 1U);
}

TEST_F(WayReaderTest, SwitchesHaveTheirWays) {
  TraceBuilder trace;
  const uint32_t site = trace.add_site(BRAID_SITE_SWITCH, "a.c", "main", 9, 1, {1, 2, 3}, 8, false, {1, 1, 2});
  trace.site(site).id = 9;
  trace.count_ways(site, 3);
  trace.header().late_sites = trace.header().site_count;
  trace.header().refused_ways = 4;
  go(trace, site, 2);
  const WayNews news = reader_.read(trace.view());
  ASSERT_EQ(news.places.size(), 1U);
  EXPECT_EQ(news.places[0].ways, 3U);
  EXPECT_EQ(lines(news), (Ways{{9, 2}}));
  EXPECT_EQ(news.refused, 4U);
}

} // namespace
} // namespace braid::explore
