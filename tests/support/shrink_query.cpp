#include "shrink_query.h"

#include <algorithm>
#include <set>

namespace braid::solver::test {

namespace {

// e with one of its parts replaced by another expression of the same width.
class Replacement {
public:
  Replacement(Store &store, Expr part, Expr by) : store_(store) { made_[part] = by; }

  Expr operator()(Expr e) {
    if (const auto known = made_.find(e); known != made_.end())
      return known->second;
    const braid_node node = store_[e];
    const unsigned operands = expr::OPERATIONS[node.op].operands;
    if (operands == 0)
      return e;
    const Expr a = (*this)(node.a);
    const uint32_t b = operands > 1 ? (*this)(node.b) : node.b;
    const Expr c = operands > 2 ? (*this)(node.c) : 0;
    return made_[e] = store_.make(node.op, node.width, a, b, c);
  }

private:
  Store &store_;
  std::unordered_map<Expr, Expr> made_;
};

class Shrinker {
public:
  Shrinker(Store &store, Scenario scenario, const std::function<bool(const Scenario &)> &fails, unsigned attempts)
      : store_(store), best_(std::move(scenario)), fails_(fails), attempts_(attempts) {}

  Scenario run() {
    bool smaller = true;
    while (smaller && attempts_ != 0) {
      smaller = drop_queries();
      smaller |= drop_constraints();
      smaller |= drop_previous();
      smaller |= replace_parts();
    }
    return best_;
  }

private:
  // A run's assignment must keep satisfying what the query says it satisfies.
  bool is_sound(const OwnedQuery &query) {
    if (!query.prefix_holds || query.constraints.empty())
      return true;
    expr::Evaluator evaluator(store_);
    evaluator.assign(query.previous);
    return std::all_of(query.constraints.begin(), query.constraints.end() - 1,
                       [&](Expr constraint) { return evaluator.holds(constraint); });
  }

  bool accept(Scenario candidate) {
    if (attempts_ == 0 ||
        !std::all_of(candidate.begin(), candidate.end(), [&](const OwnedQuery &query) { return is_sound(query); }))
      return false;
    attempts_--;
    if (!fails_(candidate))
      return false;
    best_ = std::move(candidate);
    return true;
  }

  // Drops runs of entries, long ones first, from the back: what came first is more likely to matter.
  template <class Without> bool drop(size_t count, Without without) {
    bool any = false;
    for (size_t length = std::max<size_t>(count / 2, 1); length != 0; length /= 2)
      for (size_t end = count; end >= length; end -= std::min(end, length))
        if (Scenario candidate = without(end - length, end); accept(std::move(candidate))) {
          count -= length;
          any = true;
        }
    return any;
  }

  bool drop_queries() {
    return drop(best_.size(), [&](size_t first, size_t end) {
      Scenario candidate = best_;
      candidate.erase(candidate.begin() + ptrdiff_t(first), candidate.begin() + ptrdiff_t(end));
      return candidate;
    });
  }

  bool drop_constraints() {
    bool any = false;
    for (size_t i = best_.size(); i-- != 0;)
      any |= drop(best_[i].constraints.size(), [&](size_t first, size_t end) {
        Scenario candidate = best_;
        std::vector<Expr> &constraints = candidate[i].constraints;
        constraints.erase(constraints.begin() + ptrdiff_t(first), constraints.begin() + ptrdiff_t(end));
        return candidate;
      });
    return any;
  }

  bool drop_previous() {
    bool any = false;
    for (size_t i = 0; i < best_.size(); i++)
      if (best_[i].has_previous) {
        Scenario candidate = best_;
        candidate[i].has_previous = candidate[i].prefix_holds = false;
        any |= accept(std::move(candidate));
      }
    return any;
  }

  size_t size_of(const Scenario &scenario) {
    size_t size = 0;
    for (const OwnedQuery &query : scenario)
      for (const Expr constraint : query.constraints)
        size += store_.count(constraint);
    return size;
  }

  std::set<Expr, std::greater<>> parts() const {
    std::set<Expr, std::greater<>> found;
    std::vector<Expr> pending;
    for (const OwnedQuery &query : best_)
      pending.insert(pending.end(), query.constraints.begin(), query.constraints.end());
    while (!pending.empty()) {
      const Expr e = pending.back();
      pending.pop_back();
      if (!found.insert(e).second)
        continue;
      for (unsigned i = 0; i < expr::OPERATIONS[store_[e].op].operands; i++)
        pending.push_back(expr::operand(store_[e], i));
    }
    return found;
  }

  bool replace(Expr part, Expr by) {
    Replacement replacement(store_, part, by);
    Scenario candidate = best_;
    for (OwnedQuery &query : candidate)
      for (Expr &constraint : query.constraints)
        constraint = replacement(constraint);
    return size_of(candidate) < size_of(best_) && accept(std::move(candidate));
  }

  // Large parts first: later ones may be gone by then, and then nothing changes.
  bool replace_parts() {
    bool any = false;
    for (const Expr part : parts()) {
      const braid_node node = store_[part];
      if (node.op == BRAID_OP_CONST || node.index_width != 0)
        continue;
      bool replaced =
          replace(part, store_.constant(0, node.width)) || replace(part, store_.constant(1, node.width));
      for (unsigned i = 0; i < expr::OPERATIONS[node.op].operands && !replaced; i++)
        if (const Expr operand = expr::operand(node, i); !store_.is_array(operand))
          replaced = replace(part, store_.resize(operand, node.width, false));
      any |= replaced;
    }
    return any;
  }

  Store &store_;
  Scenario best_;
  const std::function<bool(const Scenario &)> &fails_;
  unsigned attempts_;
};

} // namespace

Scenario shrunk(Store &store, Scenario scenario, const std::function<bool(const Scenario &)> &fails,
                unsigned attempts) {
  return Shrinker(store, std::move(scenario), fails, attempts).run();
}

} // namespace braid::solver::test
