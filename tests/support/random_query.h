// Random queries that look like those of real paths.
//
// A program is imagined: a list of conditions over bytes of input, put together as programs do it: numbers of
// several bytes in either order, digits, letters of either case, checksums, masks, quotients. A run of it with
// some input meets the conditions one after the other, each of which holds or not; a query asks for an input that
// goes the same way up to one condition and there the other. The models become inputs of further runs. Some
// queries are of another kind: constraints without a run, and constraints that contradict each other.
//
// The same seed gives the same queries only together with the same answers.
#pragma once

#include "../unit/expr/random.h"
#include "solver/query.h"

namespace braid::solver::test {

using expr::test::Random;
using expr::test::test_seed;

// A query that owns what it is made of.
struct OwnedQuery {
  std::vector<Expr> constraints;
  Assignment previous;
  bool has_previous = false;
  bool prefix_holds = false;

  Query query(Clock::time_point deadline = Clock::time_point::max()) const {
    return {constraints, has_previous ? &previous : nullptr, prefix_holds, deadline};
  }
};

class RandomQueries {
public:
  RandomQueries(Store &store, Random &random);

  OwnedQuery next();
  // Tells the model of the query last made, so that a run with that input can follow.
  void follow(const Assignment &model);

private:
  // Expressions of `width` bits.
  Expr byte();
  Expr number(unsigned width);
  Expr term(unsigned width, unsigned levels);
  Expr arithmetic(unsigned width, unsigned levels);
  Expr parsed_number(unsigned width);
  Expr checksum(unsigned width);
  Expr part(unsigned width, unsigned levels);
  Expr condition(unsigned levels);
  Expr comparison(unsigned levels);

  Value constant_beside(Expr e);
  unsigned common_width();
  void start_program();
  OwnedQuery path_query();
  OwnedQuery free_query();
  OwnedQuery contradiction();

  Store &store_;
  Random &random_;
  expr::Evaluator evaluator_;
  std::vector<Expr> bytes_;
  Assignment input_;
  std::vector<Expr> conditions_; // of the imagined program
  size_t position_ = 0;          // of the condition that the next query turns round
};

} // namespace braid::solver::test
