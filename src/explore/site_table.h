// The sites of the program, numbered once for a whole exploration.
//
// A trace numbers sites in the order in which the program's parts were loaded, which may differ between two starts
// of the program. Here a site is known by its stable id (and by the cases that a copy of a switch has), and what
// is known about it is kept beyond the trace.
//
// Any thread may ask; what is returned stays as it is.
#pragma once

#include "trace/reader.h"

#include <deque>
#include <mutex>
#include <unordered_map>

namespace braid::explore {

// Number of a site in the table; 0 is "nowhere known".
using Site = uint32_t;

struct SiteFacts {
  uint64_t id = 0;
  std::string file, function;
  uint32_t line = 0, column = 0;
  uint8_t kind = 0;
  bool in_model = false;
  std::string called;          // at a call of a library model: the library function
  std::vector<uint64_t> cases; // of a switch, ascending
  std::vector<uint32_t> ways;  // for each case, which way it goes; default is way 0
  uint32_t way_count = 1;      // default included

  // "file.c:12 (main)", or "file.c:12:7 (main)" where the line has several, or "an unknown place".
  std::string text(bool with_column = false) const;
};

class SiteTable {
public:
  SiteTable() { sites_.emplace_back(); }

  Site number(const trace::View &view, uint32_t site);
  const SiteFacts &operator[](Site site) const;
  size_t size() const;
  // The first with this id that was numbered; 0 if none was.
  Site with_id(uint64_t id) const;

private:
  mutable std::mutex mutex_;
  std::deque<SiteFacts> sites_;
  std::unordered_map<uint64_t, Site> numbers_; // by id and cases
};

// Translates the numbers of one program's traces; each thread has its own.
class SiteNumbers {
public:
  explicit SiteNumbers(SiteTable &table) : table_(&table) {}

  Site operator()(const trace::View &view, uint32_t site) {
    const uint64_t id = view.site(site).id;
    if (site >= known_.size())
      known_.resize(site + size_t(1));
    if (known_[site].id != id)
      known_[site] = {id, table_->number(view, site)};
    return known_[site].number;
  }
  SiteTable &table() const { return *table_; }

private:
  struct Known {
    uint64_t id = 0;
    Site number = 0;
  };

  SiteTable *table_;
  std::vector<Known> known_;
};

} // namespace braid::explore
