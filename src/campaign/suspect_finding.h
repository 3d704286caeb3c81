// What the solver says can go wrong, and no run on the build with sanitizers showed: a finding that is not
// confirmed.
#pragma once

#include "campaign/finding.h"
#include "explore/suspects.h"
#include "results/finding_file.h"

namespace braid::campaign {

// A run was made to show that this check (enum braid_check, explore::StepCheck) goes wrong, and showed something
// at its place: that may be what comes of it, such as an access to anywhere by a format that is input.
void name_cause(results::Finding &finding, uint16_t check);

// Those that are not known to be findings, numbered after these.
std::vector<results::Finding> findings_of(const explore::Suspects &suspects, const explore::SiteTable &sites,
                                          const Findings &findings);

} // namespace braid::campaign
