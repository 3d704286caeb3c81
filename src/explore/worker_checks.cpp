// What a worker does about operations that can go wrong. After each run it asks, for every check in the part of
// the path that is new, whether some input that comes the same way makes it go wrong; such an input is run on a
// build that would notice. What lies before the new part was asked about when another run came by, with the same
// constraints.
#include "explore/nearest.h"
#include "explore/worker.h"
#include "trace/checks.h"

#include <algorithm>
#include <unordered_set>

namespace braid::explore {

namespace {

// A check beside those of checks.def: an access through an address that depends on input.
constexpr uint16_t OUTSIDE = BRAID_CHECK_KINDS;

bool left_its_object(const Step &step) { return step.event_kind == BRAID_EVENT_BOUNDS && step.choice == 0; }

} // namespace

std::vector<Runs::Shown> Worker::prove(const target::Input &input, const std::optional<Runs::Expected> &expected) {
  const Clock::time_point begin = Clock::now();
  std::vector<Runs::Shown> shown = runs_->prove(input, expected);
  exploration_.count_proof(Clock::now() - begin);
  return shown;
}

bool Worker::shows(const target::Input &input, const Check &check, bool is_test) {
  const SiteFacts &site = exploration_.sites()[check.place()];
  const std::vector<Runs::Shown> shown = prove(input, Runs::Expected{check.kind, {site.file, site.line}});
  const bool is_shown = std::any_of(shown.begin(), shown.end(),
                                    [&](const Runs::Shown &each) { return each.is_at(site.file, site.line); });
  if (interrupted_)
    return false;
  exploration_.tried(check, input, is_shown);
  if (is_shown && !is_test)
    exploration_.add_seed(input);
  return is_shown;
}

// Accesses that left their object are among them.
std::vector<Check> Worker::checks_of_path(size_t first_step) const {
  const Path &path = lift_->path();
  std::vector<Check> checks = path.checks;
  for (size_t i = first_step; i < path.steps.size(); i++)
    if (left_its_object(path.steps[i]))
      checks.push_back({OUTSIDE, true, path.steps[i].site, path.steps[i].caller,
                        store_->inverted(path.steps[i].expression), uint32_t(i), uint32_t(path.before(i).size())});
  return checks;
}

// One input can make a check go wrong on its path before another one does, and a build with sanitizers ends there.
// So each place is asked about by itself.
void Worker::ask_checks(const target::Input &input, std::span<const Check> checks, size_t first_step) {
  const Path &path = lift_->path();
  std::unordered_set<Expr> asked; // with fewer constraints: if it was impossible then, it still is
  std::optional<Remembered> sources;
  for (const Check &check : checks) {
    if (interrupted_)
      return;
    const bool is_new = check.condition == 0 || asked.insert(check.condition).second;
    if (!is_new || check.steps < first_step || exploration_.is_settled(check))
      continue;
    const bool is_about_memory = check.kind == BRAID_CHECK_INDEX || check.kind == OUTSIDE;
    if (check.happened && (check.condition == 0 || !is_about_memory)) {
      shows(input, check, true);
      continue;
    }
    if (!sources) {
      sources = lifted(runs_->trace());
      sources->path = {};
    }
    Question asking = known(input, *sources, std::span(path.constraints).first(check.constraints));
    asking.constraints.push_back(check.condition);
    const Clock::time_point begin = Clock::now();
    solver::Answer answer = check.happened ? solver::Answer::satisfiable(asking.own) : solve_quickly(asking);
    if (answer.verdict == solver::Verdict::SATISFIABLE && is_about_memory)
      answer = nearer(std::move(answer), asking);
    exploration_.count_check(answer, Clock::now() - begin);
    if (answer.verdict == solver::Verdict::SATISFIABLE)
      shows(solution(input, *sources, answer.model), check, false);
  }
}

solver::Answer Worker::solve_quickly(const Question &question) {
  solver::Query query{question.constraints, &question.own, true};
  query.deadline = solver::Clock::now() + std::min(options_.short_query, options_.solver.time_limit);
  return solver_->solve(query);
}

// The last constraint is that something goes beyond a limit, and there is an input for it.
solver::Answer Worker::nearer(solver::Answer found, const Question &question) {
  for (const Expr condition : nearest(*store_, question.constraints.back())) {
    Question asking = question;
    asking.constraints.back() = store_->both(asking.constraints.back(), condition);
    if (solver::Answer answer = solve_quickly(asking); answer.verdict == solver::Verdict::SATISFIABLE)
      return answer;
  }
  return found;
}

Proof Worker::look_for_bugs(const target::Input &input, const target::Outcome &outcome, const WayNews &ways,
                            size_t first_step) {
  if (!runs_->can_prove())
    return Proof::NONE;
  const std::vector<Check> checks = checks_of_path(first_step);
  const bool is_strange = passages_.add(lift_->path());
  ask_checks(input, checks, first_step);
  const bool has_crashed =
      outcome.ending == target::Ending::SIGNALLED || outcome.ending == target::Ending::TIMED_OUT;
  // A crash after something that is known to be wrong needs no proof of its own, at least not now.
  const bool is_explained = std::any_of(checks.begin(), checks.end(), [&](const Check &check) {
    return check.happened && exploration_.is_settled(check);
  });
  if (ways.ways.empty() && !is_strange && (!has_crashed || is_explained))
    return Proof::NONE;
  const bool has_shown = !prove(input, std::nullopt).empty();
  return interrupted_ ? Proof::NONE : has_shown ? Proof::SHOWN : Proof::CLEAN;
}

} // namespace braid::explore
