// The templates of cxx_facets.cpp, made once more in instrumented code. cxx_instances.cpp says how the library
// comes to use them.
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

#include <locale>

template class std::time_get<char>;
template class std::money_get<char>;
template class std::money_put<char>;
template class std::collate<char>;

// Never called. It refers to the tables of virtual functions, which no linker may leave out.
extern "C" __attribute__((visibility("hidden"))) void braid_cxx_facets_instances() {
  new std::time_get<char>;
  new std::money_get<char>;
  new std::money_put<char>;
  new std::collate<char>;
}
