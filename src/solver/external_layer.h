// The last layer: asks another solver, a program that reads SMT-LIB 2, in a process that stays alive between
// queries. Z3 by default, for what the layers before it do not treat: floating point and arrays.
//
// A model is believed only if the constraints hold when they are evaluated under it, so a mistake of the other
// solver is "unknown" and never a wrong answer. Of arrays only the elements matter at which they are read; these
// are asked for one by one, which needs no understanding of how a solver writes arrays.
//
// How to speak with Z3 was measured on small queries of bit-vectors (Z3 4.8.12, CPU time of a query): a (reset)
// for each query 13 ms, (push) and (pop) in the logic QF_BV 18 ms, without a logic 3.1 ms, (push) and (pop) in
// QF_BV with the tactic smt 2.0 ms; its C interface takes 10 ms with a solver for QF_BV and 3.9 ms with a simple
// one. On multiplications the tactic qfbv is better, so it takes over after a while. Unsatisfiable cores cost
// another tenth.
#pragma once

#include "solver/layer.h"
#include "solver/smt_process.h"

namespace braid::solver {

struct ExternalOptions {
  std::string command = "z3 -in -smt2";
  size_t memory_limit = size_t(2) << 30; // bytes, 0 for none
  bool cores = true;                     // else a core is all constraints
};

class ExternalLayer : public Layer {
public:
  ExternalLayer(Session &session, const ExternalOptions &options);

protected:
  Answer answer(const Query &query) override;

private:
  Answer ask(const Query &query);
  bool prepare(const std::string &logic, std::string &commands);
  bool is_z3() const { return process_.name().starts_with("z3"); }
  Answer failure(SmtProcess::Outcome outcome);
  Answer nonsense(const std::string &what, const std::string &answer);
  std::string check_command() const;

  ExternalOptions options_;
  SmtProcess process_;
  std::string logic_; // that the process is in
  bool open_ = false; // a (pop) is due before the next query
};

} // namespace braid::solver
