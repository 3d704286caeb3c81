// Functions of one small number that a library looks up in a table, said without the table.
//
// A read at an index that depends on input would make the index concrete, and with it the character it was made
// from. The same function can be said as a formula over the runs of the table: the numbers for which the answer
// is yes, or those that differ from their entry by the same amount. Nothing is decided by it; the decision is
// the caller's, when it uses the result. Any table will do, also one that the program has made.
#pragma once

#include <cstddef>

namespace braid {

// condition ? value : 0, without a branch.
inline int when(bool condition, int value) { return -static_cast<int>(condition) & value; }

inline bool within(unsigned value, unsigned first, unsigned last) { return value - first <= last - first; }

// member(value) for a value below `count`.
template <typename Member> bool is_member(unsigned value, unsigned count, Member member) {
  bool result = false;
  for (unsigned first = 0; first < count; first++) {
    if (!member(first))
      continue;
    unsigned last = first;
    while (last + 1 < count && member(last + 1))
      last++;
    if (last - first + 1 == count)
      return true;
    result |= within(value, first, last);
    first = last;
  }
  return result;
}

// entry(value) for a value below `count`.
template <typename Entry> int look_up(unsigned value, unsigned count, Entry entry) {
  auto difference = [&](unsigned at) { return static_cast<int>(entry(at)) - static_cast<int>(at); };
  int common = difference(0);
  int result = static_cast<int>(value) + common;
  for (unsigned first = 1; first < count; first++) {
    int own = difference(first);
    if (own == common)
      continue;
    unsigned last = first;
    while (last + 1 < count && difference(last + 1) == own)
      last++;
    result += when(within(value, first, last), own - common);
    first = last;
  }
  return result;
}

} // namespace braid
