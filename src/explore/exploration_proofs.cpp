// The part of the exploration that is about findings: which tests are still to be run on a build that notices what
// goes wrong, what was asked about operations, and what came of it.
#include "explore/exploration.h"

#include <algorithm>

namespace braid::explore {

void Exploration::prove_tests(TestNumber first, std::function<target::Input(TestNumber)> find) {
  const std::lock_guard lock(mutex_);
  first_to_prove_ = first;
  find_input_ = std::move(find);
}

std::optional<Exploration::Task> Exploration::take_proof() {
  if (unproved_.empty())
    return std::nullopt;
  if (options_.limits.proofs.count() != 0 && proofs_took_ > options_.limits.proofs)
    return std::nullopt;
  Task task;
  task.kind = Task::Kind::PROVE;
  const TestNumber test = unproved_.front();
  task.candidate.test = test;
  task.input = inputs_[test].sources.empty() ? find_input_(test) : inputs_[test];
  unproved_.pop_front();
  proving_.insert(test);
  busy_++;
  return task;
}

void Exploration::proved(TestNumber test, Proof proof, Clock::duration took) {
  const std::lock_guard lock(mutex_);
  proofs_took_ += took;
  proving_.erase(test);
  if (proof == Proof::NONE)
    unproved_.insert(std::lower_bound(unproved_.begin(), unproved_.end(), test), test);
  busy_--;
  changed_.notify_all();
}

TestNumber Exploration::proved_before() const {
  TestNumber first = TestNumber(inputs_.size());
  if (!unproved_.empty())
    first = std::min(first, unproved_.front());
  if (!proving_.empty())
    first = std::min(first, *proving_.begin());
  return first;
}

bool Exploration::is_settled(const Check &check) {
  const std::lock_guard lock(mutex_);
  return suspects_.is_settled(check.place(), check.kind);
}

void Exploration::tried(const Check &check, const target::Input &input, bool is_shown) {
  const std::lock_guard lock(mutex_);
  suspects_.tried(check.place(), check.kind, input, is_shown);
}

void Exploration::know(Suspects::Entry suspect) {
  const std::lock_guard lock(mutex_);
  suspects_.add(std::move(suspect));
}

void Exploration::count_check(const solver::Answer &answer, Clock::duration time) {
  const std::lock_guard lock(mutex_);
  statistics_.checks++;
  statistics_.checks_wrong += answer.verdict == solver::Verdict::SATISFIABLE ? 1 : 0;
  statistics_.checks_unknown += answer.verdict == solver::Verdict::UNKNOWN ? 1 : 0;
  statistics_.check_time += time;
}

void Exploration::count_proof(Clock::duration time) {
  const std::lock_guard lock(mutex_);
  statistics_.proofs++;
  statistics_.proof_time += time;
}

} // namespace braid::explore
