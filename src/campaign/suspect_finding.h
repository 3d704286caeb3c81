// What the solver says can go wrong, and no run on the build with sanitizers showed: a finding that is not
// confirmed.
#pragma once

#include "explore/suspects.h"
#include "results/finding_file.h"

namespace braid::campaign {

// A run was made to show that this check (enum braid_check) goes wrong, and showed something at its place: that
// may be what comes of it, such as an access to anywhere by a format that is input.
void name_cause(results::Finding &finding, uint16_t check);

// Numbered from `number` on.
std::vector<results::Finding> findings_of(const explore::Suspects &suspects, const explore::SiteTable &sites,
                                          size_t number);

} // namespace braid::campaign
