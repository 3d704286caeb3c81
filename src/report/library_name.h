// The name of the library function in whose model something happened, as the program's author knows it.
//
// A model may leave its work to other functions, so the place in the model does not always have the name; the
// place that called the model does.
#pragma once

#include "report/trace_digest.h"

namespace braid::report {

// A function of a library as people know it, without what compilers and headers add to its name.
std::string plain_library_name(std::string_view name);

// Empty for a place that is in no model.
std::string library_name(const trace::View &view, const Place &place);

} // namespace braid::report
