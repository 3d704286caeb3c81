#include "results/finding_kinds.h"

namespace braid::results {

namespace {

constexpr FindingKindFacts KINDS[] = {
#define BRAID_FINDING_KIND(IDENTIFIER, name, title, cwe, SEVERITY, danger, help, example)                         \
  {name, title, cwe, Severity::SEVERITY, danger, help, example},
#include "results/finding_kinds.def"
#undef BRAID_FINDING_KIND
};
static_assert(std::size(KINDS) == size_t(FindingKind::COUNT));

} // namespace

std::span<const FindingKindFacts> finding_kinds() { return KINDS; }

const FindingKindFacts &facts_of(FindingKind kind) { return KINDS[size_t(kind)]; }

} // namespace braid::results
