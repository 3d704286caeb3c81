// The tests that an exploration wrote, run again and compared with the paths that enumeration found.
#pragma once

#include "enumeration.h"

#include <filesystem>
#include <nlohmann/json.hpp>

namespace braid::enumerate {

// {"name": "stdin", "kind": "stdin", "hex": "6162"} for each source.
nlohmann::json input_json(const target::Input &input);

// {"ending": "exited", "status": 0, "signal": 0, "text": "exit status 0"}
nlohmann::json outcome_json(const target::Outcome &outcome);

// The keys of the paths in the result of an earlier enumeration.
std::set<std::string> known_paths(const std::filesystem::path &file);

// Runs the input of each test in the folder, apart from those that say that they are no path of their own.
// Gives "tests", what each turned out to be, and where the set of paths is not the expected one: "missing" paths
// that no test takes, "extra" tests on paths that do not exist, "duplicate" tests on one path, "failed_assumption"
// tests that no assumption should have let through, "wrong_outcome" tests that do not end as they say.
nlohmann::json compare(Enumeration &enumeration, const std::set<std::string> &paths,
                       const std::filesystem::path &folder);

} // namespace braid::enumerate
