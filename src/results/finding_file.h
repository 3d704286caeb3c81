// What is on disk about a finding: findings/NNN-kind/finding.json. Every report is made from the struct read back,
// so that all of them tell the same, at any time, and without the program.
//
// This is a library of its own: the side that writes needs nothing of the side that exports.
#pragma once

#include "results/finding_kinds.h"
#include "results/input.h"

#include <filesystem>
#include <string>
#include <vector>

namespace braid::results {

constexpr uint32_t FINDING_FORMAT = 2;

// A place in the source. `file` is absolute or relative to the folder where braid run was started, and empty if
// the place is not known; `line` and `column` count from 1 (columns in bytes), and 0 is: not known.
struct Location {
  std::string file;
  uint32_t line = 0, column = 0;
  std::string function; // may be empty
};

// Bytes of an input that have to do with the finding, and what is known of them. Together that is enough for it.
struct Matter {
  std::string input; // the name of one of the inputs
  uint32_t first = 0, last = 0;
  std::string condition; // on these bytes, such as "stdin[0] == 'b'"; may be empty
  bool is_needed = true; // an input that differs only in this was run, and did not show it; else it is of the path
};

// One, or several at the same place that went the same way.
struct Decision {
  Location place;
  std::string condition; // over the input, as braid trace writes it
  bool taken = false;    // whether it held
  uint32_t times = 1;
};

// How somebody sees the finding without Braid.
struct Reproduction {
  std::vector<std::string> build; // one command, word by word; empty: the program is built by its own build
  std::string run;                // one command, for a shell in the finding's folder
  std::string script;             // does both; its name in the finding's folder; empty: there is none
};

struct Finding {
  uint32_t number = 0; // from 1
  FindingKind kind = FindingKind::OTHER;
  std::string title; // of the kind, or better
  uint32_t cwe = 0;  // of the kind, or better; 0: none
  Severity severity = Severity::ERROR;
  std::string message; // one line
  Location place;
  bool place_is_exact = true;        // otherwise it is that of the last decision before the fault
  bool confirmed = false;            // a run showed it
  std::string confirmed_by;          // if so: one of CONFIRMED_BY
  std::string not_confirmed_because; // if not
  uint32_t test = 0;                 // that has the same input, from 1; 0: none has
  uint64_t runs = 1;                 // that showed it; 0: not known
  std::vector<Input> inputs;         // of the test
  std::vector<Matter> matters;
  uint32_t alike = 0;              // other inputs with all that matters that were run; all of them showed it
  std::vector<Decision> decisions; // on the way to the place, already shortened
  std::vector<Location> stack;     // innermost first
  std::string sanitizer;           // its whole report; empty: none
  std::string sanitizer_options;   // what it has to be told more than usually (ASAN_OPTIONS); empty: nothing
  Reproduction reproduce;

  std::filesystem::path folder; // where it was read from; not in the file

  std::string_view kind_name() const { return facts_of(kind).name; }
};

// A run of the program as Braid built it, and nothing else.
constexpr const char *INSTRUMENTED_RUN = "instrumented run";
// How a run on a build with sanitizers ended, of which they say nothing.
constexpr const char *BY_SIGNAL = "signal";

constexpr std::array<const char *, 7> CONFIRMED_BY = {
    "AddressSanitizer", "UndefinedBehaviorSanitizer", "MemorySanitizer", "Valgrind", BY_SIGNAL, "plain run",
    INSTRUMENTED_RUN};

// With title, CWE and severity of the kind.
Finding finding_of_kind(FindingKind kind);
// Makes it one of another kind, with the title, CWE and severity of that.
void set_kind(Finding &finding, FindingKind kind);
// Of an index that is outside of its array, which has no kind of its own.
constexpr uint32_t CWE_INDEX = 129;
// Likewise, of memory that overlaps where it must not.
constexpr uint32_t CWE_OVERLAP = 475;

// The name of its folder, such as "001-null-pointer".
std::string folder_name(const Finding &finding);

nlohmann::ordered_json finding_json(const Finding &finding);
// The content of finding.json. Bytes that are not UTF-8 are replaced, but for inputs, which are in hexadecimal.
std::string finding_file_text(const Finding &finding);

// Throws Error if the file cannot be read, is of another format, or says what cannot be.
Finding read_finding(const std::filesystem::path &file);
// All of a results folder, by number. A folder without findings has none.
std::vector<Finding> read_findings(const std::filesystem::path &results_folder);

} // namespace braid::results
