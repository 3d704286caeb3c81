#include "solver/values/boxes.h"

#include "solver/values/elimination.h"

#include <algorithm>

namespace braid::solver::values {

namespace {

enum class Preference : uint8_t { LEFT, RIGHT, MIDDLE };

class Boxes {
public:
  Boxes(const Problem &problem, const std::function<bool(const std::vector<Value> &)> &accepted)
      : problem_(problem), accepted_(accepted) {}

  bool prefer_operands(const State &state) {
    budget_ = 2 * problem_.relations.size() + 8;
    return search(state, 0, {Preference::RIGHT, Preference::LEFT});
  }
  bool part_in_the_middle(const State &state) {
    budget_ = problem_.relations.size();
    return search(state, 0, {Preference::MIDDLE});
  }

  static constexpr size_t MAX_RELATIONS = 64;

private:
  bool search(State state, size_t from, const std::vector<Preference> &preferences) {
    for (size_t i = from; i < problem_.relations.size(); i++) {
      const Relation &relation = problem_.relations[i];
      if (budget_ == 0)
        return false;
      budget_--;
      const Revision revision = revise(relation, state);
      if (state.empty || !revision.known)
        return false;
      if (revision.always_true)
        continue;
      for (const Preference preference : preferences) {
        State boxed = state;
        if (box(relation, preference, boxed) && search(std::move(boxed), i + 1, preferences))
          return true;
      }
      return false;
    }
    std::vector<Value> values(problem_.variables.size());
    for (size_t i = 0; i < values.size(); i++)
      values[i] = state.sets[i].nearest(problem_.variables[i].wanted);
    return accepted_(values);
  }

  // Makes the relation true for all values of both sides that are left.
  bool box(const Relation &relation, Preference preference, State &state) const {
    const unsigned width = relation.left.width();
    if (relation.op == BRAID_OP_EQ || relation.op == BRAID_OP_NE) {
      const bool left_first = preference == Preference::LEFT;
      const Side &fixed = left_first ? relation.left : relation.right;
      const Side &other = left_first ? relation.right : relation.left;
      const Value value =
          fixed.apply(state.sets[fixed.variable].nearest(problem_.variables[fixed.variable].wanted));
      return keep(fixed, ValueSet::single(width, value), state) &&
             keep(other, partners(relation.op, value, width, left_first), state);
    }
    const std::optional<ValueSet> left = relation.left.image(state.sets[relation.left.variable]);
    const std::optional<ValueSet> right = relation.right.image(state.sets[relation.right.variable]);
    if (!left || !right)
      return false;
    const bool strict = relation.op == BRAID_OP_ULT;
    Value last_left = 0, first_right = 0; // where they part
    switch (preference) {
    case Preference::LEFT:
      first_right = right->highest();
      last_left = first_right - (strict ? 1 : 0);
      break;
    case Preference::RIGHT:
      last_left = left->lowest();
      first_right = last_left + (strict ? 1 : 0);
      break;
    case Preference::MIDDLE: {
      const Value low = std::max(left->lowest(), right->lowest()),
                  high = std::min(left->highest(), right->highest());
      if (low > high)
        return false;
      last_left = low + (high - low) / 2;
      first_right = last_left + (strict ? 1 : 0);
      break;
    }
    }
    // The relation was narrowed, so the extremes have partners and neither bound leaves the width.
    return keep(relation.left, ValueSet::range(width, 0, last_left), state) &&
           keep(relation.right, ValueSet::range(width, first_right & mask_of(width), mask_of(width)), state);
  }

  static bool keep(const Side &side, const ValueSet &kept, State &state) {
    const std::optional<ValueSet> values = side.preimage(kept);
    return values && state.narrow(side.variable, *values, {}) && !state.empty;
  }

  const Problem &problem_;
  const std::function<bool(const std::vector<Value> &)> &accepted_;
  size_t budget_ = 0; // relations still to be looked at
};

} // namespace

bool find_in_boxes(const Problem &problem, const State &state,
                   const std::function<bool(const std::vector<Value> &)> &accepted) {
  if (problem.relations.size() > Boxes::MAX_RELATIONS)
    return false;
  Boxes boxes(problem, accepted);
  return boxes.prefer_operands(state) || boxes.part_in_the_middle(state);
}

} // namespace braid::solver::values
