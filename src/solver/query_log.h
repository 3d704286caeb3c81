// Keeps what is asked: one self-contained SMT-LIB file for each query in a folder, and a table of the answers.
//
// A file is named by what the query says, so equal queries share one file, in other runs too: the name comes from
// the structure of the constraints and the names of symbols, not from the numbers of expressions. Files appear
// whole or not at all. index.csv has a line for each of them: hash, verdict, reason, microseconds, the layer that
// answered, number of constraints. If the folder cannot be written, that is said once and the queries go on.
#pragma once

#include "solver/layer.h"

#include <functional>
#include <unordered_set>

namespace braid::solver {

// What a query says, as 32 hexadecimal digits; the order of operands that commute does not count. For one store.
class QueryHash {
public:
  explicit QueryHash(const Store &store) : store_(store) {}

  std::string of(std::span<const Expr> constraints);

private:
  struct Hash {
    uint64_t first, second;
    auto operator<=>(const Hash &) const = default;
  };
  Hash hash(Expr e);
  Hash computed(Expr e) const;

  const Store &store_;
  std::vector<Hash> known_; // by expression; 0 if not computed yet
};

class QueryLog : public Layer {
public:
  using Report = std::function<void(const std::string &message)>;

  // Without a report, messages go to standard error.
  QueryLog(Session &session, std::unique_ptr<Layer> next, std::string folder, Report report = {});
  ~QueryLog() override;

protected:
  Answer answer(const Query &query) override;

private:
  void open();
  void give_up(const std::string &what);
  void record(const Query &query, const Answer &answer, Clock::duration time, std::string_view layer);
  bool write_file(const std::string &name, std::string_view text);

  std::string folder_;
  Report report_;
  QueryHash hash_;
  std::unordered_set<std::string> written_;
  int index_ = -1; // descriptor of index.csv; -1: nothing is written any more
};

} // namespace braid::solver
