// What reports about findings are made from: the findings of a results folder, and what was explored. And the few
// things that all of these reports say in the same way.
#pragma once

#include "results/finding_file.h"
#include "results/folder.h"

#include <optional>

namespace braid::report {

struct FindingsFigures {
  uint64_t runs = 0, paths = 0;
  double seconds = 0;
  bool is_complete = false;       // all paths were explored
  bool is_ended_by_error = false; // Braid could not go on
};

struct FindingsReport {
  std::string version; // of Braid
  std::filesystem::path folder;
  results::Campaign campaign;
  std::string created;                    // when the exploration began, such as 2026-01-31T12:00:00Z
  std::filesystem::path root;             // of the sources: other tools are given names relative to it
  std::optional<FindingsFigures> figures; // not there before an exploration has ended
  std::vector<results::Finding> findings;

  // The name of what was explored: of its first source, or of the program.
  std::string title() const;
};

// Without `root` it is the folder where braid run was started. Throws as results::Folder does.
FindingsReport read_findings_report(const std::filesystem::path &folder, const std::filesystem::path &root = {});

// A file of the source for other tools: relative to the root if it lies there, otherwise absolute.
std::string file_from_root(const FindingsReport &report, const std::string &file);

// "src/x.c:12:3 (main)", as much as is known of it; "an unknown place".
std::string place_text(const results::Location &place);

// "at x.c:12 (main)", or "after x.c:12 (main)" if it is only the last decision before it that is known.
std::string where_text(const results::Finding &finding);
// For those who show the place without these words: the sentence that it is not exact, or nothing.
std::string inexact_note(const results::Finding &finding);

// Who saw it, for people: "confirmed by AddressSanitizer"; not for findings that are not confirmed.
std::string confirmation_text(const results::Finding &finding);

// "heap-buffer-overflow (CWE-122)"
std::string kind_text(const results::Finding &finding);

// Text for places where a line is a line: what follows the first one is left out, and so are characters that
// are not for people.
std::string one_line(std::string_view text);

// A way to the place that has a known file: the place itself, or the call next to it.
const results::Location *known_place(const results::Finding &finding);

} // namespace braid::report
