#include "explore/suspects.h"

namespace braid::explore {

bool Suspects::is_settled(Site place, uint16_t kind) const {
  const auto found = all_.find({place, kind});
  return found != all_.end() && (found->second.is_shown || found->second.tried >= ENOUGH);
}

void Suspects::tried(Site place, uint16_t kind, const target::Input &input, bool is_shown) {
  version_++;
  Entry &entry = all_[{place, kind}];
  entry.place = place;
  entry.kind = kind;
  entry.tried++;
  entry.is_shown = entry.is_shown || is_shown;
  if (entry.is_shown)
    entry.input.reset();
  else if (!entry.input)
    entry.input = input;
}

std::vector<Suspects::Entry> Suspects::not_shown() const {
  std::vector<Entry> found;
  for (const auto &[key, entry] : all_)
    if (!entry.is_shown)
      found.push_back(entry);
  return found;
}

std::vector<Suspects::Entry> Suspects::all() const {
  std::vector<Entry> found;
  for (const auto &[key, entry] : all_)
    found.push_back(entry);
  return found;
}

void Suspects::add(Entry entry) {
  version_++;
  const std::pair key(entry.place, entry.kind);
  all_.try_emplace(key, std::move(entry));
}

} // namespace braid::explore
