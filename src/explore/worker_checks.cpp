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

// Whatever the machine has: what is asked for here is refused, and AddressSanitizer says so.
constexpr uint64_t MOST_MEMORY = uint64_t(1) << 40;

// On other paths the same size may be none, but not on any number of them.
constexpr unsigned MOST_SIZES_ASKED = 256;

// In one run: what a loop does a thousand times is hardly wrong for the first time then, and a run must not hold
// up all others.
constexpr unsigned MOST_TIMES = 100;
constexpr std::chrono::seconds LONGEST_ASKING{2};

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
  // What goes wrong in a function that is called there is another matter, but for functions of the library.
  const bool also_inside = is_about_bounds(check.kind) || check.kind == BRAID_CHECK_FORMAT;
  const bool is_shown = std::any_of(shown.begin(), shown.end(), [&](const Runs::Shown &each) {
    return (also_inside || !each.is_caller) && each.is_at(site.file, site.line);
  });
  if (interrupted_)
    return false;
  exploration_.tried(check, input, is_shown);
  if (is_shown && !is_test)
    exploration_.add_seed(input);
  return is_shown;
}

// What there is to ask about steps is among them.
std::vector<Check> Worker::checks_of_path(const Path &path, size_t first_step) {
  std::vector<Check> checks = path.checks;
  for (size_t i = first_step; i < path.steps.size(); i++) {
    const Step &step = path.steps[i];
    const auto add = [&](uint16_t kind, bool happened, Expr condition) {
      checks.push_back(
          {kind, happened, step.site, step.caller, condition, uint32_t(i), uint32_t(path.before(i).size())});
    };
    if (left_its_object(step))
      add(CHECK_OUTSIDE, true, store_->inverted(step.expression));
    if (step.is_allocation && store_->width(step.expression) == 64)
      add(CHECK_ALLOCATION, step.choice > MOST_MEMORY,
          store_->compare(BRAID_OP_ULT, store_->constant(MOST_MEMORY, 64), step.expression));
    if (step.is_allocation && step.choice != 0 && sizes_asked_[step.place()] < MOST_SIZES_ASKED)
      add(CHECK_NO_MEMORY, false,
          store_->compare(BRAID_OP_EQ, step.expression, store_->constant(0, store_->width(step.expression))));
  }
  return checks;
}

// The same with as much more to read as there may be: a length that is too large does no harm while there is less.
target::Input Worker::with_more(target::Input input) const {
  for (target::Source &source : input.sources)
    if (source.symbolic && source.symbolic_length &&
        (source.kind == target::SourceKind::STDIN || source.kind == target::SourceKind::FILE))
      source.bytes.resize(std::max<size_t>(source.bytes.size(), exploration_.limits().longest(source)), 'A');
  return input;
}

// One input can make a check go wrong on its path before another one does, and a build with sanitizers ends there.
// So each place is asked about by itself.
void Worker::ask_checks(const target::Input &input, const Path &path, std::span<const Check> checks,
                        size_t first_step) {
  std::unordered_set<Expr> asked; // with fewer constraints: if it was impossible then, it still is
  std::unordered_map<Site, unsigned> times;
  Clock::duration spent{0};
  std::optional<Remembered> sources;
  for (const Check &check : checks) {
    if (interrupted_)
      return;
    const bool is_new = check.condition == 0 || asked.insert(check.condition).second;
    if (!is_new || check.steps < first_step || exploration_.is_settled(check))
      continue;
    if (!check.happened && (++times[check.place()] > MOST_TIMES || spent > LONGEST_ASKING)) {
      exploration_.count_check(solver::Answer::unknown(solver::Reason::TIME), Clock::duration(0));
      continue;
    }
    const bool is_about_memory = is_about_bounds(check.kind);
    if (check.happened && (check.condition == 0 || !is_about_memory)) {
      shows(input, check, true);
      continue;
    }
    const Clock::time_point asked_at = Clock::now();
    if (!sources) {
      sources = lifted(runs_->trace(), {});
    }
    Question asking = known(input, *sources, std::span(path.constraints).first(check.constraints));
    asking.constraints.push_back(check.condition);
    const Clock::time_point begin = Clock::now();
    solver::Answer answer = check.happened ? solver::Answer::satisfiable(asking.own) : solve_quickly(asking);
    if (answer.verdict == solver::Verdict::SATISFIABLE && is_about_memory)
      answer = nearer(std::move(answer), asking);
    if (check.kind == CHECK_NO_MEMORY)
      sizes_asked_[check.place()]++;
    else
      exploration_.count_check(answer, Clock::now() - begin);
    if (answer.verdict == solver::Verdict::SATISFIABLE)
      try_answer(check, solution(input, *sources, answer.model));
    spent += Clock::now() - asked_at;
  }
}

// The solver says that the check goes wrong with this input.
void Worker::try_answer(const Check &check, const target::Input &made) {
  if (check.kind == CHECK_NO_MEMORY) {
    sizes_asked_[check.place()] = MOST_SIZES_ASKED;
    exploration_.add_seed(made);
  } else if (!shows(made, check, false) && check.kind == BRAID_CHECK_LENGTH) {
    shows(with_more(made), check, false);
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

// The program has gone a way for the first time. Does something go wrong there if only there is enough to read?
void Worker::try_with_more(const target::Input &input) {
  const auto bytes_of = [](const target::Input &each) {
    size_t bytes = 0;
    for (const target::Source &source : each.sources)
      bytes += source.bytes.size();
    return bytes;
  };
  const target::Input more = with_more(input);
  if (bytes_of(more) != bytes_of(input) && !interrupted_ && !prove(more, std::nullopt).empty() && !interrupted_)
    exploration_.add_seed(more);
}

Proof Worker::look_for_bugs(const target::Input &input, const target::Outcome &outcome, const WayNews &ways,
                            const Path &path, size_t first_step) {
  if (!runs_->can_prove())
    return Proof::NONE;
  const std::vector<Check> checks = checks_of_path(path, first_step);
  const bool is_strange = passages_.add(path);
  const bool has_crashed =
      outcome.ending == target::Ending::SIGNALLED || outcome.ending == target::Ending::TIMED_OUT;
  ask_checks(input, path, checks, first_step);
  // A crash after something that is known to be wrong needs no proof of its own, at least not now.
  const bool is_explained = std::any_of(checks.begin(), checks.end(), [&](const Check &check) {
    return check.happened && exploration_.is_settled(check);
  });
  if (ways.ways.empty() && !is_strange && (!has_crashed || is_explained))
    return Proof::NONE;
  const bool has_shown = !prove(input, std::nullopt).empty();
  if (!has_shown && !ways.ways.empty())
    try_with_more(input);
  return interrupted_ ? Proof::NONE : has_shown ? Proof::SHOWN : Proof::CLEAN;
}

} // namespace braid::explore
