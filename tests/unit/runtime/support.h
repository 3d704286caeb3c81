// Evaluation of what the runtime recorded, under inputs other than the run's own.
#pragma once

#include "trace/evaluate.h"
#include "world.h"

#include <gtest/gtest.h>
#include <span>

namespace braid::test {

inline void open_world() {
  static bool opened = false;
  if (!opened)
    world_open(1 << 20);
  opened = true;
}

// The trace as it is now, and values of labels under any two bytes of input.
class Recorded {
public:
  Recorded()
      : view_(std::span(reinterpret_cast<const std::byte *>(world_trace()), world_trace()->total_bytes)),
        evaluator_(view_) {}

  uint64_t value(braid_label label, std::span<const uint8_t> input) {
    trace::Assignment assignment(view_);
    assignment.set(0, input);
    evaluator_.assign(assignment);
    return static_cast<uint64_t>(evaluator_.value(label));
  }

private:
  trace::View view_;
  trace::ConeEvaluator evaluator_;
};

} // namespace braid::test
