#include "solver/layer.h"

namespace braid::solver {

std::string_view verdict_text(Verdict verdict) {
  switch (verdict) {
  case Verdict::SATISFIABLE:
    return "sat";
  case Verdict::UNSATISFIABLE:
    return "unsat";
  case Verdict::UNKNOWN:
    break;
  }
  return "unknown";
}

std::string_view reason_text(Reason reason) {
  switch (reason) {
  case Reason::TIME:
    return "time";
  case Reason::MEMORY:
    return "memory";
  case Reason::THEORY:
    return "theory";
  case Reason::INTERRUPTED:
    return "interrupted";
  case Reason::SOLVER:
    return "solver";
  case Reason::NONE:
    break;
  }
  return "";
}

Answer Layer::solve(const Query &query) {
  const Clock::time_point begin = Clock::now();
  statistics_.asked++;
  passed_ = false;
  time_of_others_ = {};
  Answer answered = session_.interrupted.load(std::memory_order_relaxed) ? session_.stop_answer() : answer(query);
  statistics_.time += Clock::now() - begin - time_of_others_;
  if (!passed_) {
    statistics_.satisfiable += answered.verdict == Verdict::SATISFIABLE;
    statistics_.unsatisfiable += answered.verdict == Verdict::UNSATISFIABLE;
    statistics_.unknown += answered.verdict == Verdict::UNKNOWN;
  }
  return answered;
}

Answer Layer::pass(const Query &query) {
  passed_ = true;
  if (!next_)
    return Answer::unknown(Reason::THEORY);
  const Clock::time_point begin = Clock::now();
  Answer answered = next_->solve(query);
  time_of_others_ += Clock::now() - begin;
  return answered;
}

} // namespace braid::solver
