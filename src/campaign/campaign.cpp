#include "campaign/campaign.h"

#include "solver/memory.h"
#include "target/error.h"
#include "target/executor.h"
#include "trace/names.h"

#include <fmt/format.h>
#include <fstream>
#include <malloc.h>
#include <nlohmann/json.hpp>
#include <thread>

namespace braid::campaign {

using Json = nlohmann::ordered_json;

namespace {

class ExecutorRuns : public explore::Runs {
public:
  ExecutorRuns(const target::Program &program, const target::ExecutorOptions &options)
      : program_(program), options_(options), executor_(program, options) {}

  target::Outcome run(const target::Input &input) override { return executor_.run(input); }
  std::vector<uint64_t> calls_at_crash(const target::Input &input) override {
    if (!for_crashes_)
      for_crashes_.emplace(program_, options_);
    return for_crashes_->run_to_see_crash(input).calls;
  }
  trace::View trace() const override { return trace::View(executor_.trace().bytes()); }

private:
  target::Program program_;
  target::ExecutorOptions options_;
  target::Executor executor_;
  std::optional<target::Executor> for_crashes_; // with a trace of its own: that of the run is still needed
};

// The most that this process had in physical memory. (What getrusage says begins with the process that started
// it.)
uint64_t most_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (uint64_t kibibytes = 0; word == "VmHWM:" && status >> kibibytes)
      return kibibytes * 1024;
  return 0;
}

double seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

} // namespace

Campaign::Campaign(Settings settings)
    : settings_(std::move(settings)), folder_(settings_.folder), state_(state_file(), settings_.state_key),
      exploration_(settings_.exploration), places_(settings_.program.path) {
  folder_.write_facts(settings_.facts);
  exploration_.on_run = [this](const explore::RunRecord &record) { keep(record); };
  exploration_.on_verdict = [this](explore::TestNumber test, uint32_t step, uint64_t choice, explore::Way way) {
    state_.add(StateStore::StoredVerdict{test, step, choice, way});
  };
}

// With the results of something else out of its way.
std::filesystem::path Campaign::state_file() {
  const std::filesystem::path file = settings_.folder / "state.sqlite";
  if (StateStore::is_foreign(file, settings_.state_key))
    note_ = fmt::format("the results in {} are of another program, build or input: they are in {} now",
                        settings_.folder.string(), folder_.put_aside().string());
  return file;
}

// Makes the tree again that an earlier process had, with the first worker; the others find it ready.
void Campaign::resume() {
  const std::vector<StateStore::StoredTest> tests = state_.tests();
  std::unordered_map<explore::TestNumber, std::vector<explore::Exploration::Verdict>> verdicts;
  for (const StateStore::StoredVerdict &verdict : state_.verdicts())
    verdicts[verdict.test].push_back({verdict.step, verdict.choice, verdict.way});
  for (const StateStore::StoredTest &test : tests)
    workers_.front()->run_again(test.input, test.diverged, verdicts[test.number]);
  folder_.remove_tests_from(explore::TestNumber(tests.size()));
  // Those that were run are among the tests; another run of them is found to be a repetition.
  for (size_t i = std::min(tests.size(), settings_.seeds.size()); i < settings_.seeds.size(); i++)
    exploration_.add_seed(std::move(settings_.seeds[i]));
}

