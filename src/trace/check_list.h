// A list of checks as people write it: "usual", "all", "none", or names with commas, where a dash in front takes
// one out: "usual,unsigned-wrap,-shift".
#pragma once

#include "trace/checks.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace braid::trace {

struct CheckFacts {
  std::string_view name, clang; // what -fsanitize= calls it, with commas; empty: nothing
  bool is_usual;
};

inline constexpr CheckFacts CHECKS[] = {
#define BRAID_CHECK(NAME, name, options, usual) {name, options, (usual) != 0},
#include "trace/checks.def"
#undef BRAID_CHECK
};

inline std::string all_check_names() {
  std::string names;
  for (const CheckFacts &check : CHECKS)
    names.append(names.empty() ? "" : ", ").append(check.name);
  return names;
}

// A bit for each enum braid_check; none if something in the list is not a check, which `wrong` then has.
inline std::optional<uint64_t> parse_checks(std::string_view list, std::string &wrong) {
  uint64_t chosen = 0;
  while (!list.empty()) {
    const size_t end = std::min(list.find(','), list.size());
    std::string_view word = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    const bool is_out = word.starts_with('-');
    if (is_out)
      word.remove_prefix(1);
    uint64_t bits = 0;
    for (size_t i = 0; i < std::size(CHECKS); i++)
      if (word == "all" || word == CHECKS[i].name || (word == "usual" && CHECKS[i].is_usual))
        bits |= uint64_t(1) << i;
    if (bits == 0 && word != "none") {
      wrong = word;
      return std::nullopt;
    }
    chosen = word == "none" ? 0 : is_out ? chosen & ~bits : chosen | bits;
  }
  return chosen;
}

// What -fsanitize= has to say for them.
inline std::string clang_names(uint64_t checks) {
  std::string names;
  for (size_t i = 0; i < std::size(CHECKS); i++)
    if ((checks >> i & 1) != 0 && !CHECKS[i].clang.empty())
      names.append(names.empty() ? "" : ",").append(CHECKS[i].clang);
  return names;
}

} // namespace braid::trace
