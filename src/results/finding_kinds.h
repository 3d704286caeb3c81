// The kinds of findings that there are: one table (finding_kinds.def), for whoever finds them, for reports, and
// for the documentation.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace braid::results {

enum class FindingKind : uint8_t {
#define BRAID_FINDING_KIND(IDENTIFIER, name, title, cwe, SEVERITY, danger, help, example) IDENTIFIER,
#include "results/finding_kinds.def"
#undef BRAID_FINDING_KIND
  COUNT
};

// The words are also those of SARIF.
enum class Severity : uint8_t { ERROR, WARNING, NOTE };
constexpr std::array<const char *, 3> SEVERITIES = {"error", "warning", "note"};

struct FindingKindFacts {
  std::string_view name;
  std::string_view title;
  uint32_t cwe; // 0: none
  Severity severity;
  std::string_view danger; // "9.3", as CVSS has it; empty: no question of security
  std::string_view help;
  std::string_view example; // several lines of C
};

// By number.
std::span<const FindingKindFacts> finding_kinds();
const FindingKindFacts &facts_of(FindingKind kind);

} // namespace braid::results
