#include "solver/chain.h"

#include "solver/bits/bit_vector_layer.h"
#include "solver/cache_layer.h"
#include "solver/contradiction_layer.h"
#include "solver/external_layer.h"
#include "solver/normalise_layer.h"
#include "solver/query_log.h"
#include "solver/reuse_layer.h"
#include "solver/search_layer.h"
#include "solver/slice_layer.h"
#include "solver/values/plain_interval_layer.h"
#include "solver/values/value_set_layer.h"

#include <array>

namespace braid::solver {

namespace {

constexpr std::array<std::string_view, 10> NAMES = {"connect", "normalise", "slice",  "contradiction", "reuse",
                                                    "cache",   "values",    "search", "bits",          "z3"};

std::unique_ptr<Layer> make_layers(Session &session, const Options &options) {
  const bool all = options.procedure == Procedure::LAYERS || options.procedure == Procedure::INTERVALS;
  const auto wanted = [&](std::string_view name) { return all && !options.without.contains(name); };
  std::unique_ptr<Layer> first; // so far; layers are put in front of it, the last one first

  if (!options.external.empty() && !options.without.contains("z3")) {
    ExternalOptions external;
    external.command = options.external;
    external.memory_limit = options.memory_limit;
    first = std::make_unique<ExternalLayer>(session, external);
  }
  if (options.procedure != Procedure::Z3 && !options.without.contains("bits")) {
    BitVectorOptions bits;
    bits.memory_limit = options.memory_limit;
    first = std::make_unique<BitVectorLayer>(session, std::move(first), bits);
  }
  if (wanted("search"))
    first = std::make_unique<SearchLayer>(session, std::move(first));
  if (wanted("values")) {
    if (options.procedure == Procedure::INTERVALS)
      first = std::make_unique<PlainIntervalLayer>(session, std::move(first));
    else
      first = std::make_unique<ValueSetLayer>(session, std::move(first));
  }
  if (wanted("cache"))
    first = std::make_unique<CacheLayer>(session, std::move(first));
  if (wanted("reuse"))
    first = std::make_unique<ReuseLayer>(session, std::move(first));
  if (wanted("contradiction"))
    first = std::make_unique<ContradictionLayer>(session, std::move(first));
  if (wanted("slice"))
    first = std::make_unique<SliceLayer>(session, std::move(first));
  if (wanted("normalise"))
    first = std::make_unique<NormaliseLayer>(session, std::move(first));
  if (wanted("connect"))
    first = std::make_unique<SliceLayer>(session, std::move(first), "connect");
  if (!options.dump_queries.empty())
    first = std::make_unique<QueryLog>(session, std::move(first), options.dump_queries);
  return first;
}

} // namespace

std::span<const std::string_view> layer_names() { return NAMES; }

Solver::Solver(Store &store, const Options &options)
    : options_(options), session_(store), first_(make_layers(session_, options)) {}

Answer Solver::solve(Query query) {
  if (query.deadline == Clock::time_point::max() && options_.time_limit.count() > 0)
    query.deadline = Clock::now() + options_.time_limit;
  if (!first_)
    return Answer::unknown(Reason::THEORY, "all layers are switched off");
  Answer answer = first_->solve(query);
  // Layers believe the caller that the prefix holds; nobody has to believe them.
  if (answer.verdict == Verdict::SATISFIABLE && !session_.satisfies(answer.model, query.constraints))
    return Answer::unknown(Reason::SOLVER,
                           "the model does not hold: does the prefix hold under the previous one?");
  return answer;
}

} // namespace braid::solver