// Under the exploration's lock.
void Campaign::keep(const explore::RunRecord &record) {
  anything_symbolic_ = anything_symbolic_ || record.symbolic_nodes != 0;
  std::optional<Finding> finding = finding_of(record.outcome, record.path, exploration_.sites(), places_);
  const bool is_new = finding && (finding->test = record.test, findings_.add(*finding));
  if (record.diverged && !record.again)
    folder_.log(exploration_.elapsed(),
                fmt::format("test {} took another path than it was made for", record.test + 1));
  if (!record.again) {
    StateStore::StoredTest test{record.test, record.input, std::nullopt, record.diverged};
    if (record.made_for != nullptr)
      test.origin = {record.made_for->test, record.made_for->way.depth, record.made_for->way.choice};
    state_.add(test);
  }
  if ((settings_.keep_tests && !record.again) || is_new)
    folder_.write_test(record);
  if (is_new) {
    folder_.write_finding(findings_.all().size(), findings_.all().back(), record);
    state_.flush();
    folder_.log(exploration_.elapsed(),
                fmt::format("finding {}: {} at {}: {}; test {}", findings_.all().size(),
                            finding_name(findings_.all().back().kind), findings_.all().back().place,
                            findings_.all().back().message, record.test + 1));
    if (settings_.on_finding)
      settings_.on_finding(findings_.all().back());
    const uint32_t most = settings_.exploration.limits.findings;
    if (most != 0 && findings_.all().size() >= most)
      exploration_.stop(explore::Stop::FINDINGS);
  }
  state_.flush_sometimes();
  for (const target::Source &source : record.input.sources)
    if (source.symbolic) {
      const trace::SourceFacts facts{uint8_t(source.kind), source.index, source.name};
      size_t &most = inputs_[trace::source_names({&facts, 1}).front()];
      most = std::max(most, source.bytes.size());
    }
}

void Campaign::stop(explore::Stop why) {
  exploration_.stop(why);
  for (const std::unique_ptr<explore::Worker> &worker : workers_)
    worker->interrupt();
}

Snapshot Campaign::snapshot() {
  const auto lock = exploration_.lock();
  return {exploration_.elapsed(),
          exploration_.statistics(),
          exploration_.coverage().covered(),
          exploration_.coverage().known(),
          exploration_.waiting(),
          findings_.all().size(),
          settings_.jobs};
}

// In this order: what can be made again goes first, then finished parts of the tree, and if that is not enough the
// exploration ends, with its report.
void Campaign::watch_memory() {
  constexpr std::chrono::seconds TIME_TO_WORK{5};
  const uint64_t limit = settings_.exploration.limits.memory, used = solver::resident_bytes();
  if (limit == 0 || used < limit / 10 * 8)
    return;
  const auto now = std::chrono::steady_clock::now();
  if (used >= limit && exploration_.rooms_made() != 0 && now - room_made_ > TIME_TO_WORK) {
    stop(explore::Stop::MEMORY);
    return;
  }
  if (exploration_.rooms_made() == 0 || now - room_made_ > 2 * TIME_TO_WORK) {
    room_made_ = now;
    folder_.log(exploration_.elapsed(),
                fmt::format("memory is short ({} MiB): expressions are forgotten, finished "
                            "subtrees are dropped",
                            used >> 20));
    exploration_.make_room();
    malloc_trim(0);
  }
}

Summary Campaign::run(const std::function<void(const Snapshot &)> &look) {
  target::ExecutorOptions options;
  options.limits = settings_.run_limits;
  for (unsigned i = 0; i < settings_.jobs; i++)
    workers_.push_back(std::make_unique<explore::Worker>(
        exploration_, std::make_unique<ExecutorRuns>(settings_.program, options), settings_.worker));
  folder_.log({}, fmt::format("begin: {}", fmt::join(settings_.facts.command, " ")));
  resume();
  if (const uint64_t runs = exploration_.statistics().runs; runs != 0)
    folder_.log(exploration_.elapsed(), fmt::format("resumed with {} runs of an earlier process", runs));
  std::atomic<unsigned> working{settings_.jobs};
  std::vector<std::thread> threads;
  threads.reserve(workers_.size());
  for (const std::unique_ptr<explore::Worker> &worker : workers_)
    threads.emplace_back([&, this] {
      try {
        worker->work();
      } catch (const std::exception &error) {
        const std::lock_guard lock(error_mutex_);
        error_ = error.what();
        exploration_.stop(explore::Stop::ERROR);
      }
      working--;
    });
  while (working.load() != 0) {
    look(snapshot());
    // Short campaigns end at once, long ones are not disturbed.
    for (unsigned i = 0; i < 20 && working.load() != 0; i++)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    watch_memory();
    if (exploration_.should_stop())
      stop(exploration_.stopped());
  }
  for (std::thread &thread : threads)
    thread.join();
  state_.flush();
  Summary result = summary();
  folder_.write_sites(exploration_.sites());
  folder_.write_tree(exploration_.tree());
  folder_.write("stats.json", statistics_json(result));
  folder_.log(exploration_.elapsed(),
              fmt::format("end: {}, {} paths, {} runs, {}", explore::stop_name(result.stop),
                          result.last.statistics.paths, result.last.statistics.runs,
                          result.is_complete ? "all paths were explored" : "not all paths were explored"));
  return result;
}

