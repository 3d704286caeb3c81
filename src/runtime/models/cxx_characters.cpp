// Models of std::ctype<char>: what a character is, and the character it becomes in the other case.
//
// The header answers by reading the facet's tables at the character, or leaves it to virtual functions inside
// libstdc++. Here the tables are said as formulas (cxx_table.h). A class that a program derives from the facet
// keeps its own functions, which are instrumented.
#include "runtime/model.h"
#include "runtime/models/cxx_table.h"
#include "runtime/models/cxx_types.h"

#include <locale>

namespace {

using Facet = std::ctype<char>;
using Mask = std::ctype_base::mask;

// What a facet shows only to its descendants.
struct Inside : Facet {
  using Facet::_M_table;
  using Facet::_M_tolower;
  using Facet::_M_toupper;
  using Facet::do_narrow;
  using Facet::do_widen;
};
const Inside &inside(const Facet *facet) { return *static_cast<const Inside *>(facet); }

bool is_the_librarys(const Facet *facet) { return braid::is_one_of<Facet, std::ctype_byname<char>>(facet); }

unsigned index(char character) { return static_cast<unsigned char>(character); }

bool belongs(const Facet *facet, Mask mask, char character) {
  const Mask *table = inside(facet)._M_table;
  if (!braid_value_symbolic(index(character)))
    return table[index(character)] & mask;
  mask = static_cast<Mask>(braid_concrete(mask, BRAID_LOST_MODEL));
  return braid::is_member(index(character), Facet::table_size, [=](unsigned i) { return (table[i] & mask) != 0; });
}

Mask classes(const Facet *facet, char character) {
  if (!braid_value_symbolic(index(character)))
    return inside(facet)._M_table[index(character)];
  Mask result = 0;
  for (unsigned bit = 1; bit <= 0x8000; bit <<= 1)
    result |=
        static_cast<Mask>(braid::when(belongs(facet, static_cast<Mask>(bit), character), static_cast<int>(bit)));
  return result;
}

char converted(char character, const int *table) {
  if (!braid_value_symbolic(index(character)))
    return static_cast<char>(table[index(character)]);
  return static_cast<char>(
      braid::look_up(index(character), Facet::table_size, [=](unsigned i) { return table[i]; }));
}

} // namespace

extern "C" {

BRAID_MODEL_FILE;

// --- classes ---

BRAID_MODEL(bool, _ZNKSt5ctypeIcE2isEtc, (const Facet *facet, Mask mask, char character)) {
  return belongs(facet, mask, character);
}

BRAID_MODEL(const char *, _ZNKSt5ctypeIcE2isEPKcS2_Pt,
            (const Facet *facet, const char *from, const char *end, Mask *to)) {
  while (from < end)
    *to++ = classes(facet, *from++);
  return end;
}

BRAID_MODEL(const char *, _ZNKSt5ctypeIcE7scan_isEtPKcS2_,
            (const Facet *facet, Mask mask, const char *from, const char *end)) {
  while (from < end && !belongs(facet, mask, *from))
    from++;
  return from;
}

BRAID_MODEL(const char *, _ZNKSt5ctypeIcE8scan_notEtPKcS2_,
            (const Facet *facet, Mask mask, const char *from, const char *end)) {
  while (from < end && belongs(facet, mask, *from))
    from++;
  return from;
}

// --- case ---

// The functions that a derived class can replace. Those of the library come here by way of the derived class:
// it inherits them, or calls them.
BRAID_MODEL(char, _ZNKSt5ctypeIcE10do_tolowerEc, (const Facet *facet, char character)) {
  return converted(character, inside(facet)._M_tolower);
}

BRAID_MODEL(char, _ZNKSt5ctypeIcE10do_toupperEc, (const Facet *facet, char character)) {
  return converted(character, inside(facet)._M_toupper);
}

BRAID_MODEL(const char *, _ZNKSt5ctypeIcE10do_tolowerEPcPKc, (const Facet *facet, char *from, const char *end)) {
  for (; from < end; from++)
    *from = converted(*from, inside(facet)._M_tolower);
  return end;
}

BRAID_MODEL(const char *, _ZNKSt5ctypeIcE10do_toupperEPcPKc, (const Facet *facet, char *from, const char *end)) {
  for (; from < end; from++)
    *from = converted(*from, inside(facet)._M_toupper);
  return end;
}

BRAID_MODEL(char, _ZNKSt5ctypeIcE7tolowerEc, (const Facet *facet, char character)) {
  if (is_the_librarys(facet))
    return converted(character, inside(facet)._M_tolower);
  return facet->tolower(character);
}

BRAID_MODEL(char, _ZNKSt5ctypeIcE7toupperEc, (const Facet *facet, char character)) {
  if (is_the_librarys(facet))
    return converted(character, inside(facet)._M_toupper);
  return facet->toupper(character);
}

BRAID_MODEL(const char *, _ZNKSt5ctypeIcE7tolowerEPcPKc, (const Facet *facet, char *from, const char *end)) {
  if (!is_the_librarys(facet))
    return facet->tolower(from, end);
  return __braid_model__ZNKSt5ctypeIcE10do_tolowerEPcPKc(facet, from, end);
}

BRAID_MODEL(const char *, _ZNKSt5ctypeIcE7toupperEPcPKc, (const Facet *facet, char *from, const char *end)) {
  if (!is_the_librarys(facet))
    return facet->toupper(from, end);
  return __braid_model__ZNKSt5ctypeIcE10do_toupperEPcPKc(facet, from, end);
}

// --- the same character in the stream's alphabet, which is the same: the library's own facet changes nothing ---

BRAID_MODEL(char, _ZNKSt5ctypeIcE5widenEc, (const Facet *facet, char character)) {
  if (!braid_value_symbolic(index(character)))
    return facet->widen(character);
  return is_the_librarys(facet) ? character : inside(facet).do_widen(character);
}

BRAID_MODEL(const char *, _ZNKSt5ctypeIcE5widenEPKcS2_Pc,
            (const Facet *facet, const char *from, const char *end, char *to)) {
  if (!braid_is_active())
    return facet->widen(from, end, to);
  if (!is_the_librarys(facet))
    return inside(facet).do_widen(from, end, to);
  if (from < end)
    __builtin_memcpy(to, from, static_cast<size_t>(end - from));
  return end;
}

BRAID_MODEL(char, _ZNKSt5ctypeIcE6narrowEcc, (const Facet *facet, char character, char otherwise)) {
  if (!braid_value_symbolic(index(character)))
    return facet->narrow(character, otherwise);
  return is_the_librarys(facet) ? character : inside(facet).do_narrow(character, otherwise);
}

BRAID_MODEL(const char *, _ZNKSt5ctypeIcE6narrowEPKcS2_cPc,
            (const Facet *facet, const char *from, const char *end, char otherwise, char *to)) {
  if (!braid_is_active())
    return facet->narrow(from, end, otherwise, to);
  if (!is_the_librarys(facet))
    return inside(facet).do_narrow(from, end, otherwise, to);
  if (from < end)
    __builtin_memcpy(to, from, static_cast<size_t>(end - from));
  return end;
}
}
