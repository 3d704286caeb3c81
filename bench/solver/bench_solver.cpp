// What the layers of the solver gain, on queries recorded from explorations: time of Z3 alone, of the bit-blaster
// alone and of all layers for the same queries in the same order, and which layer answered how many.
#include "../bench.h"
#include "measure.h"
#include "recording_file.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <sched.h>
#include <stdexcept>

using namespace braid;
using namespace braid::bench;
using solver::Procedure;
using solver::Verdict;

namespace {

struct Settings {
  std::string compiler = BRAID_BENCH_COMPILER;
  std::string only;       // a group or a program
  std::string replay;     // a set-up to replay once, for a profiler
  std::string save, load; // files of recordings
  unsigned rounds = 5;    // but at most two with Z3, which is slow
  unsigned sample = 0;    // queries for Z3; 0 for all
  bool programs = false;  // a line for each program
  RecordingLimits limits;
};

const std::map<std::string, Procedure> SETUPS = {{"z3", Procedure::Z3},
                                                 {"bits", Procedure::BITS},
                                                 {"intervals", Procedure::INTERVALS},
                                                 {"layers", Procedure::LAYERS}};

solver::Options options_of(Procedure procedure) {
  solver::Options options;
  options.procedure = procedure;
  return options;
}

std::vector<Recording> record_all(const Settings &settings) {
  const Scratch scratch;
  std::vector<Recording> recordings;
  for (const CorpusProgram &program : corpus()) {
    if (!settings.only.empty() && settings.only != program.group && settings.only != program.name)
      continue;
    const std::filesystem::path built = scratch.path() / program.name;
    const std::string command = fmt::format("{} -O2 -o '{}' '{}/{}.c'", settings.compiler, built.string(),
                                            BRAID_BENCH_PROGRAMS, program.name);
    if (std::system(command.c_str()) != 0)
      throw std::runtime_error("this failed: " + command);
    recordings.push_back(record(program, built, settings.limits));
  }
  if (recordings.empty())
    throw std::runtime_error("no program is called " + settings.only);
  return recordings;
}

// One set-up on the whole corpus.
struct Run {
  std::vector<Measurement> measurements; // one for each recording
  std::vector<LayerSum> layers;

  Run(const std::vector<Recording> &recordings, Procedure procedure, unsigned rounds,
      const std::vector<std::vector<bool>> &chosen = {}) {
    for (size_t i = 0; i < recordings.size(); i++) {
      measurements.push_back(
          measure(recordings[i], options_of(procedure), rounds, chosen.empty() ? std::vector<bool>() : chosen[i]));
      add(measurements.back().layers);
    }
  }

  void add(const std::vector<LayerSum> &more) {
    layers.resize(std::max(layers.size(), more.size()));
    for (size_t i = 0; i < more.size(); i++) {
      layers[i].name = more[i].name;
      layers[i].asked += more[i].asked;
      layers[i].satisfiable += more[i].satisfiable;
      layers[i].unsatisfiable += more[i].unsatisfiable;
      layers[i].unknown += more[i].unknown;
      layers[i].time += more[i].time;
    }
  }

