// Random queries, answered by all layers, by the bit-blaster alone and by Z3, which must agree.
//
// An answer is not believed either: a model must satisfy every constraint and leave alone what no constraint
// mentions, and Z3 must find the constraints of a core impossible by themselves. Queries come in batches that
// share a store and a chain, so that what layers remember of earlier queries is put to the test as well. A failure
// is made small and printed with the seed and the number of its batch.
#include "expr/smtlib.h"
#include "shrink_query.h"
#include "solver/chain.h"
#include "z3_judge.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

using namespace braid;
using namespace braid::solver;
using namespace braid::solver::test;

namespace {

constexpr unsigned BATCH = 50; // queries that share a store

struct Counts {
  uint64_t queries = 0, satisfiable = 0, unsatisfiable = 0;
  uint64_t undecided_layers = 0, undecided_bits = 0, undecided_z3 = 0; // for lack of time
};

// The two chains under test and their judge, over one store.
class Court {
public:
  explicit Court(Store &store)
      : store_(store), layers_(store, options(Procedure::LAYERS)), bits_(store, options(Procedure::BITS)),
        judge_(store) {}

  // What is wrong with the answers to a query; empty if nothing is.
  std::string complaint(const OwnedQuery &owned) {
    const Query query = owned.query();
    layered_ = layers_.solve(query);
    const Answer bits = bits_.solve(query);
    const Verdict judged = judge_.verdict(query.constraints);
    const std::pair<const char *, const Answer *> answers[] = {{"all layers", &layered_},
                                                               {"the bit-blaster", &bits}};
    for (const auto &[name, answer] : answers) {
      if (answer->verdict == Verdict::UNKNOWN) {
        if (answer->reason != Reason::TIME)
          return fmt::format("{}: unknown, for the reason {} {}", name, reason_text(answer->reason),
                             answer->detail);
        continue;
      }
      const std::string fault = answer->verdict == Verdict::SATISFIABLE ? fault_of_model(owned, answer->model)
                                                                        : fault_of_core(owned, answer->core);
      if (!fault.empty())
        return fmt::format("{}: {}", name, fault);
      if (judged != Verdict::UNKNOWN && judged != answer->verdict)
        return fmt::format("{}: {}, but Z3: {}", name, verdict_text(answer->verdict), verdict_text(judged));
    }
    count(layered_.verdict, bits.verdict, judged);
    return {};
  }

  const Answer &layered() const { return layered_; }
  const Counts &counts() const { return counts_; }

private:
  static Options options(Procedure procedure) {
    Options options;
    options.procedure = procedure;
    options.time_limit = std::chrono::seconds(5);
    return options;
  }

  std::string fault_of_model(const OwnedQuery &owned, const Assignment &model) {
    expr::Evaluator evaluator(store_);
    evaluator.assign(model);
    std::vector<Symbol> mentioned;
    for (size_t i = 0; i < owned.constraints.size(); i++) {
      if (!evaluator.holds(owned.constraints[i]))
        return fmt::format("the model does not satisfy constraint {}", i);
      const std::span<const Symbol> support = store_.support(owned.constraints[i]);
      mentioned.insert(mentioned.end(), support.begin(), support.end());
    }
    for (Symbol s = 0; owned.has_previous && s < store_.symbols(); s++)
      if (model[s] != owned.previous[s] && std::find(mentioned.begin(), mentioned.end(), s) == mentioned.end())
        return fmt::format("the model changes {}, which no constraint mentions", store_.name(s));
    return {};
  }

  std::string fault_of_core(const OwnedQuery &owned, const std::vector<uint32_t> &core) {
    std::vector<Expr> constraints;
    for (size_t i = 0; i < core.size(); i++) {
      if (core[i] >= owned.constraints.size() || (i != 0 && core[i] <= core[i - 1]))
        return "the core is not a list of positions in ascending order";
      constraints.push_back(owned.constraints[core[i]]);
    }
    if (core.size() < owned.constraints.size() && judge_.verdict(constraints) == Verdict::SATISFIABLE)
      return fmt::format("Z3 can satisfy the core {}", fmt::join(core, " "));
    return {};
  }

