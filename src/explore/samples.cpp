#include "explore/samples.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace braid::explore {

std::string black_box_name(std::string_view name, std::span<const unsigned> argument_widths,
                           unsigned result_width) {
  return fmt::format("{}({}){}", name, fmt::join(argument_widths, ","), result_width);
}

void Samples::add(const std::string &function, std::vector<uint64_t> arguments, uint64_t result) {
  Function &entry = functions_[function];
  if (entry.pairs.size() >= MOST_PAIRS)
    return;
  Pair pair{std::move(arguments), result};
  if (!entry.known.insert(pair).second)
    return;
  entry.pairs.push_back(std::move(pair));
  size_++;
}

void Samples::learn(const trace::View &view) {
  struct Call {
    std::vector<uint64_t> arguments;
    std::vector<unsigned> widths;
  };
  std::map<uint32_t, Call> calls; // by the source of the result
  for (const braid_event &event : view.events()) {
    if (event.kind == BRAID_EVENT_PASSED) {
      Call &call = calls[event.extra];
      call.arguments.push_back(view.node(event.label).value);
      call.widths.push_back(view.node(event.label).width);
    } else if (event.kind == BRAID_EVENT_RESULT) {
      Call &call = calls[event.extra];
      const braid_node &result = view.node(event.label);
      add(black_box_name(view.name(event.extra), call.widths, result.width), std::move(call.arguments),
          result.value);
    }
  }
}

void Samples::catch_up(const Samples &other) {
  if (size_ == other.size_)
    return;
  for (const auto &[name, function] : other.functions_)
    for (size_t i = functions_[name].pairs.size(); i < function.pairs.size(); i++)
      add(name, function.pairs[i].arguments, function.pairs[i].result);
}

namespace {

Expr equal(expr::Store &store, Expr e, uint64_t value) {
  return store.compare(BRAID_OP_EQ, e, store.constant(value, store.width(e)));
}

Expr same_arguments(expr::Store &store, const BlackBoxCall &call, const std::vector<uint64_t> &arguments) {
  Expr all = store.truth(true);
  for (size_t i = 0; i < arguments.size(); i++)
    all = store.both(all, equal(store, call.arguments[i], arguments[i]));
  return all;
}

} // namespace

Expr Samples::is_known(expr::Store &store, const BlackBoxCall &call) const {
  Expr any = store.truth(false);
  if (const auto found = functions_.find(call.function); found != functions_.end())
    for (const Pair &pair : found->second.pairs)
      any = store.either(
          any, store.both(same_arguments(store, call, pair.arguments), equal(store, call.result, pair.result)));
  return any;
}

Expr Samples::is_new(expr::Store &store, const BlackBoxCall &call) const {
  Expr none = store.truth(true);
  if (const auto found = functions_.find(call.function); found != functions_.end())
    for (const Pair &pair : found->second.pairs)
      none = store.both(none, store.inverted(same_arguments(store, call, pair.arguments)));
  return none;
}

Expr agree(expr::Store &store, const BlackBoxCall &left, const BlackBoxCall &right) {
  if (left.function != right.function)
    return store.truth(true);
  Expr differ = store.truth(false);
  for (size_t i = 0; i < left.arguments.size(); i++)
    differ = store.either(differ, store.compare(BRAID_OP_NE, left.arguments[i], right.arguments[i]));
  return store.either(differ, store.compare(BRAID_OP_EQ, left.result, right.result));
}

std::vector<const BlackBoxCall *> calls_behind(expr::Store &store, const Path &path,
                                               std::span<const Expr> constraints) {
  std::vector<bool> wanted(store.symbols());
  const auto want = [&](Expr e) {
    for (const expr::Symbol symbol : store.support(e))
      wanted[symbol] = true;
  };
  for (const Expr constraint : constraints)
    want(constraint);
  std::vector<const BlackBoxCall *> calls;
  // A result can only be in the arguments of later calls.
  for (size_t i = path.calls.size(); i-- != 0;) {
    const BlackBoxCall &call = path.calls[i];
    const std::span<const expr::Symbol> symbols = store.support(call.result);
    if (std::none_of(symbols.begin(), symbols.end(), [&](expr::Symbol symbol) { return wanted[symbol]; }))
      continue;
    for (const Expr argument : call.arguments)
      want(argument);
    calls.push_back(&call);
  }
  std::reverse(calls.begin(), calls.end());
  return calls;
}

} // namespace braid::explore