  // Milliseconds for all queries.
  double time() const {
    double sum = 0;
    for (const Measurement &measurement : measurements)
      for (const Measured &query : measurement.queries)
        sum += query.time;
    return sum / 1e6;
  }
};

void print_limit(const char *what, double figure, const char *unit, bool at_least, double limit) {
  const bool kept = at_least ? figure >= limit : figure <= limit;
  fmt::print("{:<66} {:>8.2f}{} (at {} {:g}{}) {}\n", what, figure, unit, at_least ? "least" : "most", limit, unit,
             kept       ? "ok"
             : at_least ? "BELOW"
                        : "ABOVE");
}

bool sorts_or_searches(const Recording &recording) {
  return recording.program->group == "sorting" || recording.program->group == "searching";
}

// Tells whether two measurements had the same queries.
uint32_t digest_of(const std::vector<Recording> &recordings) {
  uint32_t digest = 2166136261u;
  const auto add = [&](uint32_t number) { digest = (digest ^ number) * 16777619u; };
  for (const Recording &recording : recordings) {
    for (const braid_node &node : recording.store->nodes())
      for (const uint32_t field : {uint32_t(node.op), uint32_t(node.width), node.a, node.b, node.c,
                                   uint32_t(node.value), uint32_t(node.value >> 32)})
        add(field);
    for (const Recording::Entry &entry : recording.queries)
      for (const solver::Expr constraint : entry.constraints)
        add(constraint);
  }
  return digest;
}

void print_corpus(const std::vector<Recording> &recordings) {
  size_t queries = 0, constraints = 0, lifted = 0;
  unsigned runs = 0, complete = 0;
  double time = 0;
  for (const Recording &recording : recordings) {
    queries += recording.queries.size();
    for (const Recording::Entry &entry : recording.queries)
      constraints += entry.constraints.size();
    lifted += recording.lifted;
    runs += recording.runs;
    complete += recording.is_complete ? 1 : 0;
    time += std::chrono::duration<double, std::nano>(recording.time_to_lift).count();
  }
  fmt::print("{} queries of {} programs, {:.1f} constraints each, digest {:08x}\n", queries, recordings.size(),
             double(constraints) / double(std::max<size_t>(queries, 1)), digest_of(recordings));
  if (runs != 0)
    fmt::print("{} runs; {} programs explored to the end; {:.0f} ns to lift a node of a trace\n", runs, complete,
               time / double(std::max<size_t>(lifted, 1)));
  fmt::print("\n");
}

// The set-ups whose times are compared.
struct Comparison {
  Run z3, bits_for_z3; // on the queries that Z3 was asked about
  Run bits, intervals, layers;
};

void print_groups(const std::vector<Recording> &recordings, const Comparison &runs, bool programs) {
  struct Row {
    std::string name;
    size_t queries = 0, satisfiable = 0, early = 0;
    double z3 = 0, bits_for_z3 = 0, bits = 0, layers = 0;
  };
  std::vector<Row> rows;
  for (size_t i = 0; i < recordings.size(); i++) {
    const std::string name(programs ? recordings[i].program->name : recordings[i].program->group);
    if (rows.empty() || rows.back().name != name)
      rows.push_back({name});
    Row &row = rows.back();
    const auto time = [i](const Run &run, size_t j) { return run.measurements[i].queries[j].time / 1e6; };
    for (size_t j = 0; j < recordings[i].queries.size(); j++) {
      const Measured &layered = runs.layers.measurements[i].queries[j];
      row.queries++;
      row.satisfiable += layered.verdict == Verdict::SATISFIABLE ? 1 : 0;
      row.early += layered.reached_bits ? 0 : 1;
      row.z3 += time(runs.z3, j);
      row.bits_for_z3 += time(runs.bits_for_z3, j);
      row.bits += time(runs.bits, j);
      row.layers += time(runs.layers, j);
    }
  }
  fmt::print("{:<16} {:>8} {:>6} {:>16} {:>12} {:>14} {:>13} {:>12} {:>14}\n", programs ? "program" : "group",
             "queries", "sat", "before layer 7", "Z3", "bit-blaster", "all layers", "Z3 / bits", "bits / layers");
  for (const Row &row : rows)
    fmt::print("{:<16} {:>8} {:>6} {:>14.1f} % {:>9.1f} ms {:>11.2f} ms {:>10.2f} ms {:>12.2f} {:>14.2f}\n",
               row.name, row.queries, row.satisfiable, 100 * double(row.early) / double(row.queries), row.z3,
               row.bits, row.layers, row.bits_for_z3 == 0 ? 0 : row.z3 / row.bits_for_z3, row.bits / row.layers);
  fmt::print("\n");
}

void print_layers(const Run &run) {
  uint64_t queries = 0;
  double time = 0;
  for (const LayerSum &layer : run.layers) {
    queries += layer.satisfiable + layer.unsatisfiable + layer.unknown;
    time += layer.time;
  }
  fmt::print("{:<16} {:>8} {:>8} {:>8} {:>8} {:>10} {:>14} {:>8}\n", "layer", "asked", "sat", "unsat", "unknown",
             "answered", "time on wall", "");
  for (const LayerSum &layer : run.layers)
    fmt::print("{:<16} {:>8} {:>8} {:>8} {:>8} {:>8.1f} % {:>11.2f} ms {:>6.1f} %\n", layer.name, layer.asked,
               layer.satisfiable, layer.unsatisfiable, layer.unknown,
               100 * double(layer.satisfiable + layer.unsatisfiable) / double(std::max<uint64_t>(queries, 1)),
               layer.time / 1e6, 100 * layer.time / time);
  fmt::print("\n");
}

// Set-ups that both know an answer must have the same.
size_t disagreements(const Run &one, const Run &other) {
  size_t count = 0;
  for (size_t i = 0; i < one.measurements.size(); i++)
    for (size_t j = 0; j < one.measurements[i].queries.size(); j++) {
      const Verdict a = one.measurements[i].queries[j].verdict, b = other.measurements[i].queries[j].verdict;
      count += a != b && a != Verdict::UNKNOWN && b != Verdict::UNKNOWN ? 1 : 0;
    }
  return count;
}

// Every n-th query, counted over the whole corpus.
std::vector<std::vector<bool>> chosen_queries(const std::vector<Recording> &recordings, unsigned sample) {
  size_t all = 0, number = 0;
  for (const Recording &recording : recordings)
    all += recording.queries.size();
  const size_t step = sample == 0 ? 1 : std::max<size_t>(all / sample, 1);
  std::vector<std::vector<bool>> chosen;
  for (const Recording &recording : recordings) {
    std::vector<bool> &part = chosen.emplace_back();
    for (size_t i = 0; i < recording.queries.size(); i++)
      part.push_back(number++ % step == 0);
  }
  return chosen;
}

void compare(const std::vector<Recording> &recordings, const Settings &settings) {
  const std::vector<std::vector<bool>> chosen = chosen_queries(recordings, settings.sample);
  // As many rounds for one as for the other: more would make one of them look faster.
  const unsigned rounds_for_z3 = std::min(settings.rounds, 2u);
  const Comparison runs{
      Run(recordings, Procedure::Z3, rounds_for_z3, chosen),
      Run(recordings, Procedure::BITS, rounds_for_z3, chosen), Run(recordings, Procedure::BITS, settings.rounds),
      Run(recordings, Procedure::INTERVALS, settings.rounds), Run(recordings, Procedure::LAYERS, settings.rounds)};
  const auto &[z3, bits_for_z3, bits, intervals, layers] = runs;

  print_groups(recordings, runs, settings.programs);
  print_layers(layers);

  size_t asked = 0, early = 0;
  double before_bits = 0, search = 0, bits_alone = 0;
  for (size_t i = 0; i < recordings.size(); i++)
    for (size_t j = 0; j < recordings[i].queries.size(); j++) {
      const Measured &layered = layers.measurements[i].queries[j];
      if (sorts_or_searches(recordings[i])) {
        asked++;
        early += layered.reached_bits ? 0 : 1;
      }
      if (layered.reached_bits) {
        before_bits += layered.time_before_bits;
        search += layered.time_of_search;
        bits_alone += bits.measurements[i].queries[j].time;
      }
    }
  size_t sampled = 0;
  for (const std::vector<bool> &part : chosen)
    sampled += size_t(std::count(part.begin(), part.end(), true));
  fmt::print("Z3 alone, {} queries: {:.0f} ms; bit-blaster alone, the same: {:.1f} ms\n", sampled, z3.time(),
             bits_for_z3.time());
  fmt::print("bit-blaster alone: {:.1f} ms; all layers, intervals in place of value sets: {:.1f} ms; all layers: "
             "{:.1f} ms\n\n",
             bits.time(), intervals.time(), layers.time());
  print_limit("time of Z3 alone / time of the bit-blaster alone", z3.time() / bits_for_z3.time(), " x", true, 10);
  print_limit("time of the bit-blaster alone / time with all layers", bits.time() / layers.time(), " x", true, 3);
  if (asked != 0)
    print_limit("sorting and searching: answered before layer 7", 100 * double(early) / double(asked), " %", true,
                80);
  if (bits_alone != 0) {
    print_limit("cost of layers 1 to 6 where they answer nothing", 100 * before_bits / bits_alone, " %", false, 5);
    print_limit("cost of local search where it answers nothing", 100 * search / bits_alone, " %", false, 5);
  }
  if (const size_t count =
          disagreements(z3, bits_for_z3) + disagreements(bits, layers) + disagreements(intervals, layers))
    throw std::runtime_error(fmt::format("{} answers contradict each other", count));
}

} // namespace

