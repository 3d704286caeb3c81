#include "solver/values/problem.h"

#include <algorithm>

namespace braid::solver::values {

Value Side::apply(Value x) const {
  if (view)
    x = view->apply(x);
  for (const Step &step : term->steps)
    x = step.apply(x);
  return is_signed ? x ^ (Value(1) << (width() - 1)) : x;
}

unsigned Side::width() const { return term->steps.empty() ? term->part.width : term->steps.back().to; }

std::optional<ValueSet> Side::image(const ValueSet &set) const {
  std::optional<ValueSet> result = view ? values::image(*view, set) : set;
  for (const Step &step : term->steps) {
    if (!result)
      return std::nullopt;
    result = values::image(step, *result);
  }
  return result && is_signed ? result->plus(Value(1) << (width() - 1)) : result;
}

std::optional<ValueSet> Side::preimage(ValueSet set) const {
  if (is_signed)
    set = set.plus(Value(1) << (width() - 1));
  for (auto step = term->steps.rbegin(); step != term->steps.rend(); ++step) {
    std::optional<ValueSet> before = values::preimage(*step, set);
    if (!before)
      return std::nullopt;
    set = std::move(*before);
  }
  return view ? values::preimage(*view, set) : set;
}

void add_positions(Positions &to, const Positions &more) {
  if (std::includes(to.begin(), to.end(), more.begin(), more.end()))
    return;
  Positions merged;
  merged.reserve(to.size() + more.size());
  std::set_union(to.begin(), to.end(), more.begin(), more.end(), std::back_inserter(merged));
  to = std::move(merged);
}

bool State::narrow(uint32_t variable, const ValueSet &kept, const Positions &why) {
  ValueSet &set = sets[variable];
  std::optional<ValueSet> smaller = set.is_full() ? kept : set.intersection(kept);
  if (!smaller)
    return false;
  if (smaller->is_empty() ? set.is_empty() : smaller->last_index() == set.last_index())
    return true;
  set = std::move(*smaller);
  add_positions(reasons[variable], why);
  if (set.is_empty())
    empty = variable;
  return true;
}

Problem::Problem(Reader &reader, const Store &store, const Query &query) : store_(store) {
  literals_.reserve(query.constraints.size());
  for (const Expr constraint : query.constraints) {
    literals_.push_back(&reader.read(constraint));
    if (literals_.back()->impossible) {
      impossible = uint32_t(literals_.size() - 1);
      return;
    }
  }
  choose_variables(query);
  for (uint32_t position = 0; position < literals_.size(); position++)
    add(*literals_[position], position);
}

// Largest parts first; a part that overlaps with an earlier one is a view of it, or left out.
void Problem::choose_variables(const Query &query) {
  std::vector<const Part *> parts, symbols; // those of more than one symbol; the others
  const auto add = [&](const Part &part) { (part.symbols.size() > 1 ? parts : symbols).push_back(&part); };
  for (const Literals *literals : literals_) {
    for (const Membership &membership : literals->memberships)
      add(membership.part);
    for (const Comparison &comparison : literals->comparisons) {
      add(comparison.left.part);
      add(comparison.right.part);
    }
  }
  std::sort(parts.begin(), parts.end(), [](const Part *a, const Part *b) {
    return a->symbols.size() != b->symbols.size() ? a->symbols.size() > b->symbols.size()
                                                  : a->symbols < b->symbols;
  });
  parts.insert(parts.end(), symbols.begin(), symbols.end());
  for (const Part *part : parts) {
    const bool is_free = std::none_of(part->symbols.begin(), part->symbols.end(),
                                      [&](Symbol symbol) { return owners_.contains(symbol); });
    if (!is_free)
      continue;
    Variable variable{*part};
    for (const Symbol symbol : part->symbols) {
      owners_[symbol] = uint32_t(variables.size());
      const unsigned width = store_.width(store_.expression_of(symbol));
      const Value before = query.previous != nullptr ? (*query.previous)[symbol] & mask_of(width) : 0;
      variable.wanted = width == 128 ? before : variable.wanted << width | before;
    }
    variables.push_back(std::move(variable));
  }
}

std::optional<Problem::Place> Problem::place(const Part &part) const {
  const auto owner = owners_.find(part.symbols[0]);
  if (owner == owners_.end())
    return std::nullopt; // another of its symbols belongs to a variable that was chosen before
  const std::optional<unsigned> low = position_in(store_, part, variables[owner->second].part);
  return low ? std::optional(Place{owner->second, *low}) : std::nullopt;
}

std::optional<Side> Problem::side(const Term &term, bool is_signed) const {
  const std::optional<Place> where = place(term.part);
  if (!where)
    return std::nullopt;
  Side result{where->variable, std::nullopt, &term, is_signed};
  if (const unsigned width = variables[where->variable].part.width; width != term.part.width)
    result.view = {.op = BRAID_OP_EXTRACT,
                   .from = uint16_t(width),
                   .to = uint16_t(term.part.width),
                   .low = uint16_t(where->low)};
  return result;
}

void Problem::add(const Literals &literals, uint32_t position) {
  complete &= literals.complete;
  for (const Membership &membership : literals.memberships) {
    const std::optional<Place> where = place(membership.part);
    if (!where) {
      complete = false;
      continue;
    }
    const unsigned width = variables[where->variable].part.width;
    if (width == membership.part.width) {
      bounds.push_back({where->variable, &membership.set, position});
      continue;
    }
    const std::optional<ValueSet> whole = values::preimage({.op = BRAID_OP_EXTRACT,
                                                            .from = uint16_t(width),
                                                            .to = uint16_t(membership.part.width),
                                                            .low = uint16_t(where->low)},
                                                           membership.set);
    complete &= whole.has_value();
    if (whole)
      bounds.push_back({where->variable, &lifted_.emplace_back(*whole), position});
  }
  for (const Comparison &comparison : literals.comparisons)
    add_comparison(comparison, position);
}

void Problem::add_comparison(const Comparison &comparison, uint32_t position) {
  const bool is_signed = comparison.op == BRAID_OP_SLT || comparison.op == BRAID_OP_SLE;
  const uint8_t op = comparison.op == BRAID_OP_SLT   ? uint8_t(BRAID_OP_ULT)
                     : comparison.op == BRAID_OP_SLE ? uint8_t(BRAID_OP_ULE)
                                                     : comparison.op;
  const std::optional<Side> left = side(comparison.left, is_signed), right = side(comparison.right, is_signed);
  if (!left || !right) {
    complete = false;
    return;
  }
  if (left->variable != right->variable) {
    relations.push_back({op, *left, *right, position});
    return;
  }
  // Both sides are functions of one variable: only the same function can be compared.
  if (comparison.left.part != comparison.right.part || comparison.left.steps != comparison.right.steps)
    complete = false;
  else if (op == BRAID_OP_NE || op == BRAID_OP_ULT)
    impossible = position;
}

State Problem::initial_state(const Positions *positions) const {
  State state;
  state.sets.reserve(variables.size());
  for (const Variable &variable : variables)
    state.sets.push_back(ValueSet::full(variable.part.width));
  state.reasons.resize(variables.size());
  for (const Bound &bound : bounds) {
    if (positions != nullptr && !std::binary_search(positions->begin(), positions->end(), bound.position))
      continue;
    state.narrow(bound.variable, *bound.set, {bound.position});
    if (state.empty)
      break;
  }
  return state;
}

void set_part(Assignment &model, const Store &store, const Part &part, Value value) {
  for (auto symbol = part.symbols.rbegin(); symbol != part.symbols.rend(); ++symbol) {
    const unsigned width = store.width(store.expression_of(*symbol));
    model.set(*symbol, value & mask_of(width));
    value = width >= 128 ? 0 : value >> width;
  }
}

std::vector<const Relation *> Problem::active_relations(const Positions *positions) const {
  std::vector<const Relation *> active;
  for (const Relation &relation : relations)
    if (positions == nullptr || std::binary_search(positions->begin(), positions->end(), relation.position))
      active.push_back(&relation);
  return active;
}

} // namespace braid::solver::values
