#include "explore/coverage.h"

#include <algorithm>

namespace braid::explore {

Coverage::Place &Coverage::place(Site site) {
  if (site >= places_.size())
    places_.resize(site + size_t(1));
  return places_[site];
}

bool Coverage::go(Place &place, uint64_t choice) {
  if (choice >= 64)
    return place.others.insert(choice).second;
  const uint64_t bit = uint64_t(1) << choice;
  const bool is_new = (place.gone & bit) == 0;
  place.gone |= bit;
  return is_new;
}

uint32_t Coverage::add(const WayNews &news) {
  for (const WayNews::Place &each : news.places)
    if (Place &known = place(each.site); known.ways == 0) {
      known = {each.ways, 0, {}};
      total_ += each.ways;
    }
  uint32_t added = 0;
  for (const WayNews::Gone &way : news.ways)
    added += go(place(way.site), way.way) ? 1 : 0;
  covered_ += added;
  refused_ = std::max<size_t>(refused_, news.refused);
  return added;
}

void Coverage::add(const Step &step) {
  if ((step.kind == StepKind::BRANCH || step.kind == StepKind::SWITCH) && !is_counted(step.site))
    go(place(step.site), step.choice);
}

bool Coverage::is_covered(Site site, uint64_t choice) const {
  if (site >= places_.size())
    return false;
  return choice < 64 ? (places_[site].gone >> choice & 1) != 0 : places_[site].others.count(choice) != 0;
}

} // namespace braid::explore
