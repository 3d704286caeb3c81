#include "measure.h"

#include <algorithm>
#include <ctime>
#include <fmt/format.h>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

namespace braid::bench {

namespace {

using solver::Clock;
using solver::Layer;

double nanoseconds(Clock::duration duration) { return std::chrono::duration<double, std::nano>(duration).count(); }

double nanoseconds(const timespec &time) { return double(time.tv_sec) * 1e9 + double(time.tv_nsec); }
double nanoseconds(const timeval &time) { return double(time.tv_sec) * 1e9 + double(time.tv_usec) * 1e3; }

double own_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return nanoseconds(now);
}

// Of the processes that a layer has started: those that have ended, and those that run.
double time_of_children() {
  rusage ended{};
  getrusage(RUSAGE_CHILDREN, &ended);
  double sum = nanoseconds(ended.ru_utime) + nanoseconds(ended.ru_stime);
  std::ifstream running(fmt::format("/proc/self/task/{}/children", gettid()));
  for (pid_t child = 0; running >> child;) {
    clockid_t clock{};
    timespec now{};
    if (clock_getcpuclockid(child, &clock) == 0 && clock_gettime(clock, &now) == 0)
      sum += nanoseconds(now);
  }
  return sum;
}

// Time spent so far in the layers before the bit-blaster, local search by itself, and how often the bit-blaster
// was asked.
struct Before {
  Clock::duration time{}, search{};
  uint64_t asked = 0;

  explicit Before(const solver::Solver &solver) {
    const Layer *layer = solver.first();
    for (; layer != nullptr && layer->name() != "bits"; layer = layer->next())
      (layer->name() == "search" ? search : time) += layer->statistics().time;
    asked = layer != nullptr ? layer->statistics().asked : 0;
  }
};

Measured ask(solver::Solver &solver, const solver::Query &query) {
  const Before before(solver);
  const double children_before = time_of_children();
  const double begin = own_time();
  const solver::Answer answer = solver.solve(query);
  const double own = own_time() - begin;
  const double time = own + time_of_children() - children_before;
  const Before after(solver);
  return {answer.verdict, time, nanoseconds(after.time - before.time), nanoseconds(after.search - before.search),
          after.asked != before.asked};
}

} // namespace

Measurement measure(const Recording &recording, const solver::Options &options, unsigned rounds,
                    const std::vector<bool> &chosen) {
  Measurement result;
  result.queries.resize(recording.queries.size());
  for (unsigned round = 0; round < rounds; round++) {
    const std::unique_ptr<solver::Store> store = copied(*recording.store);
    solver::Solver solver(*store, options);
    for (size_t i = 0; i < recording.queries.size(); i++) {
      if (!chosen.empty() && !chosen[i])
        continue;
      const Measured now = ask(solver, recording.queries[i].query());
      Measured &best = result.queries[i];
      if (round == 0) {
        best = now;
        continue;
      }
      best.time = std::min(best.time, now.time);
      best.time_before_bits = std::min(best.time_before_bits, now.time_before_bits);
      best.time_of_search = std::min(best.time_of_search, now.time_of_search);
    }
    if (round + 1 != rounds)
      continue;
    for (const Layer *layer = solver.first(); layer != nullptr; layer = layer->next()) {
      const solver::LayerStatistics &sum = layer->statistics();
      result.layers.push_back({std::string(layer->name()), sum.asked, sum.satisfiable, sum.unsatisfiable,
                               sum.unknown, nanoseconds(sum.time)});
    }
  }
  return result;
}

} // namespace braid::bench
