// Operations that some input makes go wrong, as the solver says. Only a run can show whether that is so; until
// then they are suspects.
//
// One place is one suspect, whatever path leads there. Once it was shown nobody asks about it again; and if
// several inputs were tried and none showed it, more of the same kind would not either.
#pragma once

#include "explore/site_table.h"
#include "target/input.h"

#include <map>
#include <optional>

namespace braid::explore {

class Suspects {
public:
  struct Entry {
    Site place = 0;
    uint16_t kind = 0; // enum braid_check or StepCheck
    bool is_shown = false;
    uint32_t tried = 0;                 // inputs
    std::optional<target::Input> input; // the first of them, until it is shown
  };

  // Whether there is nothing left to ask about it.
  bool is_settled(Site place, uint16_t kind) const;
  void tried(Site place, uint16_t kind, const target::Input &input, bool is_shown);
  // Those that no run has shown, by place.
  std::vector<Entry> not_shown() const;
  std::vector<Entry> all() const;
  // What an earlier process knew; what is known about the place already wins.
  void add(Entry entry);
  // Another number after every change.
  uint64_t version() const { return version_; }

private:
  static constexpr uint32_t ENOUGH = 16;

  std::map<std::pair<Site, uint16_t>, Entry> all_;
  uint64_t version_ = 0;
};

} // namespace braid::explore
