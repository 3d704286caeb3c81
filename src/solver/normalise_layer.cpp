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
  if (more.size() > 1) {
    std::sort(more.begin(), more.end());
    more.erase(std::unique(more.begin(), more.end()), more.end());
  }
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

// What stands for a symbol in the end: itself, another symbol or a constant. Shortens the way for the next time.
Expr NormaliseLayer::root_of(Symbol symbol, Origin &origin) {
  const Store &store = session_.store;
  auto found = replacements_.find(symbol);
  if (found == replacements_.end())
    return store.expression_of(symbol);
  std::vector<Symbol> way;
  Symbol last = symbol;
  for (;;) {
    const Expr by = replacements_.at(last).by;
    if (store.is_constant(by) || !replacements_.contains(store.symbol_of(by)))
      break;
    way.push_back(last);
    last = store.symbol_of(by);
  }
  for (; !way.empty(); way.pop_back()) {
    Replacement &replacement = replacements_.at(way.back());
    const Replacement &next = replacements_.at(store.symbol_of(replacement.by));
    replacement.origin.join(next.origin);
    replacement.by = next.by;
  }
  origin.join(found->second.origin);
  return found->second.by;
}

// False if the symbol already is another constant.
bool NormaliseLayer::fix(Symbol symbol, Value value, Origin origin) {
  Store &store = session_.store;
  const Expr root = root_of(symbol, origin);
  const Expr constant = store.constant(value, store.width(root));
  if (root == constant)
    return true;
  if (store.is_constant(root)) {
    conflict_ = origin.positions();
    return false;
  }
  replacements_.emplace(store.symbol_of(root), Replacement{constant, std::move(origin)});
  replaced_.push_back(store.symbol_of(root));
  return true;
}

// x == c, x being made of whole symbols.
bool NormaliseLayer::fix_parts(Expr x, Value value, const Origin &origin) {
  const braid_node node = session_.store[x];
  if (node.op == BRAID_OP_SYMBOL)
    return fix(node.a, value, origin);
  if (node.op == BRAID_OP_ZEXT) {
    if (value <= expr::mask_of(session_.store.width(node.a)))
      return fix_parts(node.a, value, origin);
    conflict_ = origin.positions();
    return false;
  }
  const unsigned low = session_.store.width(node.b);
  return fix_parts(node.a, value >> low, origin) && fix_parts(node.b, value & expr::mask_of(low), origin);
}

// x == y of parts that lie alike: the later symbol of each pair is replaced by the earlier one.
bool NormaliseLayer::unite(Expr a, Expr b, const Origin &origin, bool &is_taken) {
  Store &store = session_.store;
  std::vector<Part> left, right;
  if (!parts_of(a, left) || !parts_of(b, right) || left.size() != right.size())
    return true;
  for (size_t i = 0; i < left.size(); i++)
    if (left[i].width != right[i].width)
      return true;
  is_taken = true;
  for (size_t i = 0; i < left.size(); i++) {
    Origin why = origin;
    const auto root = [&](const Part &part) {
      return part.symbol == 0 ? store.constant(0, part.width) : root_of(store.symbol_of(part.symbol), why);
    };
    Expr kept = root(left[i]), gone = root(right[i]);
    if (kept == gone)
      continue;
    if (store.is_constant(gone) || (!store.is_constant(kept) && gone < kept))
      std::swap(kept, gone);
    if (store.is_constant(gone)) { // both, and they differ
      conflict_ = why.positions();
      return false;
    }
    replacements_.emplace(store.symbol_of(gone), Replacement{kept, std::move(why)});
    replaced_.push_back(store.symbol_of(gone));
  }
  return true;
}

bool NormaliseLayer::take(const Item &item, bool &is_taken) {
  const Store &store = session_.store;
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
  if (x == 0 || !parts_of(x, parts))
    return true;
  is_taken = true;
  return fix_parts(x, c, item.origin);
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
    if (replacements_.contains(symbol))
      replacements.emplace_back(symbol, root_of(symbol, origin));
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
bool NormaliseLayer::use_equalities(const Query &query) {
  size_t used = 0;
  for (;;) {
    if (!take_equalities())
      return false;
    if (replacements_.size() == used)
      return true;
    used = replacements_.size();
    std::vector<Item> before = std::move(items_);
    begin_pass();
    for (size_t i = 0; i < before.size(); i++) {
      Item &item = before[i];
      if (i % 64 == 63 && session_.stopped(query))
        return false;
      const Expr constraint = substituted(item.constraint, item.origin);
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
  conflict_.clear();
  const bool keep_last = query.prefix_holds && query.previous != nullptr && !query.constraints.empty();
  const size_t count = query.constraints.size() - (keep_last ? 1 : 0);
  for (uint32_t i = 0; i < count; i++)
    if (!add(query.constraints[i], {i, {}}))
      return Answer::unsatisfiable(conflict_);
  if (!use_equalities(query))
    return conflict_.empty() ? session_.stop_answer() : Answer::unsatisfiable(conflict_);
  if (!keep_last)
    return ask(query, nullptr);
  Item last{query.constraints.back(), {uint32_t(count), {}}};
  last.constraint = substituted(last.constraint, last.origin);
  if (session_.store.is_constant(last.constraint, 0))
    return Answer::unsatisfiable(last.origin.positions());
  // True, or one of those that hold.
  if (session_.store.is_constant(last.constraint) || is_seen(last.constraint))
    return Answer::satisfiable(*query.previous);
  return ask(query, &last);
}

} // namespace braid::solver
