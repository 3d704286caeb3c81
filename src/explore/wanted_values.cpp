#include "explore/wanted_values.h"

#include "expr/evaluate.h"

#include <algorithm>

namespace braid::explore {

namespace {

// What has come first, and what is to come after how many values.
enum Policy : size_t { AS_IT_CAME = 1, SMALLEST = 1, LARGEST_WANTED = 2, LARGEST = 3, NO_POLICY = 4 };

uint64_t value_of(expr::Store &store, Expr e, const expr::Assignment &model) {
  expr::Evaluator evaluator(store);
  evaluator.assign(model);
  return uint64_t(evaluator.value(e));
}

} // namespace

std::vector<uint32_t> values_in_the_way(const Path &path, uint32_t depth, std::span<const uint32_t> core,
                                        size_t position) {
  std::vector<uint32_t> found;
  uint32_t step = 0;
  for (const uint32_t each : core) {
    if (each < position)
      continue;
    const size_t constraint = each - position;
    while (step < depth && path.steps[step].constraints <= constraint)
      step++;
    if (step == depth)
      break;
    const Step &met = path.steps[step];
    if (met.kind == StepKind::VALUE && met.event_kind != BRAID_EVENT_OBJECT &&
        (found.empty() || found.back() != step))
      found.push_back(step);
  }
  return found;
}

bool has_policy(const Step &step, size_t seen) {
  return step.is_allocation && seen >= AS_IT_CAME && seen < NO_POLICY;
}

solver::Answer by_policy(expr::Store &store, const Step &step, size_t seen, uint64_t largest,
                         std::vector<Expr> constraints, const Solve &solve) {
  const unsigned width = store.width(step.expression);
  const auto at_most = [&](uint64_t limit) {
    return store.compare(BRAID_OP_ULE, step.expression, store.constant(limit, width));
  };
  const auto at_least = [&](uint64_t limit) {
    return store.compare(BRAID_OP_ULE, store.constant(limit, width), step.expression);
  };
  const bool has_limit = seen == LARGEST_WANTED && largest != 0 && (width == 64 || largest >> width == 0);
  if (has_limit)
    constraints.push_back(at_most(largest));
  solver::Answer best = solve(constraints);
  if (has_limit && best.verdict != solver::Verdict::SATISFIABLE) {
    constraints.pop_back();
    return solve(constraints);
  }
  if (best.verdict != solver::Verdict::SATISFIABLE)
    return best;
  const bool is_smallest = seen == SMALLEST;
  uint64_t value = value_of(store, step.expression, best.model);
  const uint64_t all = width == 64 ? UINT64_MAX : (uint64_t(1) << width) - 1;
  // All values that there may still be lie between this one and the value found.
  uint64_t end = is_smallest ? 0 : has_limit ? std::min(all, largest) : all;
  while (value != end) {
    const uint64_t middle = is_smallest ? end + (value - end) / 2 : end - (end - value) / 2;
    constraints.push_back(is_smallest ? at_most(middle) : at_least(middle));
    solver::Answer closer = solve(constraints);
    constraints.pop_back();
    if (closer.verdict == solver::Verdict::SATISFIABLE) {
      value = value_of(store, step.expression, closer.model);
      best = std::move(closer);
    } else if (closer.verdict == solver::Verdict::UNSATISFIABLE) {
      end = is_smallest ? middle + 1 : middle - 1;
    } else {
      break;
    }
  }
  return best;
}

} // namespace braid::explore
