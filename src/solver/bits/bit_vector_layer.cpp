#include "solver/bits/bit_vector_layer.h"

#include "solver/memory.h"

#include <algorithm>
#include <unordered_set>

namespace braid::solver {

namespace {

// Memory for a gate with its clauses, and room for what the SAT solver learns.
constexpr size_t BYTES_FOR_EACH = 400;
// How often a model is looked at in which operations without a circuit have results that they do not have.
constexpr unsigned MOST_ROUNDS = 40;

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

std::vector<Bit> BitVectorLayer::assumed(std::span<const uint32_t> constraints) const {
  std::vector<Bit> bits = facts_;
  if (constraints.empty())
    bits.insert(bits.end(), roots_.begin(), roots_.end());
  for (const uint32_t i : constraints)
    bits.push_back(roots_[i]);
  return bits;
}

void BitVectorLayer::clear() {
  blaster_.clear();
  clauses_.clear();
}

bool BitVectorLayer::any_is(const Query &query, bool (Blaster::*kind)(Expr) const) const {
  return std::any_of(query.constraints.begin(), query.constraints.end(),
                     [&](Expr constraint) { return (blaster_.*kind)(constraint); });
}

// Floating point is what the layer behind this one knows best, in another way: it gets half of the time.
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
  case Blaster::Outcome::DONE: {
    if (next() == nullptr || query.deadline == Clock::time_point::max() || !any_is(query, &Blaster::has_numbers))
      return decide(query);
    Query limited = query;
    const Clock::time_point now = Clock::now();
    limited.deadline = now + std::max(query.deadline - now, Clock::duration::zero()) / 2;
    Answer answer = decide(limited);
    if (answer.verdict == Verdict::UNKNOWN && answer.reason == Reason::TIME && !session_.stopped(query))
      return pass(query);
    return answer;
  }
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

// Results of operations without a circuit, for the operands that they have in the model.
void BitVectorLayer::add_facts(const Query &query, const Assignment &model) {
  const Store &store = session_.store;
  session_.evaluator.assign(model);
  std::vector<Expr> pending(query.constraints.begin(), query.constraints.end());
  std::unordered_set<Expr> seen;
  while (!pending.empty()) {
    const Expr next = pending.back();
    pending.pop_back();
    if (!blaster_.is_open(next) || !seen.insert(next).second)
      continue;
    const braid_node &node = store[next];
    const unsigned operands = expr::OPERATIONS[node.op].operands;
    for (unsigned i = 0; i < operands; i++)
      pending.push_back(expr::operand(node, i));
    if (Blaster::has_no_circuit(node.op))
      facts_.push_back(blaster_.fact(node, next, session_.evaluator.value(node.a),
                                     operands > 1 ? session_.evaluator.value(node.b) : 0,
                                     session_.evaluator.value(next)));
  }
}

Answer BitVectorLayer::decide(const Query &query) {
  facts_.clear();
  Answer answer = attempt(query);
  // What the model shows to be wrong is added as a fact: where operands can have few values, all of them are met.
  for (unsigned round = 0; round < MOST_ROUNDS && answer.verdict == Verdict::UNKNOWN && spurious_; round++) {
    add_facts(query, answer.model);
    answer = attempt(query);
  }
  return answer.verdict == Verdict::UNKNOWN && spurious_ ? pass(query) : answer;
}

Answer BitVectorLayer::attempt(const Query &query) {
  spurious_ = false;
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
  if (const Clauses::Stated stated = clauses_.state(assumed({}), stopped); stated != Clauses::Stated::DONE) {
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
  switch (clauses_.solve(assumed({}), stopped)) {
  case Clauses::Result::SATISFIABLE: {
    Assignment found = model(query);
    const bool holds = session_.satisfies(found, query.constraints);
    if (!holds && any_is(query, &Blaster::is_open)) {
      spurious_ = true;
      Answer answer = Answer::unknown(Reason::THEORY);
      answer.model = std::move(found);
      return answer;
    }
    if (!holds)
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
    const Clauses::Result result = clauses_.solve(assumed(rest), stopped, options_.core_conflicts);
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
