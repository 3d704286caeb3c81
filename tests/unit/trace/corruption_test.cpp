// Random damage to random traces: whatever the program under test writes over its trace, reading, evaluating,
// checking and printing must end in order. Worth most in a build with the sanitizers.
#include "random_trace.h"
#include "trace/check.h"
#include "trace/evaluate.h"
#include "trace/smtlib.h"
#include "trace/text.h"

#include <gtest/gtest.h>

namespace braid::trace::test {
namespace {

void damage(TraceBuilder &trace, Random &random) {
  const std::span<std::byte> memory = trace.memory();
  const braid_trace header = trace.header(); // as it was before the first damage
  const auto anywhere = [&](uint64_t bytes) -> std::byte * {
    const braid_area *const areas[] = {&header.sources, &header.nodes, &header.events, &header.sites,
                                       &header.strings, &header.cases, &header.ways,   &header.edges};
    const uint64_t entries[] = {
        sizeof(braid_source), sizeof(braid_node), sizeof(braid_event), sizeof(braid_site), 1, 8, 1, 16};
    const size_t which = random.below(10);
    if (which >= 8) // the header, by chance as likely as two tables
      return memory.data() + random.below(sizeof(braid_trace) - bytes);
    // Damage to what is in use shows more than damage to free room.
    const uint64_t room = std::min<uint64_t>(areas[which]->capacity * entries[which], 2000);
    const uint64_t offset = areas[which]->offset + random.below(room);
    return offset + bytes <= memory.size() ? memory.data() + offset
                                           : memory.data() + random.below(memory.size() - bytes);
  };
  for (uint64_t i = 0, count = 1 + random.below(4); i < count; i++) {
    const uint64_t interesting[] = {
        0, 1, 0xff, 0xffffffff, UINT64_MAX, uint64_t(1) << 63, random.word(), random.below(300)};
    const uint64_t value = random.pick(interesting);
    const uint64_t bytes = uint64_t(1) << random.below(4);
    std::memcpy(anywhere(bytes), &value, bytes);
  }
}

void use(const View &view, Random &random) {
  for (const Problem &problem : view.problems())
    ASSERT_FALSE(problem.text().empty());
  ASSERT_EQ(view.whole(), view.problems().empty());
  Evaluator all(view);
  all.run(Assignment(view));
  for (const Mismatch &mismatch : check(view))
    ASSERT_FALSE(mismatch.text.empty());
  LabelText text(view);
  ConeEvaluator cone(view);
  for (Label label = 1; label < view.nodes().size(); label++) {
    if (random.chance(10)) {
      ASSERT_FALSE(text.label(label).empty());
      ASSERT_TRUE(cone.value(label) == all[label]);
    }
  }
  for (uint32_t site = 0; site < view.sites().size(); site++)
    ASSERT_FALSE(place_text(view, site).empty());
  if (random.chance(5)) {
    ASSERT_FALSE(smtlib_script(view, path_constraints(view)).empty());
  }
}

TEST(Corruption, NothingBreaks) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  TraceBuilder sound;
  sound.add_source(BRAID_SOURCE_STDIN, random_bytes(random, 16));
  sound.add_source(BRAID_SOURCE_MARK, random_bytes(random, 4), "n");
  sound.add_source(BRAID_SOURCE_FILE, random_bytes(random, 100), "some/file");
  const uint32_t place = sound.add_site(BRAID_SITE_BRANCH, "main.c", "main", 1, 2);
  const uint32_t choice = sound.add_site(BRAID_SITE_SWITCH, "main.c", "main", 2, 2, {1, 2, 3}, 8);
  for (const Label label : add_random_nodes(sound, random, {.nodes = 60})) {
    const braid_node &node = sound.node(label);
    if (node.width == 1)
      sound.add_event(BRAID_EVENT_BRANCH, place, label, uint8_t(node.value));
    else if (node.width == 8)
      sound.add_event(BRAID_EVENT_SWITCH, choice, label, 0,
                      node.value >= 1 && node.value <= 3 ? uint32_t(node.value) : 0);
    else
      sound.add_event(uint8_t(random.chance(50) ? BRAID_EVENT_LENGTH : BRAID_EVENT_LOST), place, label);
  }
  sound.add_event(BRAID_EVENT_END, 0, 0, 0, BRAID_END_EXIT);
  sound.header().end = BRAID_END_EXIT;
  ASSERT_TRUE(sound.view().whole()) << sound.view().problems()[0].text();
  size_t broken = 0;
  for (int round = 0; round < 20000; round++) {
    TraceBuilder trace = sound;
    damage(trace, random);
    const View view = trace.view();
    broken += !view.whole();
    ASSERT_NO_FATAL_FAILURE(use(view, random)) << "round " << round;
  }
  EXPECT_GT(broken, 2000u); // the damage does meet something
}

TEST(Corruption, PureNoise) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  for (int round = 0; round < 2000; round++) {
    TraceBuilder trace({.sources = 4,
                        .data = 64,
                        .nodes = 64,
                        .events = 64,
                        .sites = 8,
                        .cases = 8,
                        .strings = 64,
                        .ways = 8,
                        .edges = 8});
    const size_t header = sizeof(braid_trace);
    for (size_t i = header; i < trace.memory().size(); i++)
      trace.memory()[i] = std::byte(random.chance(60) ? 0 : random.word());
    trace.header().node_count = uint32_t(random.below(65));
    trace.header().event_count = uint32_t(random.below(65));
    trace.header().source_count = uint32_t(random.below(5));
    trace.header().site_count = uint32_t(random.below(9));
    trace.header().string_bytes = uint32_t(random.below(65));
    ASSERT_NO_FATAL_FAILURE(use(trace.view(), random)) << "round " << round;
  }
}

} // namespace
} // namespace braid::trace::test
