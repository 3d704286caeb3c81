#include "solver/values/elimination.h"

#include <algorithm>

namespace braid::solver::values {

namespace {

// The members of `set` that have a partner in `others`.
std::optional<ValueSet> with_partner(uint8_t op, const ValueSet &set, const ValueSet &others, bool set_is_left) {
  const unsigned width = set.width();
  switch (op) {
  case BRAID_OP_EQ:
    return set.intersection(others);
  case BRAID_OP_NE:
    return others.is_single() ? set.difference(others) : set;
  default: // the extreme partner is the one that most have
    return set.intersection(partners(op, set_is_left ? others.highest() : others.lowest(), width, !set_is_left));
  }
}

bool holds_for_all(uint8_t op, const ValueSet &left, const ValueSet &right) {
  switch (op) {
  case BRAID_OP_EQ:
    return left.is_single() && right.is_single() && left.lowest() == right.lowest();
  case BRAID_OP_NE: {
    const std::optional<ValueSet> both = left.intersection(right);
    return both && both->is_empty();
  }
  case BRAID_OP_ULT:
    return left.highest() < right.lowest();
  default:
    return left.highest() <= right.lowest();
  }
}

// Narrows one side to `kept`, which its image was narrowed to from `before`.
bool narrow_side(const Relation &relation, const Side &side, const Side &other, const ValueSet &before,
                 const ValueSet &kept, State &state) {
  if (!kept.is_empty() && kept.last_index() == before.last_index())
    return true;
  const std::optional<ValueSet> values = side.preimage(kept);
  if (!values)
    return false;
  Positions why = state.reasons[other.variable];
  add_positions(why, {relation.position});
  return state.narrow(side.variable, *values, why);
}

class Elimination {
public:
  Elimination(const Problem &problem, State &state, const std::vector<const Relation *> &relations)
      : problem_(problem), state_(state), degrees_(problem.variables.size()) {
    for (const Relation *relation : relations) {
      relations_.push_back({relation});
      degrees_[relation->left.variable]++;
      degrees_[relation->right.variable]++;
    }
  }

  Outcome run() {
    // Narrowing goes on in circles for as long as numbers are wide: a few rounds, then what is left is a matter
    // for other procedures.
    for (unsigned round = 0; round < MAX_ROUNDS && !relations_.empty(); round++) {
      const size_t before = relations_.size();
      const bool narrowed = revise_all();
      if (state_.empty)
        return Outcome::unsatisfiable(state_.reasons[*state_.empty]);
      if (!narrowed && relations_.size() == before)
        break;
    }
    return relations_.empty() ? assigned() : Outcome{};
  }

private:
  static constexpr unsigned MAX_ROUNDS = 6;

  struct Open {
    const Relation *relation;
    std::optional<Value> size = std::nullopt; // of its sets after it was revised last
    Revision revision = {};                   // what that gave
  };

  // Whether some set became smaller.
  bool revise_all() {
    bool narrowed = false;
    std::vector<Open> left_over;
    for (Open &open : relations_) {
      const Relation &relation = *open.relation;
      if (const Value before = size_of(relation); open.size != before) {
        open.revision = revise(relation, state_);
        if (state_.empty)
          return true;
        open.size = size_of(relation);
        narrowed |= open.size != before;
      }
      // The variable that is eliminated must have no other relation; the other one's set must be exact.
      const Revision &revision = open.revision;
      const bool right_goes = degrees_[relation.right.variable] == 1 && revision.left_exact;
      const bool left_goes = !right_goes && degrees_[relation.left.variable] == 1 && revision.right_exact;
      if (!revision.known || !(revision.always_true || right_goes || left_goes)) {
        left_over.push_back(open);
        continue;
      }
      degrees_[relation.left.variable]--;
      degrees_[relation.right.variable]--;
      if (!revision.always_true)
        eliminated_.push_back({&relation, right_goes});
    }
    relations_ = std::move(left_over);
    return narrowed;
  }

  // Changes whenever one of the relation's sets does: sets only get smaller.
  Value size_of(const Relation &relation) const {
    return state_.sets[relation.left.variable].last_index() + state_.sets[relation.right.variable].last_index();
  }

  Outcome assigned() const {
    std::vector<Value> values(problem_.variables.size());
    for (size_t i = 0; i < values.size(); i++)
      values[i] = state_.sets[i].nearest(problem_.variables[i].wanted);
    for (auto entry = eliminated_.rbegin(); entry != eliminated_.rend(); ++entry) {
      const Relation &relation = *entry->relation;
      const Side &gone = entry->right_goes ? relation.right : relation.left;
      const Side &known = entry->right_goes ? relation.left : relation.right;
      const ValueSet fitting =
          partners(relation.op, known.apply(values[known.variable]), known.width(), entry->right_goes);
      const std::optional<ValueSet> sources = gone.preimage(fitting);
      const std::optional<ValueSet> choice =
          sources ? sources->intersection(state_.sets[gone.variable]) : std::nullopt;
      if (!choice || choice->is_empty())
        return {};
      values[gone.variable] = choice->nearest(problem_.variables[gone.variable].wanted);
    }
    return Outcome::satisfiable(std::move(values));
  }

  struct Eliminated {
    const Relation *relation;
    bool right_goes;
  };

  const Problem &problem_;
  State &state_;
  std::vector<Open> relations_;
  std::vector<uint32_t> degrees_; // by variable: how many of relations_ it occurs in
  std::vector<Eliminated> eliminated_;
};

} // namespace

ValueSet partners(uint8_t op, Value value, unsigned width, bool value_is_left) {
  return truth_of(
      {.op = op, .constant_first = value_is_left, .from = uint16_t(width), .to = 1, .constant = value});
}

Revision revise(const Relation &relation, State &state) {
  const std::optional<ValueSet> left = relation.left.image(state.sets[relation.left.variable]);
  const std::optional<ValueSet> right = relation.right.image(state.sets[relation.right.variable]);
  if (!left || !right)
    return {};
  const std::optional<ValueSet> kept_left = with_partner(relation.op, *left, *right, true);
  const std::optional<ValueSet> kept_right = with_partner(relation.op, *right, *left, false);
  Revision revision{.known = true};
  if (kept_left)
    revision.left_exact = narrow_side(relation, relation.left, relation.right, *left, *kept_left, state);
  if (kept_right && !state.empty)
    revision.right_exact = narrow_side(relation, relation.right, relation.left, *right, *kept_right, state);
  revision.always_true = revision.left_exact && revision.right_exact && !state.empty &&
                         holds_for_all(relation.op, *kept_left, *kept_right);
  return revision;
}

Outcome decide_by_elimination(const Problem &problem, State &state,
                              const std::vector<const Relation *> &relations) {
  return Elimination(problem, state, relations).run();
}

} // namespace braid::solver::values
