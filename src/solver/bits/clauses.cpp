#include "solver/bits/clauses.h"

#include <algorithm>
#include <cadical.hpp>

namespace braid::solver {

namespace {

// How much more than needed a solver may carry along before it is begun anew.
constexpr size_t CARRIED_FACTOR = 3, CARRIED_ALWAYS = 2000;

// Each pair of reads of an array costs clauses; more of them are for a solver that knows arrays.
constexpr size_t MOST_READS = 200;

class Stop : public CaDiCaL::Terminator {
public:
  explicit Stop(const std::function<bool()> &stopped) : stopped_(stopped) {}
  bool terminate() override { return asked_ = asked_ || stopped_(); }
  bool asked() const { return asked_; }

private:
  const std::function<bool()> &stopped_;
  bool asked_ = false;
};

} // namespace

Clauses::Clauses(const Blaster &blaster) : blaster_(blaster) {}
Clauses::~Clauses() = default;

// Many programs are explored without a question to a SAT solver, and to make one takes a tenth of a millisecond.
void Clauses::begin() {
  solver_.reset();
  last_ = 0;
  always_ = 0;
  std::fill(variables_.begin(), variables_.end(), 0);
  definitions_.assign(definitions_.size(), false);
  compared_.clear();
}

void Clauses::clear() {
  begin();
  variables_.clear();
  marks_.clear();
  definitions_.clear();
}

int Clauses::new_variable() { return ++last_; }

int Clauses::literal(Bit bit) const {
  const int variable = variables_[gate_of(bit)];
  return is_negated(bit) ? -variable : variable;
}

template <class... Literals> void Clauses::clause(Literals... literals) {
  (solver_->add(literals), ...);
  solver_->add(0);
}

void Clauses::visit(Bit bit) {
  const uint32_t gate = gate_of(bit);
  if (gate != 0 && marks_[gate] != walk_number_) {
    marks_[gate] = walk_number_;
    pending_.push_back(gate);
  }
}

// Collects in needed_ all gates below the roots, and the conditions and indices that come with inputs.
size_t Clauses::walk(std::span<const Bit> roots) {
  const Gates &gates = blaster_.gates();
  marks_.resize(gates.size());
  variables_.resize(gates.size());
  definitions_.resize(gates.definitions());
  if (++walk_number_ == 0) {
    std::fill(marks_.begin(), marks_.end(), 0);
    walk_number_ = 1;
  }
  needed_.clear();
  reads_.clear();
  for (const Bit root : roots)
    visit(root);
  while (!pending_.empty()) {
    const uint32_t number = pending_.back();
    pending_.pop_back();
    needed_.push_back(number);
    const Gate &gate = gates[number];
    if (gate.kind == GateKind::INPUT) {
      if (gate.a == 0)
        continue;
      if (const Blaster::Read *read = blaster_.read_of(gate.a)) {
        reads_.push_back(blaster_.read_number(gate.a));
        for (const Bit bit : blaster_.bits(read->index))
          visit(bit);
      } else {
        visit(gates.condition(gate.a));
      }
      continue;
    }
    visit(gate.a);
    visit(gate.b);
    if (gate.kind == GateKind::CHOICE || gate.kind == GateKind::MAJORITY)
      visit(gate.c);
  }
  std::sort(reads_.begin(), reads_.end());
  reads_.erase(std::unique(reads_.begin(), reads_.end()), reads_.end());
  return needed_.size();
}

// The conditions of the inputs that are needed, once all gates are stated.
void Clauses::state_definitions() {
  for (const uint32_t number : needed_) {
    const Gate &gate = blaster_.gates()[number];
    if (gate.kind != GateKind::INPUT || gate.a == 0 || blaster_.read_of(gate.a) != nullptr || definitions_[gate.a])
      continue;
    definitions_[gate.a] = true;
    const Bit condition = blaster_.gates().condition(gate.a);
    if (condition != ALWAYS)
      clause(literal(condition));
  }
}

void Clauses::state_gate(uint32_t number) {
  const Gate &gate = blaster_.gates()[number];
  const int g = variables_[number];
  switch (gate.kind) {
  case GateKind::CONSTANT:
  case GateKind::INPUT:
    return;
  case GateKind::AND: {
    const int a = literal(gate.a), b = literal(gate.b);
    clause(-g, a);
    clause(-g, b);
    clause(g, -a, -b);
    return;
  }
  case GateKind::XOR: {
    const int a = literal(gate.a), b = literal(gate.b);
    clause(-g, a, b);
    clause(-g, -a, -b);
    clause(g, -a, b);
    clause(g, a, -b);
    return;
  }
  case GateKind::CHOICE: {
    const int condition = literal(gate.a), yes = literal(gate.b), no = literal(gate.c);
    clause(-condition, -yes, g);
    clause(-condition, yes, -g);
    clause(condition, -no, g);
    clause(condition, no, -g);
    clause(-yes, -no, g); // these two follow, but let values through while the condition is open
    clause(yes, no, -g);
    return;
  }
  case GateKind::MAJORITY: {
    const int a = literal(gate.a), b = literal(gate.b), c = literal(gate.c);
    clause(-a, -b, g);
    clause(-a, -c, g);
    clause(-b, -c, g);
    clause(a, b, -g);
    clause(a, c, -g);
    clause(b, c, -g);
    return;
  }
  }
}

// Reads of one array at equal indices give equal elements: either some bit of the indices differs, or none of the
// elements does.
void Clauses::state_agreement(const Blaster::Read &left, const Blaster::Read &right) {
  const auto value_of = [&](Bit bit) { // a literal, also for a constant
    if (!is_fixed(bit))
      return literal(bit);
    if (always_ == 0) {
      always_ = new_variable();
      clause(always_);
    }
    return bit == ALWAYS ? always_ : -always_;
  };
  const Bits index_left = blaster_.bits(left.index), index_right = blaster_.bits(right.index);
  for (size_t i = 0; i < index_left.size(); i++)
    if (index_left[i] == inverse(index_right[i]))
      return; // never equal
  std::vector<int> different;
  for (size_t i = 0; i < index_left.size(); i++) {
    if (index_left[i] == index_right[i])
      continue;
    const int a = value_of(index_left[i]), b = value_of(index_right[i]), d = new_variable();
    clause(-d, a, b);
    clause(-d, -a, -b);
    clause(d, -a, b);
    clause(d, a, -b);
    different.push_back(d);
  }
  const int same = new_variable();
  for (const int d : different)
    solver_->add(d);
  clause(same);
  for (size_t i = 0; i < left.element.size(); i++) {
    const int a = literal(left.element[i]), b = literal(right.element[i]);
    clause(-same, -a, b);
    clause(-same, a, -b);
  }
}

bool Clauses::state_congruence(const std::function<bool()> &stopped) {
  const std::vector<Blaster::Read> &all = blaster_.reads();
  for (size_t i = 0; i < reads_.size(); i++) {
    if (i % 8 == 0 && stopped())
      return false;
    for (size_t j = 0; j < i; j++) {
      const Blaster::Read &left = all[reads_[i]], &right = all[reads_[j]];
      if (left.array == right.array && compared_.insert(uint64_t(reads_[i]) << 32 | reads_[j]).second)
        state_agreement(left, right);
    }
  }
  return true;
}

Clauses::Stated Clauses::state(std::span<const Bit> roots, const std::function<bool()> &stopped) {
  size_t needed = walk(roots);
  // The elements of an array that is read are needed as a whole.
  if (!reads_.empty()) {
    std::vector<Bit> all(roots.begin(), roots.end());
    for (const uint32_t read : reads_)
      all.insert(all.end(), blaster_.reads()[read].element.begin(), blaster_.reads()[read].element.end());
    needed = walk(all);
  }
  if (reads_.size() > MOST_READS)
    return Stated::TOO_MANY_READS;
  if (size_t(last_) > CARRIED_FACTOR * needed + CARRIED_ALWAYS)
    begin();
  if (!solver_) {
    solver_ = std::make_unique<CaDiCaL::Solver>();
    solver_->set("quiet", 1);
  }
  std::vector<uint32_t> added;
  for (auto gate = needed_.rbegin(); gate != needed_.rend(); ++gate)
    if (variables_[*gate] == 0) {
      variables_[*gate] = new_variable();
      added.push_back(*gate);
    }
  // Operands come before those who use them: when it is stopped, what is stated refers to nothing that is not.
  std::sort(added.begin(), added.end());
  for (size_t i = 0; i < added.size(); i++) {
    if (i % 4096 == 4095 && stopped()) {
      for (; i < added.size(); i++) // a variable without clauses says nothing: as if it had none
        variables_[added[i]] = 0;
      return Stated::STOPPED;
    }
    state_gate(added[i]);
  }
  state_definitions();
  return state_congruence(stopped) ? Stated::DONE : Stated::STOPPED;
}

Clauses::Result Clauses::solve(std::span<const Bit> assumed, const std::function<bool()> &stopped, int conflicts) {
  for (const Bit bit : assumed)
    if (!is_fixed(bit))
      solver_->assume(literal(bit));
  if (conflicts >= 0)
    solver_->limit("conflicts", conflicts);
  Stop stop(stopped);
  solver_->connect_terminator(&stop);
  const int status = solver_->solve();
  solver_->disconnect_terminator();
  if (status == 10)
    return Result::SATISFIABLE;
  if (status == 20)
    return Result::UNSATISFIABLE;
  return stop.asked() ? Result::STOPPED : Result::LIMIT;
}

std::optional<bool> Clauses::value(Bit bit) const {
  if (is_fixed(bit))
    return bit == ALWAYS;
  if (gate_of(bit) >= variables_.size() || variables_[gate_of(bit)] == 0)
    return std::nullopt;
  return solver_->val(literal(bit)) > 0;
}

bool Clauses::failed(Bit bit) const { return !is_fixed(bit) && solver_->failed(literal(bit)); }

void Clauses::suggest(Bit bit, bool value) {
  if (!is_fixed(bit) && variables_[gate_of(bit)] != 0)
    solver_->phase(value ? literal(bit) : -literal(bit));
}

} // namespace braid::solver
