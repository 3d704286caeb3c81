// Layer 5: what earlier answers say about this query.
//
// Three rules: if some constraints among the query's were found unsatisfiable together, so is the query; if the
// query's constraints are among some that were satisfied together, their model satisfies it; and the model of some
// of the query's constraints is worth a try. What is stored are slices, because this layer stands behind slicing:
// the model found for a slice says nothing about other symbols, and gives none of them a value.
//
// Entries are filed under single constraints, so that looking them up does not cost more as they become more: a
// core under its last constraint, a satisfied set under each of its constraints, with room for a few entries under
// each constraint, the latest displacing the oldest. When the whole has grown to its limit it is emptied and
// begins anew.
#pragma once

#include "solver/layer.h"

#include <array>

namespace braid::solver {

struct CacheOptions {
  size_t most_entries = 1 << 16;
  size_t largest = 512; // constraints of a set that is kept
};

class CacheLayer : public Layer {
public:
  CacheLayer(Session &session, std::unique_ptr<Layer> next, CacheOptions options = {})
      : Layer(session, "cache", std::move(next)), options_(options) {}

  size_t entries() const { return entries_.size(); }

protected:
  Answer answer(const Query &query) override;

private:
  struct Entry {
    std::vector<Expr> constraints; // in ascending order
    std::vector<std::pair<Symbol, Value>> model;
    std::vector<std::pair<Symbol, expr::ArrayValue>> arrays;
  };
  // Numbers of entries under one constraint, oldest first to be displaced.
  struct Drawer {
    std::array<uint32_t, 4> entries{};
    uint8_t next = 0;

    void put(uint32_t entry) {
      entries[next] = entry;
      next = uint8_t((next + 1) % entries.size());
    }
  };

  bool find_unsatisfiable(const Query &query, std::vector<uint32_t> &core);
  bool find_satisfiable(const Query &query, Assignment &model);
  bool try_model(const Query &query, const Entry &entry, Assignment &model);
  void keep(const Query &query, const Answer &answer);
  void keep_core(const Query &query, const std::vector<uint32_t> &core);
  uint32_t add(Entry entry);

  CacheOptions options_;
  std::vector<Entry> entries_{1}; // number 0 is none
  std::unordered_map<Expr, Drawer> cores_, models_;
  std::vector<Expr> sorted_;
};

} // namespace braid::solver
