// Makes a failure small enough to look at.
//
// Layers remember, so a failure may need the queries before it: what is shrunk is a sequence of queries to a fresh
// chain. Whole queries are dropped first, then constraints, then subterms are replaced by their operands and by
// constants, as long as the failure stays.
#pragma once

#include "random_query.h"

#include <functional>

namespace braid::solver::test {

using Scenario = std::vector<OwnedQuery>;

// `fails` says whether a scenario still shows the failure; the given one does. It is asked at most `attempts`
// times.
Scenario shrunk(Store &store, Scenario scenario, const std::function<bool(const Scenario &)> &fails,
                unsigned attempts = 5000);

} // namespace braid::solver::test
