#include "solver/bits/bit_vector_layer.h"

#include "solver/memory.h"

#include <algorithm>

namespace braid::solver {

namespace {

// Memory for a gate with its clauses, and room for what the SAT solver learns.
constexpr size_t BYTES_FOR_EACH = 400;

} // namespace

BitVectorLayer::BitVectorLayer(Session &session, std::unique_ptr<Layer> next, BitVectorOptions options)
    : Layer(session, "bits", std::move(next)), options_(options), blaster_(session.store), clauses_(blaster_) {
  options_.most_gates = std::min(options_.most_gates, options_.memory_limit / BYTES_FOR_EACH);
}

Blaster::Outcome BitVectorLayer::blast(const Query &query) {
  unsigned steps = 0;
  const auto stopped = [&] { return ++steps % 64 == 0 && session_.stopped(query); };
  roots_.clear();
  for (const Expr constraint : query.constraints) {
    const Blaster::Outcome outcome = blaster_.blast(constraint, options_.most_gates, stopped);
    if (outcome != Blaster::Outcome::DONE)
      return outcome;
    roots_.push_back(blaster_.bits(constraint)[0]);
  }
  return Blaster::Outcome::DONE;
}

void BitVectorLayer::clear() {
  blaster_.clear();
  clauses_.clear();
}

Answer BitVectorLayer::answer(const Query &query) {
  memory_before_ = resident_bytes();
  const bool was_empty = blaster_.gates().size() == 1;
  Blaster::Outcome outcome = blast(query);
  if (outcome == Blaster::Outcome::TOO_LARGE && !was_empty) {
    // Together with what earlier queries left; alone it may fit.
    clear();
    outcome = blast(query);
  }
  switch (outcome) {
  case Blaster::Outcome::DONE:
    return decide(query);
  case Blaster::Outcome::STOPPED:
    return session_.stop_answer();
  case Blaster::Outcome::TOO_LARGE: {
    Answer answer = pass(query);
    if (answer.verdict == Verdict::UNKNOWN && answer.reason == Reason::THEORY)
      answer.reason = Reason::MEMORY; // nobody else is there to try
    return answer;
  }
  default:
    return pass(query);
  }
}

Answer BitVectorLayer::decide(const Query &query) {
  for (size_t i = 0; i < roots_.size(); i++)
    if (roots_[i] == NEVER)
      return Answer::unsatisfiable({uint32_t(i)});
  unsigned asked = 0, between = 1; // stating asks seldom, the SAT solver all the time
  bool out_of_memory = false;
  const std::function<bool()> stopped = [&] {
    if (++asked % between == 0 && session_.stopped(query))
      return true;
    if (asked % (16 * between) == 0)
      out_of_memory = resident_bytes() > memory_before_ + options_.memory_limit;
    return out_of_memory;
  };
  if (const Clauses::Stated stated = clauses_.state(roots_, stopped); stated != Clauses::Stated::DONE) {
    if (stated == Clauses::Stated::TOO_MANY_READS)
      return pass(query);
    if (!out_of_memory)
      return session_.stop_answer(); // what was stated stays: taking it down takes long too
    clear();
    return Answer::unknown(Reason::MEMORY);
  }
  if (query.previous != nullptr)
    for (const Expr constraint : query.constraints)
      for (const Symbol symbol : session_.store.support(constraint)) {
        const Expr e = session_.store.expression_of(symbol);
        if (session_.store.is_array(e) || !blaster_.is_known(e))
          continue;
        const Value previous = (*query.previous)[symbol];
        const Bits bits = blaster_.bits(e);
        for (size_t i = 0; i < bits.size(); i++)
          clauses_.suggest(bits[i], (previous >> i & 1) != 0);
      }
  between = 16;
  switch (clauses_.solve(roots_, stopped)) {
  case Clauses::Result::SATISFIABLE: {
    Assignment found = model(query);
    if (!session_.satisfies(found, query.constraints))
      return Answer::unknown(Reason::SOLVER, "the bit-vector layer gave a model that does not hold");
    return Answer::satisfiable(std::move(found));
  }
  case Clauses::Result::UNSATISFIABLE:
    return Answer::unsatisfiable(core(query, stopped));
  default:
    if (!out_of_memory)
      return session_.stop_answer();
    clear();
    return Answer::unknown(Reason::MEMORY);
  }
}

// Bits that were not stated do not matter: they are as they were.
Value BitVectorLayer::value(Bits bits, Value otherwise) const {
  Value value = 0;
  for (size_t i = 0; i < bits.size(); i++)
    if (clauses_.value(bits[i]).value_or((otherwise >> i & 1) != 0))
      value |= Value(1) << i;
  return value;
}

Assignment BitVectorLayer::model(const Query &query) {
  Assignment model;
  if (query.previous != nullptr)
    model = *query.previous;
  for (const Expr constraint : query.constraints)
    for (const Symbol symbol : session_.store.support(constraint)) {
      const Expr e = session_.store.expression_of(symbol);
      if (!session_.store.is_array(e) && blaster_.is_known(e))
        model.set(symbol, value(blaster_.bits(e), query.previous != nullptr ? (*query.previous)[symbol] : 0));
    }
  if (!clauses_.reads().empty())
    add_arrays(model);
  return model;
}

void BitVectorLayer::add_arrays(Assignment &model) {
  for (const uint32_t number : clauses_.reads()) {
    const Blaster::Read &read = blaster_.reads()[number];
    expr::ArrayValue array = model.array(read.array);
    array.set(value(blaster_.bits(read.index), 0), value(read.element, 0));
    model.set_array(read.array, std::move(array));
  }
}

std::vector<uint32_t> BitVectorLayer::core(const Query &query, const std::function<bool()> &stopped) {
  const auto failed = [&](const std::vector<uint32_t> &among) {
    std::vector<uint32_t> found;
    std::vector<Bit> seen; // equal bits are one assumption: one constraint is enough
    for (const uint32_t i : among)
      if (clauses_.failed(roots_[i]) && std::find(seen.begin(), seen.end(), roots_[i]) == seen.end()) {
        seen.push_back(roots_[i]);
        found.push_back(i);
      }
    return found;
  };
  std::vector<uint32_t> all(query.constraints.size());
  for (uint32_t i = 0; i < all.size(); i++)
    all[i] = i;
  std::vector<uint32_t> core = failed(all);
  // Where the others hold without it, the last constraint is in every core.
  const uint32_t last = query.prefix_holds ? uint32_t(all.size() - 1) : UINT32_MAX;
  unsigned attempts = 0;
  for (size_t i = 0; i < core.size() && attempts < options_.core_attempts;) {
    if (core[i] == last || core.size() == 1) {
      i++;
      continue;
    }
    attempts++;
    std::vector<uint32_t> rest = core;
    rest.erase(rest.begin() + ptrdiff_t(i));
    std::vector<Bit> assumed;
    assumed.reserve(rest.size());
    for (const uint32_t j : rest)
      assumed.push_back(roots_[j]);
    const Clauses::Result result = clauses_.solve(assumed, stopped, options_.core_conflicts);
    if (result == Clauses::Result::UNSATISFIABLE)
      core = failed(rest); // what was found necessary before comes first and stays
    else if (result == Clauses::Result::STOPPED)
      break;
    else
      i++;
  }
  return core;
}

} // namespace braid::solver
