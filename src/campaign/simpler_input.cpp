#include "campaign/simpler_input.h"

#include <algorithm>
#include <utility>

namespace braid::campaign {

namespace {

bool is_readable(uint8_t byte) { return byte == '\n' || (byte >= 0x20 && byte < 0x7f); }

class Simplifier {
public:
  Simplifier(target::Input input, const DoesTheSame &does_the_same)
      : best_(std::move(input)), does_the_same_(does_the_same) {}

  target::Input simplest() {
    for (size_t i = 0; i < best_.sources.size() && !is_over_; i++) {
      if (!best_.sources[i].symbolic)
        continue;
      if (best_.sources[i].symbolic_length)
        shorten(i);
      const bool is_variable =
          best_.sources[i].kind == target::SourceKind::MARK || best_.sources[i].kind == target::SourceKind::CALL;
      if (!is_over_)
        is_variable ? make_zero(i) : make_readable(i);
    }
    return std::move(best_);
  }

private:
  bool try_instead(size_t source, std::vector<uint8_t> bytes) {
    std::vector<uint8_t> before = std::exchange(best_.sources[source].bytes, std::move(bytes));
    const std::optional<bool> same = does_the_same_(best_);
    is_over_ = !same;
    if (same.value_or(false))
      return true;
    best_.sources[source].bytes = std::move(before);
    return false;
  }

  // From the end, because what follows the fault is there more often than not.
  void shorten(size_t source) {
    for (size_t piece = best_.sources[source].bytes.size(); piece != 0 && !is_over_; piece /= 2)
      for (size_t end = best_.sources[source].bytes.size(); end != 0 && !is_over_;) {
        std::vector<uint8_t> bytes = best_.sources[source].bytes;
        const size_t first = end > piece ? end - piece : 0;
        bytes.erase(bytes.begin() + ptrdiff_t(first), bytes.begin() + ptrdiff_t(end));
        try_instead(source, std::move(bytes));
        end = first;
      }
  }

  // A variable, or what a function returns: the simplest number is zero.
  void make_zero(size_t source) {
    const std::vector<uint8_t> &own = best_.sources[source].bytes;
    if (std::any_of(own.begin(), own.end(), [](uint8_t byte) { return byte != 0; }))
      try_instead(source, std::vector<uint8_t>(own.size()));
  }

  // All at once if it can be.
  void make_readable(size_t source) {
    constexpr uint8_t READABLE[] = {'a', '0'};
    const std::vector<uint8_t> own = best_.sources[source].bytes;
    const auto odd =
        size_t(std::count_if(own.begin(), own.end(), [](uint8_t byte) { return !is_readable(byte); }));
    if (odd == 0)
      return;
    std::vector<uint8_t> bytes = own;
    std::replace_if(bytes.begin(), bytes.end(), [](uint8_t byte) { return !is_readable(byte); }, READABLE[0]);
    if (try_instead(source, bytes) || odd == 1)
      return;
    for (size_t i = 0; i < own.size() && !is_over_; i++)
      for (const uint8_t readable : READABLE) {
        if (is_readable(best_.sources[source].bytes[i]) || is_over_)
          break;
        bytes = best_.sources[source].bytes;
        bytes[i] = readable;
        try_instead(source, bytes);
      }
  }

  target::Input best_;
  const DoesTheSame &does_the_same_;
  bool is_over_ = false;
};

} // namespace

target::Input simpler_input(target::Input input, const DoesTheSame &does_the_same) {
  return Simplifier(std::move(input), does_the_same).simplest();
}

} // namespace braid::campaign
