// Exports: the tests of a results folder, and its tree, in the formats of other tools. One table of the formats,
// from which the command line, its help and its checks are made.
#pragma once

#include "results/account.h"
#include "results/request.h"

namespace braid::results {

struct Format {
  const char *name;
  const char *text; // for the help
  bool is_file;     // writes one file, not a folder
  void (*write)(const Folder &folder, const Request &request, Account &account);
};

const std::vector<Format> &formats();

} // namespace braid::results