Summary Campaign::summary() {
  Summary summary;
  summary.last = snapshot();
  summary.stop = exploration_.stopped();
  summary.error = error_;
  summary.is_complete = exploration_.is_complete();
  summary.obstacles = exploration_.obstacles().list();
  summary.findings = findings_.all();
  for (const std::unique_ptr<explore::Worker> &worker : workers_) {
    size_t number = 0;
    for (const auto &[name, sums] : worker->layers()) {
      if (number == summary.layers.size())
        summary.layers.emplace_back(name, solver::LayerStatistics());
      solver::LayerStatistics &all = summary.layers[number++].second;
      all.asked += sums.asked;
      all.satisfiable += sums.satisfiable;
      all.unsatisfiable += sums.unsatisfiable;
      all.unknown += sums.unknown;
      all.time += sums.time;
    }
  }
  summary.nodes = exploration_.tree().nodes();
  summary.anything_symbolic = anything_symbolic_;
  summary.inputs.assign(inputs_.begin(), inputs_.end());
  summary.memory = most_memory();
  return summary;
}

std::string Campaign::statistics_json(const Summary &summary) const {
  const explore::Statistics &counts = summary.last.statistics;
  Json json = {
      {"format", 1},
      {"complete", summary.is_complete},
      {"stopped_by", explore::stop_name(summary.stop)},
      {"runs", counts.runs},
      {"paths", counts.paths},
      {"rejected_runs", counts.rejected},
      {"repeated_paths", counts.repeated},
      {"repeated_runs", counts.repairs},
      {"divergences", counts.divergences},
      {"postponed_queries", counts.postponed},
      {"findings", summary.findings.size()},
      {"ways_covered", summary.last.covered},
      {"ways_known", summary.last.known_ways},
      {"waiting", summary.last.waiting},
      {"tree_nodes", summary.nodes},
      {"longest_path", counts.longest_path},
      {"mean_path", counts.paths == 0 ? 0.0 : double(counts.steps) / double(counts.paths)},
      {"queries",
       {{"asked", counts.queries},
        {"satisfiable", counts.satisfiable},
        {"unsatisfiable", counts.unsatisfiable},
        {"unknown", counts.unknown},
        {"longest_condition", counts.longest_condition},
        {"mean_condition", counts.queries == 0 ? 0.0 : double(counts.conditions) / double(counts.queries)}}},
      {"layers", Json::array()},
      {"obstacles", Json::array()},
      {"seconds", seconds(summary.last.elapsed)},
      {"solver_seconds", seconds(counts.solver_time)},
      {"executor_seconds", seconds(counts.executor_time)},
      {"memory_bytes", summary.memory},
      {"jobs", settings_.jobs},
      {"strategy", settings_.exploration.strategy},
      {"seed", settings_.exploration.seed}};
  for (const auto &[name, sums] : summary.layers)
    json["layers"].push_back({{"name", name},
                              {"asked", sums.asked},
                              {"satisfiable", sums.satisfiable},
                              {"unsatisfiable", sums.unsatisfiable},
                              {"unknown", sums.unknown},
                              {"seconds", seconds(sums.time)}});
  for (const explore::Obstacles::Entry &entry : summary.obstacles)
    json["obstacles"].push_back({{"what", explore::obstacle_text(entry.kind)},
                                 {"place", exploration_.sites()[entry.place].text()},
                                 {"detail", entry.detail},
                                 {"count", entry.count}});
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace braid::campaign
