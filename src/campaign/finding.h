// A run that ended in a way that is a bug by any standard: a signal, an abort, a failed assertion, an exception
// nobody caught, a sanitizer's report, or no end at all.
//
// One bug is one finding however many paths lead to it: the same kind at the same place is the same finding.
#pragma once

#include "explore/exploration.h"
#include "target/build/source_places.h"

namespace braid::campaign {

enum class FindingKind : uint8_t { CRASH, ARITHMETIC, ABORT, ASSERTION, EXCEPTION, SANITIZER, TIME_OUT, COUNT };

// "crash", "assertion", ...: also in file names.
std::string_view finding_name(FindingKind kind);

struct Finding {
  FindingKind kind = FindingKind::CRASH;
  std::string message;   // one line, such as "killed by SIGSEGV" or the text of the assertion
  std::string place;     // "file.c:12 (main)"; empty if nothing is known
  bool is_exact = false; // the place is that of the fault; otherwise it is that of the last decision before it
  explore::TestNumber test = 0; // the first that shows it
  uint64_t runs = 0;            // that showed it
};

// What the run shows, or nothing.
std::optional<Finding> finding_of(const target::Outcome &outcome, const explore::Path &path,
                                  const explore::SiteTable &sites, target::SourcePlaces &places);

// All of an exploration, each once.
class Findings {
public:
  // True if it is a new one. The first test that shows it is kept.
  bool add(Finding finding);
  const std::vector<Finding> &all() const { return all_; }

private:
  std::vector<Finding> all_;
  std::unordered_map<std::string, size_t> numbers_; // by kind, place and message
};

} // namespace braid::campaign
