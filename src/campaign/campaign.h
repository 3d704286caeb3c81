// A campaign: one exploration of one program from its first input to its report, with as many workers as there are
// cores, a folder that everything goes to, and somebody who looks on.
#pragma once

#include "campaign/executor_runs.h"
#include "campaign/folder_lock.h"
#include "campaign/results_folder.h"
#include "campaign/state_store.h"
#include "campaign/summary.h"
#include "campaign/user_files.h"
#include "explore/worker.h"
#include "proof/reproduction.h"
#include "target/program.h"

namespace braid::campaign {

struct Settings {
  CampaignFacts facts;
  std::filesystem::path folder;
  std::optional<FolderLock> lock;   // of the folder, held until the campaign is gone
  std::unique_ptr<UserFiles> files; // that are overwritten; put back at the end
  target::Program program;
  target::Limits run_limits;
  std::vector<target::Input> seeds; // at least one
  explore::Exploration::Options exploration;
  explore::WorkerOptions worker;
  unsigned jobs = 1;
  std::string input_file; // one that may have another name for each job, as it is in the arguments; empty: none
  bool keep_tests = true; // a file for each
  // How findings are proved; without it, what the instrumented program shows has to do.
  struct Proof {
    proof::ProverOptions prover;
    proof::Subject subject;
  };
  std::optional<Proof> proof;
  std::string proof_note; // for people: why there is less proof than there could be; empty: there is none
  uint64_t checks = 0;    // operations that can go wrong, to be asked about: a bit for each enum braid_check
  std::function<void(const results::Finding &)> on_finding; // each once, under the lock
};

class Campaign {
public:
  // Starts the program, and finds what an earlier process left in the folder. Throws target::Error if the program
  // cannot be started or the folder cannot be written.
  explicit Campaign(Settings settings);

  // Explores until it is done or stopped. `look` is called about ten times a second, and may call stop().
  Summary run(const std::function<void(const Snapshot &)> &look);
  void stop(explore::Stop why);

  explore::SiteTable &sites() { return exploration_.sites(); }
  const ResultsFolder &folder() const { return folder_; }
  // For the user, before it begins; may be empty.
  const std::string &note() const { return note_; }
  // What is kept from the program.
  const target::Protection &protection() const { return protection_; }

private:
  void keep(const explore::RunRecord &record);
  std::unique_ptr<ExecutorRuns> runs_of_job(unsigned number, const target::Limits &limits);
  void show(const target::Input &input, const proof::Report &report);
  std::string key_of_program();
  std::filesystem::path state_file();
  void resume();
  void tell(const results::Finding &finding);
  void write_reproduction(const results::Finding &finding, const target::Input &input);
  struct TimeToExplain;
  void explain_findings(const std::function<void(const Snapshot &)> &look);
  void explain(const std::vector<size_t> &which, const TimeToExplain &time,
               const std::function<void(const Snapshot &)> &look);
  void name_test(const explore::RunRecord &record);
  void stop_if_enough_was_found();
  void note_error(const std::exception &error);
  void end_with(const std::exception &error);
  void attempt(const std::function<void()> &to_write);
  void tell_error(Summary &summary) const;
  void watch(const std::function<void(const Snapshot &)> &look);
  void watch_memory();
  Cost cost() const;
  void save();
  void save_sometimes();
  Snapshot snapshot();
  Summary summary();
  std::string statistics_json(const Summary &summary) const;

  Settings settings_;
  const target::Input first_input_;          // what its sources are, those of all others are
  std::unique_ptr<ExecutorRuns> first_runs_; // until the first worker has them
  const std::string state_key_;              // what an earlier state must have been for
  const target::Protection protection_;
  ResultsFolder folder_;
  std::string note_; // before the state, which is made after it
  StateStore state_;
  const Cost earlier_; // of the processes before this one
  explore::Exploration exploration_;
  std::vector<std::unique_ptr<explore::Worker>> workers_;
  Findings findings_;
  std::mutex reproduction_mutex_;               // before the exploration's lock
  std::map<std::string, uint64_t> not_checked_; // Cost::not_checked of this process
  uint64_t suspects_saved_ = 0;                 // their version that the state has
  std::atomic<bool> is_resumed_{false};         // all that an earlier process did is known
  size_t earlier_tests_ = 0; // of earlier processes; for others after the first worker has ended
  target::SourcePlaces places_;
  std::map<std::string, size_t> inputs_;
  bool anything_symbolic_ = false;
  std::chrono::steady_clock::time_point room_made_;
  std::mutex error_mutex_;
  std::string error_;
};

} // namespace braid::campaign
