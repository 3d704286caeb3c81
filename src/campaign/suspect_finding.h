// What the solver says can go wrong, and no run on the build with sanitizers showed: a finding that is not
// confirmed.
#pragma once

#include "explore/suspects.h"
#include "results/finding_file.h"

namespace braid::campaign {

// Numbered from `number` on.
std::vector<results::Finding> findings_of(const explore::Suspects &suspects, const explore::SiteTable &sites,
                                          size_t number);

} // namespace braid::campaign
