// What an exploration has found. A finding is the struct of results/finding_file.h, and is on disk as soon as it
// is known here.
//
// One bug is one finding however many paths lead to it: the same kind at the same place is the same finding. Of
// the inputs that show it the shortest is kept, and of those the one that is easiest on the eye.
#pragma once

#include "explore/exploration.h"
#include "results/finding_file.h"
#include "target/build/source_places.h"

namespace braid::campaign {

// Whether a run ended in a way that is a bug by any standard: a signal, an abort, a failed assertion, an exception
// nobody caught, a sanitizer's report, or no end at all.
std::optional<results::Finding> finding_of(const target::Outcome &outcome, const explore::Path &path,
                                           const explore::SiteTable &sites, target::SourcePlaces &places);

// Where a run crashed (Outcome::calls), as "file.c:12 (main)": the innermost call of the program's own, rather
// than that of a library's header; libraries' insides and our models have no source here. Empty if nothing is
// known.
std::string crash_place(const target::Outcome &outcome, target::SourcePlaces &places);

// The inputs of a test as findings have them.
std::vector<results::Input> inputs_of(const target::Input &input);

// The same for findings that are one bug.
std::string bug_key(const results::Finding &finding);

// All of an exploration, each once.
class Findings {
public:
  enum class News : uint8_t { NEW, SIMPLER, KNOWN };
  // SIMPLER: it was known, and has this input now. Afterwards last() is the one that it is about.
  News add(results::Finding finding);
  // The one about the same bug, or null.
  const results::Finding *known(const results::Finding &finding) const;
  const results::Finding &last() const { return all_[last_]; }
  // Of one that is known; returns it with that.
  const results::Finding &set_reproduction(const results::Finding &finding, results::Reproduction reproduction);
  // The same finding with more that is known about it; `which` counts from 0.
  void replace(size_t which, results::Finding finding) { all_[which] = std::move(finding); }
  // What a process before this one had found.
  void take(std::vector<results::Finding> earlier);
  // The test that has the input of a finding; returns the findings that have it now.
  std::vector<size_t> name_test(const std::vector<results::Input> &inputs, uint32_t test);
  const std::vector<results::Finding> &all() const { return all_; }

private:
  std::vector<results::Finding> all_;
  std::unordered_map<std::string, size_t> numbers_; // by kind and place
  size_t last_ = 0;
};

} // namespace braid::campaign
