// Reads from the trace of a run which ways the program went, at all branches and switches of its own source, and
// what it asked of the machine, and tells what is new: a run has hundreds of them, and nearly all of its ways were
// gone before.
//
// A reader belongs to one program that is run over and over; what another one has seen it does not know.
#pragma once

#include "explore/site_table.h"

namespace braid::explore {

struct WayNews {
  struct Place {
    Site site;
    uint32_t ways;
  };
  struct Gone {
    Site site;
    uint32_t way;
  };
  std::vector<Place> places;     // that can be covered
  std::vector<Gone> ways;        // that were gone
  uint32_t refused = 0;          // ways that the trace had no room for, in this run
  std::vector<braid_edge> edges; // of the control flow of the program
  std::vector<Site> asked = {};  // calls that the machine answered (trace/answers.h)
};

class WayReader {
public:
  explicit WayReader(SiteTable &table) : table_(table) {}

  // What this run tells that no run before it did.
  const WayNews &read(const trace::View &view);

private:
  struct Flag {
    WayNews::Gone meaning;
    bool is_question = false;
    bool is_told = false;
  };

  void learn(const trace::View &view);
  void look_at(uint32_t number);

  SiteTable &table_;
  WayNews news_;
  std::vector<Flag> flags_;
  std::vector<std::pair<uint32_t, uint32_t>> of_site_; // by site: its first flag, and how many
  std::vector<uint32_t> meaning_;                      // by number in the trace: the flag; NONE for no meaning
  // What meaning_ is about: this start of the program, with so many sites.
  uint64_t start_ = 0;
  size_t sites_ = 0;
  size_t edges_ = 0; // that were told
};

} // namespace braid::explore
