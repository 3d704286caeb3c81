#include "explore/site_table.h"

#include "trace/names.h"

#include <fmt/format.h>

namespace braid::explore {

std::string SiteFacts::text(bool with_column) const {
  if (file.empty())
    return "an unknown place";
  std::string where = fmt::format("{}:{}", trace::shown_path(file), line);
  if (with_column && column != 0)
    where += fmt::format(":{}", column);
  return function.empty() ? where : fmt::format("{} ({})", where, function);
}

Site SiteTable::number(const trace::View &view, uint32_t site) {
  if (site == 0)
    return 0;
  const braid_site &found = view.site(site);
  const std::span<const uint64_t> cases = view.cases(found), ways = view.ways(found);
  // Copies of a switch, made by inlining, may have lost some of its cases.
  uint64_t key = found.id;
  for (const std::span<const uint64_t> numbers : {cases, ways})
    for (const uint64_t each : numbers)
      key = (key ^ each) * 0x9E3779B97F4A7C15U;
  const std::lock_guard lock(mutex_);
  const auto [place, added] = numbers_.try_emplace(key, Site(sites_.size()));
  if (added) {
    SiteFacts facts;
    facts.id = found.id;
    facts.file = view.file(found);
    facts.function = view.function(found);
    facts.line = found.line;
    facts.column = found.column;
    facts.kind = found.kind;
    facts.in_model = found.in_model != 0;
    facts.called = view.called(found);
    facts.cases.assign(cases.begin(), cases.end());
    facts.ways.assign(ways.begin(), ways.end());
    for (const uint32_t way : facts.ways)
      facts.way_count = std::max(facts.way_count, way + 1);
    sites_.push_back(std::move(facts));
  }
  return place->second;
}

const SiteFacts &SiteTable::operator[](Site site) const {
  const std::lock_guard lock(mutex_);
  return sites_[site];
}

Site SiteTable::with_id(uint64_t id) const {
  const std::lock_guard lock(mutex_);
  for (Site site = 1; site < sites_.size(); site++)
    if (sites_[site].id == id)
      return site;
  return 0;
}

size_t SiteTable::size() const {
  const std::lock_guard lock(mutex_);
  return sites_.size();
}

} // namespace braid::explore
