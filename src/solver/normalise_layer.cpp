#include "solver/normalise_layer.h"

#include "expr/substitute.h"

#include <algorithm>

namespace braid::solver {

namespace {

// Results of substitution kept before all are forgotten.
constexpr size_t MOST_REMEMBERED = 1 << 18;

} // namespace

void NormaliseLayer::Origin::join(const Origin &other) {
  if (other.first != first)
    more.push_back(other.first);
  more.insert(more.end(), other.more.begin(), other.more.end());
}

std::vector<uint32_t> NormaliseLayer::Origin::positions() const {
  std::vector<uint32_t> all = more;
  all.push_back(first);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

void NormaliseLayer::begin_pass() {
  items_.clear();
  if (++pass_number_ == 0) {
    std::fill(seen_.begin(), seen_.end(), 0);
    pass_number_ = 1;
  }
}

bool NormaliseLayer::add(Expr constraint, const Origin &origin) {
  const Store &store = session_.store;
  std::vector<Expr> pending{constraint};
  while (!pending.empty()) {
    const Expr next = pending.back();
    pending.pop_back();
    if (const std::optional<Value> known = store.constant(next)) {
      if (*known != 0)
        continue;
      conflict_ = origin.positions();
      return false;
    }
    if (store[next].op == BRAID_OP_AND) {
      pending.push_back(store[next].b);
      pending.push_back(store[next].a);
    } else if (!is_seen(next)) {
      if (seen_.size() <= next)
        seen_.resize(store.size());
      seen_[next] = pass_number_;
      items_.push_back({next, origin});
    }
  }
  return true;
}

bool NormaliseLayer::parts_of(Expr e, std::vector<Part> &parts) const {
  const Store &store = session_.store;
  const braid_node &node = store[e];
  switch (node.op) {
  case BRAID_OP_SYMBOL:
    parts.push_back({e, node.width});
    return true;
  case BRAID_OP_ZEXT:
    if (!parts_of(node.a, parts))
      return false;
    parts.push_back({0, node.width - store.width(node.a)});
    return true;
  case BRAID_OP_CONCAT:
    return parts_of(node.b, parts) && parts_of(node.a, parts);
  default:
    return false;
  }
}

bool NormaliseLayer::replace(Symbol symbol, Expr by, const Origin &origin) {
  const auto [found, added] = replacements_.try_emplace(symbol, Replacement{by, origin});
  if (added)
    replaced_.push_back(symbol);
  if (added || found->second.by == by)
    return true;
  // Two constants: equalities with symbols are taken only for symbols that have no replacement.
  Origin both = origin;
  both.join(found->second.origin);
  conflict_ = both.positions();
  return false;
}

bool NormaliseLayer::replace_parts(Expr e, Value value, const Origin &origin) {
  Store &store = session_.store;
  const braid_node node = store[e];
  if (node.op == BRAID_OP_SYMBOL)
    return replace(node.a, store.constant(value, node.width), origin);
  if (node.op == BRAID_OP_ZEXT) {
    if (value <= expr::mask_of(store.width(node.a)))
      return replace_parts(node.a, value, origin);
    conflict_ = origin.positions();
    return false;
  }
  const unsigned low = store.width(node.b);
  return replace_parts(node.a, value >> low, origin) && replace_parts(node.b, value & expr::mask_of(low), origin);
}

// x == y of parts that lie alike: the later symbol of each pair is replaced by the earlier one.
bool NormaliseLayer::unite(Expr a, Expr b, const Origin &origin, bool &is_taken) {
  const Store &store = session_.store;
  std::vector<Part> left, right;
  if (!parts_of(a, left) || !parts_of(b, right) || left.size() != right.size())
    return true;
  // What has a replacement already is seen again after that was used.
  for (size_t i = 0; i < left.size(); i++)
    if (left[i].width != right[i].width ||
        (left[i].symbol != 0 && replacements_.contains(store.symbol_of(left[i].symbol))) ||
        (right[i].symbol != 0 && replacements_.contains(store.symbol_of(right[i].symbol))))
      return true;
  // A symbol may stand at two places: then only part of the equality could be used at once.
  std::vector<Symbol> symbols;
  for (const std::vector<Part> *parts : {&left, &right})
    for (const Part &part : *parts)
      if (part.symbol != 0)
        symbols.push_back(store.symbol_of(part.symbol));
  std::sort(symbols.begin(), symbols.end());
  if (std::adjacent_find(symbols.begin(), symbols.end()) != symbols.end())
    return true;
  is_taken = true;
  for (size_t i = 0; i < left.size(); i++) {
    Expr kept = left[i].symbol, gone = right[i].symbol;
    if (gone < kept) // zeros, which are 0, are kept
      std::swap(kept, gone);
    if (kept == 0 && gone == 0)
      continue;
    if (kept == 0)
      kept = session_.store.constant(0, left[i].width);
    if (!replace(store.symbol_of(gone), kept, origin))
      return false;
  }
  return true;
}

// Another symbol stands for it: what is said about it has to wait until that was used.
bool NormaliseLayer::waits(Symbol symbol) const {
  const auto found = replacements_.find(symbol);
  return found != replacements_.end() && !session_.store.is_constant(found->second.by);
}

bool NormaliseLayer::take(const Item &item, bool &is_taken) {
  Store &store = session_.store;
  const braid_node node = store[item.constraint];
  if (node.op == BRAID_OP_EQ && !store.is_constant(node.b))
    return unite(node.a, node.b, item.origin, is_taken);
  // x == c; for one bit also x, and not x
  Expr x = 0;
  Value c = 0;
  if (node.op == BRAID_OP_SYMBOL) {
    x = item.constraint;
    c = 1;
  } else if (node.op == BRAID_OP_XOR && store.is_constant(node.b, 1)) {
    x = node.a;
  } else if (node.op == BRAID_OP_EQ) {
    x = node.a;
    c = *store.constant(node.b);
  }
  std::vector<Part> parts;
  if (x == 0 || !parts_of(x, parts) || std::any_of(parts.begin(), parts.end(), [&](const Part &part) {
        return part.symbol != 0 && waits(store.symbol_of(part.symbol));
      }))
    return true;
  is_taken = true;
  return replace_parts(x, c, item.origin);
}

// Moves constraints that do nothing but give values from items_ to replacements_.
bool NormaliseLayer::take_equalities() {
  size_t kept = 0;
  for (size_t i = 0; i < items_.size(); i++) {
    bool is_taken = false;
    if (!take(items_[i], is_taken))
      return false;
    if (is_taken)
      continue;
    if (kept != i)
      items_[kept] = std::move(items_[i]);
    kept++;
  }
  items_.resize(kept);
  return true;
}

Expr NormaliseLayer::substituted(Expr constraint, Origin &origin) {
  std::vector<std::pair<Symbol, Expr>> replacements;
  for (const Symbol symbol : session_.store.support(constraint))
    if (const auto found = replacements_.find(symbol); found != replacements_.end()) {
      replacements.emplace_back(symbol, found->second.by);
      origin.join(found->second.origin);
    }
  if (replacements.empty())
    return constraint;
  if (remembered_.size() > MOST_REMEMBERED)
    remembered_.clear();
  Remembered &known = remembered_[constraint];
  if (known.result == 0 || known.replacements != replacements) {
    expr::Substitution substitution(session_.store);
    for (const auto &[symbol, by] : replacements)
      substitution.set(symbol, by);
    known.result = substitution(constraint);
    known.replacements = std::move(replacements);
  }
  return known.result;
}

// Until no constraint gives another.
bool NormaliseLayer::use_equalities() {
  size_t used = 0;
  for (;;) {
    if (!take_equalities())
      return false;
    if (replacements_.size() == used)
      return true;
    used = replacements_.size();
    std::vector<Item> before = std::move(items_);
    begin_pass();
    for (Item &item : before) {
      // A replacement may have been replaced itself, so this goes on as long as something changes.
      Expr constraint = item.constraint;
      for (Expr next = substituted(constraint, item.origin); next != constraint;
           next = substituted(constraint, item.origin))
        constraint = next;
      if (!add(constraint, item.origin))
        return false;
    }
  }
}

// Values for what was replaced, latest first: a replacement knows only symbols that were there at its time.
void NormaliseLayer::complete(Assignment &model) {
  const Store &store = session_.store;
  for (auto symbol = replaced_.rbegin(); symbol != replaced_.rend(); ++symbol) {
    const Expr by = replacements_.at(*symbol).by;
    model.set(*symbol, store.is_constant(by) ? *store.constant(by) : model[store.symbol_of(by)]);
  }
}

Answer NormaliseLayer::ask(const Query &query, const Item *last) {
  if (last != nullptr)
    items_.push_back(*last);
  std::vector<Expr> constraints;
  constraints.reserve(items_.size());
  for (const Item &item : items_)
    constraints.push_back(item.constraint);
  Query shorter = query;
  shorter.constraints = constraints;
  Answer answer;
  if (constraints.empty())
    answer = Answer::satisfiable(query.previous != nullptr ? *query.previous : Assignment());
  else
    answer = pass(shorter);
  if (answer.verdict == Verdict::SATISFIABLE) {
    complete(answer.model);
  } else if (answer.verdict == Verdict::UNSATISFIABLE) {
    std::vector<uint32_t> core;
    for (const uint32_t position : answer.core) {
      const std::vector<uint32_t> positions = items_[position].origin.positions();
      core.insert(core.end(), positions.begin(), positions.end());
    }
    std::sort(core.begin(), core.end());
    core.erase(std::unique(core.begin(), core.end()), core.end());
    answer.core = std::move(core);
  }
  return answer;
}

Answer NormaliseLayer::answer(const Query &query) {
  begin_pass();
  replacements_.clear();
  replaced_.clear();
  const bool keep_last = query.prefix_holds && query.previous != nullptr && !query.constraints.empty();
  const size_t count = query.constraints.size() - (keep_last ? 1 : 0);
  for (uint32_t i = 0; i < count; i++)
    if (!add(query.constraints[i], {i, {}}))
      return Answer::unsatisfiable(conflict_);
  if (!use_equalities())
    return Answer::unsatisfiable(conflict_);
  if (!keep_last)
    return ask(query, nullptr);
  Item last{query.constraints.back(), {uint32_t(count), {}}};
  for (Expr next = substituted(last.constraint, last.origin); next != last.constraint;
       next = substituted(last.constraint, last.origin))
    last.constraint = next;
  if (session_.store.is_constant(last.constraint, 0))
    return Answer::unsatisfiable(last.origin.positions());
  // True, or one of those that hold.
  if (session_.store.is_constant(last.constraint) || is_seen(last.constraint))
    return Answer::satisfiable(*query.previous);
  return ask(query, &last);
}

} // namespace braid::solver
