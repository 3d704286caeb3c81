// The test suites of the competition Test-Comp: metadata.xml and one XML file for each test, which lists the
// values that the functions __VERIFIER_nondet_X return, in the order of the calls. As a folder, or as the archive
// that TestCov reads if the destination ends in .zip.
#pragma once

#include "results/request.h"

namespace braid::results {

// The text as XML can have it: what would be markup is quoted, what cannot be in XML at all is a question mark.
std::string xml_text(std::string_view text);

void write_testcomp(const Folder &folder, const Request &request, Account &account);

} // namespace braid::results