int main(int argc, char **argv) try {
  Settings settings;
  CLI::App app{"Measures the layers of the solver on queries recorded from explorations"};
  app.add_option("--compiler", settings.compiler, "The compiler that instruments: braid-cc");
  app.add_option("--only", settings.only, "A group of programs, or one program");
  app.add_option("--queries", settings.limits.queries, "Queries of each program, at most");
  app.add_option("--rounds", settings.rounds, "Of each query the shortest time in so many rounds counts");
  app.add_option("--sample", settings.sample, "Ask Z3 only about so many queries, evenly chosen; 0 for all");
  app.add_flag("--programs", settings.programs, "A line for each program in place of each group");
  app.add_option("--replay", settings.replay, "Only replay the queries once, with one set-up: for a profiler")
      ->check(CLI::IsMember(SETUPS));
  app.add_option("--save", settings.save, "Keep the recorded queries in this file");
  app.add_option("--load", settings.load, "Take the queries from a file that --save wrote; no program is run");
  CLI11_PARSE(app, argc, argv);

  cpu_set_t one; // no time is lost by moving to another core
  CPU_ZERO(&one);
  CPU_SET(unsigned(sched_getcpu()), &one);
  sched_setaffinity(0, sizeof one, &one);

  const std::vector<Recording> recordings = settings.load.empty() ? record_all(settings) : load(settings.load);
  print_corpus(recordings);
  if (!settings.save.empty())
    save(recordings, settings.save);
  if (settings.replay.empty())
    compare(recordings, settings);
  else
    print_layers(Run(recordings, SETUPS.at(settings.replay), 1));
  return 0;
} catch (const std::exception &error) {
  fmt::print(stderr, "bench/solver: {}\n", error.what());
  return 5;
}
