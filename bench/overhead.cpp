// What instrumentation costs: time of a kernel relative to the plain -O2 build, and runs per second. The shortest
// of several times on both sides, taken in turns, so that what else the machine does matters little.
// Arguments: the letters of the measurements that are wanted; without one, all.
#include "bench.h"

#include <algorithm>
#include <fmt/format.h>
#include <sched.h>

using namespace braid;
using namespace braid::bench;

namespace {

constexpr unsigned rounds = 5;
std::string_view letters = "abcde";

bool is_wanted(std::string_view what) { return letters.find(what[1]) != std::string_view::npos; } // "(a) ..."

struct Row {
  const char *what;
  double plain, ours, limit;
};

void print(const Row &row) {
  double ratio = row.ours / row.plain;
  fmt::print("{:<58} {:>12.1f} us {:>12.1f} us {:>8.2f} x  (at most {:g} x) {}\n", row.what, row.plain / 1000,
             row.ours / 1000, ratio, row.limit, ratio <= row.limit ? "ok" : "ABOVE");
}

template <class Ours>
void compare(const char *what, double limit, const Kernel &kernel, const std::string &input, unsigned repetitions,
             Ours ours) {
  if (!is_wanted(what))
    return;
  Row row{what, 1e300, 1e300, limit};
  for (unsigned i = 0; i < rounds; i++) {
    row.plain = std::min(row.plain, plain_time(kernel, input, repetitions));
    row.ours = std::min(row.ours, ours());
  }
  print(row);
}

void runs_per_second(const Kernel &kernel, target::Mode mode, unsigned runs, double least, const char *what) {
  if (!is_wanted(what))
    return;
  target::ExecutorOptions options;
  options.mode = mode;
  target::Executor executor({.path = kernel.instrumented, .arguments = {}, .environment = {}, .folder = {}},
                            options);
  target::Input inputs[] = {input_of("a", true), input_of("z", true)};
  executor.run(inputs[0]);
  double best = 0;
  for (unsigned round = 0; round < rounds; round++) {
    auto begin = std::chrono::steady_clock::now();
    for (unsigned i = 0; i < runs; i++)
      executor.run(inputs[i % 2]);
    std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    best = std::max(best, runs / time.count());
  }
  fmt::print("{:<58} {:>10.0f} runs/s  (at least {:g}) {}\n", what, best, least, best >= least ? "ok" : "BELOW");
}

} // namespace

int main(int argc, char **argv) try {
  if (argc > 1)
    letters = argv[1];
  cpu_set_t one; // both sides on one core, as the targets say
  CPU_ZERO(&one);
  CPU_SET(static_cast<unsigned>(sched_getcpu()), &one);
  sched_setaffinity(0, sizeof one, &one);

  Scratch scratch;
  Kernel mixing = build("mixing", scratch), json = build("json", scratch), sort = build("bubble_sort", scratch),
         crc = build("crc32", scratch), hash = build("mixing_hash", scratch), lines = build("ten_lines", scratch);
  std::string text = json_text(16384), few = random_bytes(200), many = random_bytes(4096);

  fmt::print("{:<58} {:>15} {:>15} {:>10}\n", "kernel", "plain -O2", "braid-cc -O2", "ratio");
  compare("(a) 50 million rounds without input, then branches on it", 1.3, mixing, few, 1,
          [&] { return symbolic_time(mixing, few, 1); });
  compare("(b) JSON validator, 16 KiB, nothing symbolic", 6, json, text, 50,
          [&] { return concrete_time(json, text, 50); });
  compare("(b) bubble sort, 200 bytes, nothing symbolic", 6, sort, few, 50,
          [&] { return concrete_time(sort, few, 50); });
  compare("(c) JSON validator, 16 KiB symbolic", 80, json, text, 50,
          [&] { return symbolic_time(json, text, 20); });
  compare("(c) bubble sort, 200 bytes symbolic", 80, sort, few, 50, [&] { return symbolic_time(sort, few, 20); });
  compare("(d) CRC-32 bit by bit, 4 KiB symbolic", 400, crc, many, 50,
          [&] { return symbolic_time(crc, many, 10); });
  compare("(d) mixing hash, 4 KiB symbolic", 400, hash, many, 50, [&] { return symbolic_time(hash, many, 10); });
  runs_per_second(lines, target::Mode::FORK, 2000, 2500, "(e) ten-line program, a fork for each run");
  runs_per_second(lines, target::Mode::RESTART, 20000, 25000, "(e) ten-line program, restarted in the process");
  return 0;
} catch (const std::exception &error) {
  fmt::print(stderr, "bench/overhead: {}\n", error.what());
  return 5;
}
