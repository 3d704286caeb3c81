// What a run on a build with sanitizers said on standard error, understood: what went wrong, and where in the
// program's own source.
//
// Sanitizers can name functions and lines themselves, by another program that takes longer to start than a run to
// end. So they are told not to, and their addresses are looked up here.
#pragma once

#include "results/finding_file.h"
#include "target/build/source_places.h"
#include "target/outcome.h"

#include <span>

namespace braid::proof {

struct Report {
  results::Finding finding;         // kind, message, place, stack, confirmed_by: no input, no number
  bool is_of_signal = false;        // what the sanitizer tells is the signal that ended the program
  bool has_library_between = false; // code of a library lies between calls of the program's own

  bool is_at(const std::string &file, uint32_t line) const {
    return finding.place.file == file && finding.place.line == line;
  }
};

// In the order in which they were made. Each place and kind is there once, but for values that were not set. Error
// functions are those that were declared, beside the usual ones.
std::vector<Report> read_reports(const target::Outcome &outcome, target::SourcePlaces &places,
                                 std::span<const std::string> error_functions = {});

// Of a run that ended by a signal or with its time, of which no sanitizer told. The place is not known.
Report report_of_ending(const target::Outcome &outcome);

} // namespace braid::proof