  void count(Verdict layers, Verdict bits, Verdict judged) {
    counts_.queries++;
    counts_.satisfiable += layers == Verdict::SATISFIABLE ? 1 : 0;
    counts_.unsatisfiable += layers == Verdict::UNSATISFIABLE ? 1 : 0;
    counts_.undecided_layers += layers == Verdict::UNKNOWN ? 1 : 0;
    counts_.undecided_bits += bits == Verdict::UNKNOWN ? 1 : 0;
    counts_.undecided_z3 += judged == Verdict::UNKNOWN ? 1 : 0;
  }

  Store &store_;
  Solver layers_, bits_;
  Z3Judge judge_;
  Answer layered_;
  Counts counts_;
};

// The number of the query that fails when these are asked one after the other, and why; nothing if none does.
std::pair<size_t, std::string> first_complaint(Store &store, const Scenario &scenario) {
  Court court(store);
  for (size_t i = 0; i < scenario.size(); i++)
    if (std::string complaint = court.complaint(scenario[i]); !complaint.empty())
      return {i, complaint};
  return {};
}

void print(const Store &store, const OwnedQuery &query) {
  fmt::print("{}", expr::smtlib_script(store, query.constraints));
  if (!query.has_previous)
    return;
  fmt::print("; previous{}:", query.prefix_holds ? ", satisfies all but the last" : "");
  for (Symbol s = 0; s < store.symbols(); s++)
    fmt::print(" {} = {:#x}", store.name(s), uint64_t(query.previous[s]));
  fmt::print("\n");
}

void explain(Store &store, const Scenario &history, const std::string &complaint) {
  fmt::print("{}\n", complaint);
  if (first_complaint(store, history).second.empty()) {
    fmt::print("It does not come again with fresh chains. The last of {} queries:\n", history.size());
    return print(store, history.back());
  }
  const Scenario small =
      shrunk(store, history, [&](const Scenario &s) { return !first_complaint(store, s).second.empty(); });
  fmt::print("Made small: {}\n", first_complaint(store, small).second);
  for (const OwnedQuery &query : small)
    print(store, query);
}

// Returns false after a failure.
bool run_batch(uint64_t seed, Counts &total) {
  Random random(seed);
  Store store;
  RandomQueries queries(store, random);
  Court court(store);
  Scenario history;
  for (unsigned i = 0; i < BATCH; i++) {
    history.push_back(queries.next());
    if (const std::string complaint = court.complaint(history.back()); !complaint.empty()) {
      explain(store, history, complaint);
      return false;
    }
    if (court.layered().verdict == Verdict::SATISFIABLE)
      queries.follow(court.layered().model);
  }
  const Counts &counts = court.counts();
  total.queries += counts.queries;
  total.satisfiable += counts.satisfiable;
  total.unsatisfiable += counts.unsatisfiable;
  total.undecided_layers += counts.undecided_layers;
  total.undecided_bits += counts.undecided_bits;
  total.undecided_z3 += counts.undecided_z3;
  return true;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app{"Random queries to the solver, judged by Z3"};
  uint64_t count = 1000, seed = test_seed(), first = 0;
  app.add_option("--count", count, "How many queries, about");
  app.add_option("--seed", seed, "To see the same queries again");
  app.add_option("--batch", first, "The first batch; with --count 1 the only one");
  CLI11_PARSE(app, argc, argv);

  fmt::print("seed {}\n", seed);
  std::fflush(stdout); // known also if the test is stopped from outside
  Counts total;
  for (uint64_t batch = first; total.queries < count; batch++)
    if (!run_batch(seed * 0x9e3779b97f4a7c15u + batch, total)) {
      fmt::print("To see it again: braid-random-queries --count 1 --seed {} --batch {}\n", seed, batch);
      return 1;
    }
  fmt::print("{} queries: {} satisfiable, {} unsatisfiable\n", total.queries, total.satisfiable,
             total.unsatisfiable);
  fmt::print("undecided for lack of time: all layers {}, bit-blaster {}, Z3 {}\n", total.undecided_layers,
             total.undecided_bits, total.undecided_z3);
  // Queries that nobody decides test nothing, and neither do queries of one kind.
  const bool decided = 100 * std::max({total.undecided_layers, total.undecided_bits, total.undecided_z3}) <=
                       std::max<uint64_t>(total.queries, 100);
  const bool mixed = count < 1000 || 5 * std::min(total.satisfiable, total.unsatisfiable) >= total.queries;
  if (!decided || !mixed)
    fmt::print("{}\n", decided ? "nearly all have the same answer" : "too many are undecided");
  return decided && mixed ? 0 : 1;
}
