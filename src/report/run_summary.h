// The last screen of an exploration: what was input, what was covered, what was found and where, whether all paths
// were explored and if not why, and what to do next.
#pragma once

#include "campaign/summary.h"
#include "report/words.h"

#include <filesystem>
#include <string>

namespace braid::report {

struct RunFolderFacts {
  std::string title; // what was explored
  std::filesystem::path folder;
  std::string strategy;    // by which decisions were chosen
  std::string unprotected; // in what way the program was not kept from doing harm; empty if it was
};

std::string run_summary(const campaign::Summary &summary, const explore::SiteTable &sites,
                        const RunFolderFacts &facts, const Palette &palette);

} // namespace braid::report
