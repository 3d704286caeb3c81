// Model of the sets of characters in a std::regex, such as [a-z]. When the expression is made, libstdc++ tries
// all characters on the set and keeps the answers in a table; here the table is said as a formula.
#include "runtime/model.h"
#include "runtime/models/cxx_table.h"

#include <regex>

namespace {

template <bool IgnoreCase, bool Collate>
using Set = std::__detail::_BracketMatcher<std::regex_traits<char>, IgnoreCase, Collate>;

// A way past "private" that the language offers: an explicit instantiation may name anything.
template <typename Class, auto Member> struct Reveal {
  friend const auto &table_of(const Class &object) { return object.*Member; }
};
#define REVEAL(ignore_case, collate)                                                                              \
  const auto &table_of(const Set<ignore_case, collate> &set);                                                     \
  template struct Reveal<Set<ignore_case, collate>, &Set<ignore_case, collate>::_M_cache>;
REVEAL(false, false)
REVEAL(false, true)
REVEAL(true, false)
REVEAL(true, true)

template <typename Class> bool is_in(const Class &set, unsigned char character) {
  const auto &table = table_of(set);
  if (!braid_value_symbolic(character))
    return table[character];
  return braid::is_member(character, 256, [&](unsigned i) { return table[i]; });
}

} // namespace

extern "C" {

BRAID_MODEL_FILE;

// bool _BracketMatcher::_M_apply(char, std::true_type) const
#define APPLY(ignore_case, collate)                                                                                                           \
  BRAID_MODEL(                                                                                                                                \
      bool,                                                                                                                                   \
      _ZNKSt8__detail15_BracketMatcherINSt7__cxx1112regex_traitsIcEELb##ignore_case##ELb##collate##EE8_M_applyEcSt17integral_constantIbLb1EE, \
      (const void *set, char character)) {                                                                                                    \
    return is_in(*static_cast<const Set<ignore_case, collate> *>(set), static_cast<unsigned char>(character));                                \
  }
APPLY(0, 0)
APPLY(0, 1)
APPLY(1, 0)
APPLY(1, 1)
}
