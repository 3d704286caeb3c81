// What an export is asked for, and the tests that this means.
#pragma once

#include "results/account.h"
#include "results/folder.h"

#include <functional>

namespace braid::results {

struct Request {
  std::string destination;
  std::vector<uint32_t> tests; // just these; empty: see below
  bool all = false;            // also tests that took no path of their own
  bool findings_only = false;  // only those that crashed or did not end
  std::string input;           // for formats with one input a test: which; empty: the only one
  uint32_t most_nodes = 400;   // of a drawing; 0: no limit
};

// The numbers in a text such as "1,5,8-11". Throws BadRequest.
std::vector<uint32_t> numbers_in(const std::string &text);

// Reads the tests that are asked for, one after the other: those listed; otherwise those that are the first on
// their path, and findings.
void for_each_test(const Folder &folder, const Request &request, Account &account,
                   const std::function<void(const Test &)> &visit);

// For formats in which a test is one sequence of bytes: names the input, if nobody did and there is only
// one of which any test has bytes. What the program never reads stays empty.
Request with_only_input(const Folder &folder, const Request &request);

// For formats in which a test is one sequence of bytes. Null, with the reason in the account, if there is not
// exactly one to choose.
const Input *chosen_input(const Test &test, const Request &request, Account &account);

} // namespace braid::results
