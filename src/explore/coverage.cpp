#include "explore/coverage.h"

namespace braid::explore {

bool Coverage::add(const Step &step) {
  if (step.kind != StepKind::BRANCH && step.kind != StepKind::SWITCH)
    return false;
  if (step.site >= places_.size())
    places_.resize(step.site + size_t(1));
  Place &place = places_[step.site];
  if (!place.seen) {
    place.seen = true;
    known_ += step.ways;
  }
  bool is_new = false;
  if (step.choice >= 64) {
    is_new = place.others.insert(step.choice).second;
  } else if (const uint64_t bit = uint64_t(1) << step.choice; (place.ways & bit) == 0) {
    place.ways |= bit;
    is_new = true;
  }
  covered_ += is_new ? 1 : 0;
  return is_new;
}

bool Coverage::is_covered(Site site, uint64_t choice) const {
  if (site >= places_.size())
    return false;
  return choice < 64 ? (places_[site].ways >> choice & 1) != 0 : places_[site].others.count(choice) != 0;
}

} // namespace braid::explore
