// What functions that are not instrumented were seen to return: pairs of arguments and result.
//
// With --concretize=sampled the result of such a function is a symbol, and these pairs are all that is known about
// it (the idea is Godefroid's: an unknown function is described by samples of it). A query may choose any pair
// that was seen, in whatever run. So if (x == hash(y)) is solved with a y whose hash is known, and nobody has to
// invert the function. No pair is ever made up: an input that comes out of it is right if the function depends on
// nothing but its arguments.
//
// Where no known pair helps, new ones do: the arguments may be any that were not seen yet, with a result that is
// hoped for. The run shows the true one.
#pragma once

#include "explore/path.h"
#include "trace/reader.h"

#include <map>
#include <set>

namespace braid::explore {

// How a function is known here: its name, and the widths of its arguments and its result, as in "hash(32,8)32".
std::string black_box_name(std::string_view name, std::span<const unsigned> argument_widths,
                           unsigned result_width);

class Samples {
public:
  // Pairs of one function that are kept; later ones are forgotten. Every query about the function speaks of all.
  static constexpr size_t MOST_PAIRS = 1024;

  // Adds the pairs of a run.
  void learn(const trace::View &view);
  // Adds a pair, if it is not known.
  void add(const std::string &function, std::vector<uint64_t> arguments, uint64_t result);
  // Adds what another collection has, of which this one has the beginning.
  void catch_up(const Samples &other);

  // How many pairs there are of all functions. It only grows.
  size_t size() const { return size_; }

  // The call is one that was seen: its arguments and its result are a known pair.
  Expr is_known(expr::Store &store, const BlackBoxCall &call) const;
  // No call with these arguments was seen.
  Expr is_new(expr::Store &store, const BlackBoxCall &call) const;

private:
  struct Pair {
    std::vector<uint64_t> arguments;
    uint64_t result;
    auto operator<=>(const Pair &) const = default;
  };
  struct Function {
    std::vector<Pair> pairs; // in the order in which they were seen
    std::set<Pair> known;    // the same, to find them
  };

  std::map<std::string, Function> functions_;
  size_t size_ = 0;
};

// If two calls have the same arguments, they have the same result; nothing if they are of different functions.
Expr agree(expr::Store &store, const BlackBoxCall &left, const BlackBoxCall &right);

// The calls of a path that constraints depend on, directly or by the arguments of another such call; in the order
// of the path.
std::vector<const BlackBoxCall *> calls_behind(expr::Store &store, const Path &path,
                                               std::span<const Expr> constraints);

} // namespace braid::explore
