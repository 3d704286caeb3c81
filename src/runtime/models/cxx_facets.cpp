// Models around the facets of a locale that few programs use: dates, amounts of money and the order of text.
//
// The first two are templates. A program that asks a locale for one of them gets our copies of them with it
// (cxx_facets_instances.cpp); the others do not pay for that. What is below std::collate is in the library: here
// it is said with the functions of C, as far as the order is that of the C locale.
#include "runtime/model.h"
#include "runtime/models/cxx_lost.h"

#include <cstring>
#include <locale>
#include <string>

extern "C" int __braid_model_strcmp(const char *left, const char *right);

namespace {

using Collate = std::collate<char>;

struct Inside : Collate {
  using Collate::_M_c_locale_collate;
};

bool is_classic(const Collate *facet) {
  const auto &classic = std::use_facet<Collate>(std::locale::classic());
  return static_cast<const Inside *>(facet)->_M_c_locale_collate ==
         static_cast<const Inside &>(classic)._M_c_locale_collate;
}

bool is_symbolic(const char *text) { return braid_any_symbolic(text, std::strlen(text) + 1); }

} // namespace

extern "C" {

BRAID_MODEL_FILE;

// --- which copies are needed ---

void braid_cxx_facets_instances();

// std::use_facet<Facet>(locale)
#define USE_FACET(Facet, letters)                                                                                 \
  BRAID_MODEL(const Facet *, _ZSt9use_facetI##letters##ERKT_RKSt6locale, (const std::locale *locale)) {           \
    __asm__ volatile("" : : "r"(braid_cxx_facets_instances));                                                     \
    return &std::use_facet<Facet>(*locale);                                                                       \
  }
USE_FACET(std::time_get<char>, NSt7__cxx118time_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEEE)
USE_FACET(std::money_get<char>, NSt7__cxx119money_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEEE)
USE_FACET(std::money_put<char>, NSt7__cxx119money_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEEE)
USE_FACET(std::collate<char>, NSt7__cxx117collateIcEE)

// --- the order of text ---

// int std::collate<char>::_M_compare(const char *, const char *) const
BRAID_MODEL(int, _ZNKSt7__cxx117collateIcE10_M_compareEPKcS3_,
            (const Collate *facet, const char *left, const char *right)) {
  if (!braid_is_active() || (!is_symbolic(left) && !is_symbolic(right)))
    return facet->_M_compare(left, right);
  if (is_classic(facet)) {
    int order = __braid_model_strcmp(left, right);
    return order < 0 ? -1 : order > 0 ? 1 : 0;
  }
  braid::lose(left, std::strlen(left) + 1);
  braid::lose(right, std::strlen(right) + 1);
  return facet->_M_compare(left, right);
}

// size_t std::collate<char>::_M_transform(char *, const char *, size_t) const
BRAID_MODEL(size_t, _ZNKSt7__cxx117collateIcE12_M_transformEPcPKcm,
            (const Collate *facet, char *to, const char *from, size_t room)) {
  size_t length = facet->_M_transform(to, from, room);
  if (!braid_is_active())
    return length;
  size_t written = length < room ? length + 1 : room;
  if (is_classic(facet)) {
    braid_copy_labels(to, from, written);
  } else {
    braid::lose(from, std::strlen(from) + 1);
    braid_written(to, written);
  }
  return length;
}
}
