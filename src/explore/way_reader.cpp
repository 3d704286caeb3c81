#include "explore/way_reader.h"

#include "trace/answers.h"

#include <algorithm>
#include <cstring>

namespace braid::explore {

namespace {
constexpr uint32_t NONE = UINT32_MAX;
}

void WayReader::learn(const trace::View &view) {
  meaning_.assign(view.gone().size(), NONE);
  for (uint32_t number = 1; number < view.sites().size(); number++) {
    const braid_site &found = view.sites()[number];
    if (found.first_way == 0 || found.way_count == 0)
      continue;
    const Site site = table_.number(view, number);
    if (site >= of_site_.size())
      of_site_.resize(site + size_t(1));
    auto &[first, count] = of_site_[site];
    if (count == 0) {
      first = uint32_t(flags_.size());
      count = found.way_count;
      const bool is_question = trace::is_question(found);
      if (!is_question)
        news_.places.push_back({site, count});
      for (uint32_t way = 0; way < count; way++)
        flags_.push_back({{site, way}, is_question});
    }
    for (uint32_t way = 0; way < std::min(count, found.way_count); way++)
      meaning_[found.first_way + way] = first + way;
  }
}

void WayReader::look_at(uint32_t number) {
  if (number >= meaning_.size() || meaning_[number] == NONE)
    return;
  Flag &flag = flags_[meaning_[number]];
  if (flag.is_told)
    return;
  flag.is_told = true;
  if (flag.is_question)
    news_.asked.push_back(flag.meaning.site);
  else
    news_.ways.push_back(flag.meaning);
}

const WayNews &WayReader::read(const trace::View &view) {
  news_ = {};
  if (!view.whole()) // the program has written over its trace: who knows over what else
    return news_;
  const braid_trace &header = view.header();
  news_.refused = header.refused_ways;
  // Libraries that came during the run may be others each time.
  if (header.start != start_ || view.sites().size() != sites_ || view.sites().size() > header.late_sites) {
    learn(view);
    if (header.start != start_ || view.edges().size() != edges_)
      news_.edges.assign(view.edges().begin(), view.edges().end());
    edges_ = view.edges().size();
    start_ = header.start;
    sites_ = view.sites().size();
  }
  const std::span<const uint8_t> gone = view.gone();
  size_t number = 0;
  for (uint64_t eight = 0; number + sizeof eight <= gone.size(); number += sizeof eight) {
    std::memcpy(&eight, &gone[number], sizeof eight);
    if (eight == 0)
      continue;
    for (size_t i = number; i < number + sizeof eight; i++)
      if (gone[i] == 1)
        look_at(uint32_t(i));
  }
  for (; number < gone.size(); number++)
    if (gone[number] == 1)
      look_at(uint32_t(number));
  return news_;
}

} // namespace braid::explore
