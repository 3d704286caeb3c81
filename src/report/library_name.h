// The name of the library function in whose model something happened, as the program's author knows it.
//
// A model may leave its work to other functions, so the place in the model does not always have the name. Then the
// source does, if it can be read: what is called at the calling place.
#pragma once

#include "report/source_lines.h"
#include "report/trace_digest.h"

namespace braid::report {

// Empty for a place that is in no model.
std::string library_name(const trace::View &view, const Place &place, SourceLines &lines);

} // namespace braid::report
