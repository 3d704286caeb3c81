#include "campaign/campaign.h"

#include "campaign/explanation.h"
#include "campaign/state_key.h"
#include "campaign/suspect_finding.h"
#include "solver/memory.h"
#include "target/error.h"
#include "trace/answers.h"
#include "trace/names.h"

#include <condition_variable>
#include <fmt/format.h>
#include <fstream>
#include <latch>
#include <malloc.h>
#include <nlohmann/json.hpp>
#include <thread>

namespace braid::campaign {

using Json = nlohmann::ordered_json;

namespace {

// "input-2.png" for "input.png": programs look at the extension.
std::string with_number(const std::filesystem::path &file, unsigned number) {
  const std::string name = file.filename().string();
  const size_t end = std::min(name.find('.'), name.size());
  return (file.parent_path() / fmt::format("{}-{}{}", name.substr(0, end), number, name.substr(end))).string();
}

// What is recorded of a run may have more than what it was given: sources that the program asked for.
bool begins_with(const target::Input &recorded, const target::Input &given) {
  return recorded.sources.size() >= given.sources.size() &&
         std::equal(given.sources.begin(), given.sources.end(), recorded.sources.begin(),
                    [](const target::Source &left, const target::Source &right) {
                      return left.kind == right.kind && left.index == right.index && left.name == right.name &&
                             left.bytes == right.bytes;
                    });
}

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
    : settings_(std::move(settings)), first_input_(settings_.seeds.front()),
      first_runs_(runs_of_job(0, settings_.run_limits)), state_key_(key_of_program()),
      protection_(first_runs_->protection()), folder_(settings_.folder), state_(state_file(), state_key_),
      earlier_(cost_of(state_.cost())), exploration_(settings_.exploration), places_(settings_.program.path) {
  folder_.write_facts(settings_.facts);
  exploration_.merge_paths(settings_.worker.solver);
  exploration_.on_run = [this](const explore::RunRecord &record) { keep(record); };
  exploration_.on_verdict = [this](explore::TestNumber test, uint32_t step, uint64_t choice, explore::Way way) {
    state_.add(StateStore::StoredVerdict{test, step, choice, way});
  };
}

// Number 0 is the first.
std::unique_ptr<ExecutorRuns> Campaign::runs_of_job(unsigned number, const target::Limits &limits) {
  target::ExecutorOptions options;
  options.limits = limits;
  options.longest = [limits = settings_.exploration.limits](const target::Source &source) {
    return limits.longest(source);
  };
  options.addresses = settings_.exploration.addresses;
  options.checks = settings_.checks;
  options.merging = settings_.exploration.goal != explore::CoverageGoal::PATH;
  options.name_results = settings_.exploration.concretise == explore::Concretise::SAMPLED;
  OwnName name;
  if (number != 0 && !settings_.input_file.empty())
    name = {settings_.input_file, with_number(settings_.input_file, number + 1)};
  auto runs = std::make_unique<ExecutorRuns>(settings_.program, options, std::move(name));
  if (settings_.proof) {
    proof::ProverOptions proving = settings_.proof->prover;
    proving.limits.time = limits.time;
    runs->prove_with(
        std::move(proving),
        [this](const target::Input &input, const proof::Report &report) { show(input, report); },
        [this](const std::string &gap) {
          const auto lock = exploration_.lock();
          not_checked_[gap]++;
        });
  }
  return runs;
}

// The program is started for it, and waits then for the first run.
std::string Campaign::key_of_program() {
  KeyOfChecks checks{settings_.checks, {}, {}};
  if (settings_.proof) {
    const proof::ProverOptions &prover = settings_.proof->prover;
    checks.proofs.push_back(prover.program.path);
    if (prover.uninitialised)
      checks.proofs.push_back(prover.uninitialised->program.path);
    checks.error_functions = prover.error_functions;
  }
  return state_key(first_runs_->start(first_input_), settings_.program, first_input_, settings_.exploration,
                   checks);
}

// With the results of something else out of its way.
std::filesystem::path Campaign::state_file() {
  const std::filesystem::path file = settings_.folder / "state.sqlite";
  if (StateStore::is_foreign(file, state_key_))
    note_ =
        fmt::format("the results in {} are of another program, build, environment or input, or of other checks: "
                    "they are in {} now",
                    settings_.folder.string(), folder_.put_aside().string());
  return file;
}

// Makes the tree again that an earlier process had, with the first worker; the others find it ready.
void Campaign::resume() {
  std::vector<results::Finding> earlier = results::read_findings(folder_.path());
  for (const results::Finding &finding : earlier)
    if (!finding.confirmed)
      folder_.remove_finding(finding);
  std::erase_if(earlier, [](const results::Finding &finding) { return !finding.confirmed; });
  findings_.take(std::move(earlier));
  for (const results::Finding &finding : std::vector(findings_.all()))
    if (settings_.proof && finding.reproduce.script.empty()) // the process was killed before it was written
      write_reproduction(finding, input_of(finding, first_input_));
  if (settings_.proof)
    exploration_.prove_tests(state_.proved_before(),
                             [this](explore::TestNumber test) { return state_.input(test); });
  const std::vector<StateStore::StoredTest> tests = state_.tests();
  std::unordered_map<explore::TestNumber, std::vector<explore::Exploration::Verdict>> verdicts;
  for (const StateStore::StoredVerdict &verdict : state_.verdicts())
    verdicts[verdict.test].push_back({verdict.step, verdict.choice, verdict.way});
  earlier_tests_ = tests.size();
  for (const StateStore::StoredTest &test : tests) {
    if (exploration_.should_stop()) // the state stays as it is, for the next process
      return;
    workers_.front()->run_again(test.input, test.diverged, verdicts[test.number]);
  }
  exploration_.all_ran_again();
  for (StateStore::StoredSuspect &suspect : state_.suspects())
    if (const explore::Site site = exploration_.sites().with_id(suspect.site); site != 0)
      exploration_.know({site, suspect.kind, suspect.is_shown, suspect.tried, std::move(suspect.input)});
  folder_.remove_tests_from(explore::TestNumber(tests.size()));
  if (!tests.empty())
    state_.forget_from(explore::TestNumber(tests.size()));
  for (target::Input &seed : settings_.seeds)
    if (std::none_of(tests.begin(), tests.end(), [&](const StateStore::StoredTest &test) {
          return !test.origin && begins_with(test.input, seed);
        }))
      exploration_.add_seed(std::move(seed));
  is_resumed_ = true;
  stop_if_enough_was_found();
  if (!tests.empty())
    folder_.log(exploration_.elapsed(), fmt::format("resumed with {} runs of an earlier process", tests.size()));
}

// Under the exploration's lock.
void Campaign::keep(const explore::RunRecord &record) {
  anything_symbolic_ = anything_symbolic_ || record.symbolic_nodes != 0;
  Findings::News news = Findings::News::KNOWN;
  // Where there is a proof, it says what is a finding.
  if (!settings_.proof)
    if (std::optional<results::Finding> finding =
            finding_of(record.outcome, record.path, exploration_.sites(), places_)) {
      finding->test = record.test + 1;
      finding->inputs = inputs_of(record.input);
      news = findings_.add(std::move(*finding));
    }
  const bool is_new = news != Findings::News::KNOWN;
  if (record.diverged && !record.again)
    folder_.log(exploration_.elapsed(),
                fmt::format("test {} took another path than it was made for", record.test + 1));
  if (!record.again) {
    StateStore::StoredTest test{record.test, record.input, std::nullopt, record.diverged};
    if (record.made_for != nullptr)
      test.origin = {record.made_for->test, record.made_for->way.depth, record.made_for->way.choice};
    state_.add(test);
  }
  // What an earlier process wrote says more: also what the test was made for.
  if (record.again ? is_new && !folder_.has_test(record.test) : settings_.keep_tests || is_new)
    folder_.write_test(record);
  if (is_new)
    folder_.write_finding(findings_.last());
  if (news == Findings::News::NEW)
    tell(findings_.last());
  if (settings_.proof)
    name_test(record);
  save_sometimes();
  for (const target::Source &source : record.input.sources)
    if (source.symbolic) {
      const trace::SourceFacts facts{uint8_t(source.kind), source.index, source.name};
      size_t &most = inputs_[trace::source_names({&facts, 1}).front()];
      most = std::max(most, source.bytes.size());
    }
}

// From a worker: what an input has shown. What shows it without Braid is written without the lock of the
// exploration, because it takes longer than many runs.
void Campaign::show(const target::Input &input, const proof::Report &report) {
  results::Finding finding = report.finding;
  finding.inputs = inputs_of(input);
  results::Finding before;
  Findings::News news = Findings::News::KNOWN;
  {
    const auto lock = exploration_.lock();
    if (const results::Finding *known = findings_.known(finding)) {
      before.number = known->number;
      before.kind = known->kind;
    }
    news = findings_.add(std::move(finding));
    if (news == Findings::News::KNOWN)
      return;
    finding = findings_.last();
    folder_.write_finding(finding);
    if (news == Findings::News::NEW)
      tell(finding);
  }
  if (news == Findings::News::SIMPLER && results::folder_name(before) != results::folder_name(finding)) {
    const std::lock_guard nobody_writes_there(reproduction_mutex_);
    folder_.remove_finding(before);
  }
  write_reproduction(finding, input);
}

// Unless another input has taken the place of this one: whoever had it writes then.
void Campaign::write_reproduction(const results::Finding &finding, const target::Input &input) {
  const auto is_current = [&] {
    const results::Finding *known = findings_.known(finding);
    return known != nullptr && known->inputs == finding.inputs && known->kind == finding.kind;
  };
  const std::lock_guard one_at_a_time(reproduction_mutex_);
  {
    const auto lock = exploration_.lock();
    if (!is_current())
      return;
  }
  results::Reproduction made = proof::write_reproduction(
      settings_.proof->subject, finding, input, folder_.path() / "findings" / results::folder_name(finding));
  const auto lock = exploration_.lock();
  if (is_current())
    folder_.write_finding(findings_.set_reproduction(finding, std::move(made)));
}

// The input of a finding was run before anybody knew that it is a test.
void Campaign::name_test(const explore::RunRecord &record) {
  const std::vector<results::Finding> &all = findings_.all();
  if (std::none_of(all.begin(), all.end(), [](const results::Finding &finding) { return finding.test == 0; }))
    return;
  for (const size_t number : findings_.name_test(inputs_of(record.input), record.test + 1))
    folder_.write_finding(findings_.all()[number]);
}

// For the first time, and it is on disk. Under the exploration's lock.
void Campaign::tell(const results::Finding &finding) {
  save();
  folder_.log(exploration_.elapsed(),
              fmt::format("finding {}: {} at {}:{}: {}", finding.number, finding.kind_name(), finding.place.file,
                          finding.place.line, finding.message));
  if (settings_.on_finding)
    settings_.on_finding(finding);
  if (is_resumed_)
    stop_if_enough_was_found();
}

void Campaign::stop_if_enough_was_found() {
  const uint32_t most = settings_.exploration.limits.findings;
  if (most != 0 && findings_.all().size() >= most)
    exploration_.stop(explore::Stop::FINDINGS);
}

// The first is kept: others follow from it more often than not.
void Campaign::note_error(const std::exception &error) {
  const std::lock_guard lock(error_mutex_);
  if (error_.empty())
    error_ = error.what();
}

void Campaign::end_with(const std::exception &error) {
  note_error(error);
  exploration_.stop(explore::Stop::ERROR);
}

// What is found is told even if it cannot be written.
void Campaign::attempt(const std::function<void()> &to_write) {
  try {
    to_write();
  } catch (const std::exception &error) {
    note_error(error);
  }
}

void Campaign::stop(explore::Stop why) {
  exploration_.stop(why);
  for (const std::unique_ptr<explore::Worker> &worker : workers_)
    worker->interrupt();
}

// Of all processes together.
Cost Campaign::cost() const {
  Cost own{1, exploration_.elapsed(), exploration_.statistics(), {}, most_memory(), not_checked_};
  for (const std::unique_ptr<explore::Worker> &worker : workers_)
    add_layers(own.layers, worker->layers());
  Cost all = earlier_;
  all.add(own);
  return all;
}

// Under the exploration's lock, as the next.
void Campaign::save() {
  state_.set_cost(cost().text());
  if (settings_.proof)
    state_.set_proved_before(exploration_.proved_before());
  if (const uint64_t version = exploration_.suspects().version(); version != suspects_saved_ && is_resumed_) {
    suspects_saved_ = version;
    std::vector<StateStore::StoredSuspect> all;
    for (explore::Suspects::Entry &entry : exploration_.suspects().all())
      all.push_back(
          {exploration_.sites()[entry.place].id, entry.kind, entry.is_shown, entry.tried, std::move(entry.input)});
    state_.set_suspects(all);
  }
  state_.flush();
}

void Campaign::save_sometimes() {
  if (state_.is_time_to_flush())
    save();
}

Snapshot Campaign::snapshot() {
  const auto lock = exploration_.lock();
  explore::Statistics statistics = exploration_.statistics();
  add_cost(statistics, earlier_.statistics);
  return {exploration_.elapsed() + earlier_.elapsed,
          earlier_.elapsed,
          statistics,
          exploration_.coverage().covered(),
          exploration_.coverage().total(),
          exploration_.coverage().refused(),
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
  for (unsigned i = 0; i < settings_.jobs; i++)
    workers_.push_back(std::make_unique<explore::Worker>(
        exploration_, i == 0 ? std::move(first_runs_) : runs_of_job(i, settings_.run_limits), settings_.worker));
  folder_.log({}, fmt::format("begin: {}", fmt::join(settings_.facts.command, " ")));
  std::mutex mutex;
  std::condition_variable one_ended;
  unsigned working = settings_.jobs;
  const auto ended = [&](unsigned number) {
    const std::lock_guard lock(mutex);
    working -= number;
    one_ended.notify_one();
  };
  std::vector<std::thread> threads;
  threads.reserve(workers_.size());
  std::latch ready(1);
  const auto work = [&, this](explore::Worker &worker, bool is_first) {
    try {
      if (is_first)
        resume();
      else
        ready.wait();
    } catch (const std::exception &error) {
      end_with(error);
    }
    if (is_first)
      ready.count_down();
    try {
      worker.work();
    } catch (const std::exception &error) {
      end_with(error);
    }
    ended(1);
  };
  try {
    for (const std::unique_ptr<explore::Worker> &worker : workers_)
      threads.emplace_back([&] { work(*worker, worker == workers_.front()); });
  } catch (const std::system_error &error) { // the system has no room for another
    ended(unsigned(workers_.size() - threads.size()));
    end_with(error);
  }
  for (bool is_well = true, is_over = false; !is_over;) {
    try { // nothing may leave here while there are threads
      if (is_well)
        watch(look);
    } catch (const std::exception &error) {
      is_well = false;
      end_with(error);
    }
    {
      std::unique_lock lock(mutex);
      is_over = one_ended.wait_for(lock, std::chrono::milliseconds(100), [&] { return working == 0; });
    }
    if (exploration_.should_stop())
      stop(exploration_.stopped());
  }
  for (std::thread &thread : threads)
    thread.join();
  attempt([&] { save(); });
  Summary result = summary();
  attempt([&] { explain_findings(look); });
  result.findings = findings_.all();
  if (settings_.files)
    attempt([&] { settings_.files->put_back(); });
  if (is_resumed_)
    for (const results::Finding &finding : result.not_confirmed)
      attempt([&] { folder_.write_finding(finding); });
  if (is_resumed_) { // else there is more in the folder than is known here
    attempt([&] { folder_.write_sites(exploration_.sites(), exploration_.coverage()); });
    attempt([&] { folder_.write_tree(exploration_.tree()); });
    attempt([&] { folder_.write("stats.json", statistics_json(result)); });
  }
  tell_error(result);
  folder_.log(exploration_.elapsed(),
              fmt::format("end: {}, {} paths, {} runs, {}", explore::stop_name(result.stop),
                          result.last.statistics.paths, result.last.statistics.runs,
                          result.is_complete ? "all paths were explored" : "not all paths were explored"));
  return result;
}

// What the thread does that started the others, all the time.
void Campaign::watch(const std::function<void(const Snapshot &)> &look) {
  look(snapshot());
  if (!is_resumed_) { // what was made again cannot be let go yet, and the state is being read
    const uint64_t limit = settings_.exploration.limits.memory;
    if (limit != 0 && solver::resident_bytes() >= limit)
      stop(explore::Stop::MEMORY);
    return;
  }
  watch_memory();
  const auto lock = exploration_.lock();
  save_sometimes();
}

void Campaign::tell_error(Summary &summary) const {
  if (error_.empty())
    return;
  summary.error = error_;
  summary.stop = explore::Stop::ERROR;
}

Summary Campaign::summary() {
  Summary summary;
  summary.last = snapshot();
  summary.stop = exploration_.stopped();
  summary.goal = exploration_.goal();
  tell_error(summary);
  summary.is_complete = exploration_.is_complete();
  summary.obstacles = exploration_.obstacles().list();
  summary.asked.assign(exploration_.asked().begin(), exploration_.asked().end());
  const auto order = [&](explore::Site site) {
    const explore::SiteFacts &facts = exploration_.sites()[site];
    return std::tie(facts.file, facts.line, facts.column, facts.called);
  };
  std::sort(summary.asked.begin(), summary.asked.end(),
            [&](explore::Site left, explore::Site right) { return order(left) < order(right); });
  summary.findings = findings_.all();
  summary.not_confirmed = findings_of(exploration_.suspects(), exploration_.sites(), findings_);
  summary.not_proved = exploration_.not_proved();
  summary.is_proving = settings_.proof.has_value();
  summary.proof_note = settings_.proof_note;
  if (!is_resumed_)
    summary.not_again = earlier_tests_ - summary.last.statistics.runs;
  Cost all = cost();
  summary.layers = std::move(all.layers);
  summary.processes = all.processes;
  summary.memory = all.memory;
  summary.not_checked = std::move(all.not_checked);
  summary.nodes = exploration_.tree().nodes();
  summary.anything_symbolic = anything_symbolic_;
  summary.inputs.assign(inputs_.begin(), inputs_.end());
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
      {"coverage", explore::goal_name(settings_.exploration.goal)},
      {"merged_paths", counts.merged},
      {"rejected_runs", counts.rejected},
      {"repeated_paths", counts.repeated},
      {"repeated_runs", counts.repairs},
      {"divergences", counts.divergences},
      {"excluded_ways", counts.excluded},
      {"guesses", counts.guesses},
      {"samples", exploration_.samples().size()},
      {"postponed_queries", counts.postponed},
      {"findings", summary.findings.size()},
      {"not_confirmed", summary.not_confirmed.size()},
      {"checks",
       {{"asked", counts.checks},
        {"wrong", counts.checks_wrong},
        {"unknown", counts.checks_unknown},
        {"seconds", seconds(counts.check_time)}}},
      {"proofs",
       {{"runs", counts.proofs},
        {"not_run", summary.not_proved},
        {"seconds", seconds(counts.proof_time)},
        {"not_checked", Json::array()}}},
      {"ways_covered", summary.last.covered},
      {"ways_total", summary.last.ways},
      {"ways_not_watched", summary.last.unwatched},
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
      {"answers", Json::array()},
      {"seconds", seconds(summary.last.elapsed)},
      {"solver_seconds", seconds(counts.solver_time)},
      {"executor_seconds", seconds(counts.executor_time)},
      {"memory_bytes", summary.memory},
      {"processes", summary.processes},
      {"seconds_of_last_process", seconds(summary.last.elapsed - summary.last.earlier)},
      {"jobs", settings_.jobs},
      {"strategy", settings_.exploration.strategy},
      {"seed", settings_.exploration.seed}};
  for (const auto &[reason, count] : summary.not_checked)
    json["proofs"]["not_checked"].push_back({{"reason", reason}, {"runs", count}});
  for (const auto &[name, sums] : summary.layers)
    json["layers"].push_back({{"name", name},
                              {"asked", sums.asked},
                              {"satisfiable", sums.satisfiable},
                              {"unsatisfiable", sums.unsatisfiable},
                              {"unknown", sums.unknown},
                              {"seconds", seconds(sums.time)}});
  for (const explore::Obstacles::Entry &entry : summary.obstacles) {
    Json obstacle = {{"what", explore::obstacle_text(entry.kind)},
                     {"place", exploration_.sites()[entry.place].text()},
                     {"site", entry.place},
                     {"detail", entry.detail},
                     {"count", entry.count}};
    if (entry.test != 0)
      obstacle["test"] = entry.test;
    json["obstacles"].push_back(std::move(obstacle));
  }
  for (const explore::Site site : summary.asked) {
    const explore::SiteFacts &facts = exploration_.sites()[site];
    const trace::Answer *answer = trace::find_answer(facts.called);
    json["answers"].push_back({{"function", facts.called},
                               {"from", answer != nullptr ? trace::answer_text(answer->kind) : ""},
                               {"place", facts.text()}});
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace braid::campaign
