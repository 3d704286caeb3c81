#include "campaign/path_text.h"

#include <fmt/format.h>

namespace braid::campaign {

using explore::StepKind;

std::string choice_text(StepKind kind, uint64_t choice) {
  switch (kind) {
  case StepKind::BRANCH:
    return choice != 0 ? "+" : "-";
  case StepKind::ASSUME:
    return choice != 0 ? "!" : "?";
  case StepKind::SWITCH:
    return fmt::format("={}", choice);
  case StepKind::VALUE:
    break;
  }
  return fmt::format("@{}", choice);
}

} // namespace braid::campaign
