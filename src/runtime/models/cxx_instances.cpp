// Parts of libstdc++ that are templates, made once more in instrumented code.
//
// The library makes some objects itself, before main: the buffers behind std::cin and the facets of the classic
// locale. Their virtual functions are templates that the library holds ready-made. But the library looks up
// their names like any other symbol, and the first definition wins, which is the executable's (the rule that
// makes one function out of the copies in all parts of a C++ program). So it is enough that the program has
// copies of its own: the library's objects get our tables of virtual functions. In a static link the copies here
// come before the archive's in the same way. This is the same code that the library was made from, so a program
// that runs without an engine behaves as it always did.
//
// The models of text functions are compiled to use the copies here, too, as far as the program has none itself.
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

#include <ext/stdio_filebuf.h>
#include <ext/stdio_sync_filebuf.h>
#include <fstream>
#include <istream>
#include <locale>
#include <ostream>
#include <string>

// Behind std::cin and std::cout, before and after sync_with_stdio(false).
template class std::basic_streambuf<char>;
template class std::basic_filebuf<char>;
template class __gnu_cxx::stdio_sync_filebuf<char>;
template class __gnu_cxx::stdio_filebuf<char>;

// Numbers.
template class std::num_get<char>;
template class std::num_put<char>;

// What the models of reading and writing refer to.
template std::istream::sentry::sentry(std::istream &, bool);
template void std::basic_ios<char>::clear(std::ios_base::iostate);
template std::string &std::string::_M_append(const char *, std::string::size_type);
template void std::string::_M_mutate(std::string::size_type, std::string::size_type, const char *,
                                     std::string::size_type);
template const std::ctype<char> &std::use_facet<std::ctype<char>>(const std::locale &);
template std::ostream &std::__ostream_insert(std::ostream &, const char *, std::streamsize);
template std::ostream &std::operator<<(std::ostream &, const char *);
template std::ostream &std::ostream::put(char);
template std::ostream &std::ostream::_M_insert(bool);
template std::ostream &std::ostream::_M_insert(long);
template std::ostream &std::ostream::_M_insert(unsigned long);
template std::ostream &std::ostream::_M_insert(long long);
template std::ostream &std::ostream::_M_insert(unsigned long long);
template std::ostream &std::ostream::_M_insert(double);
template std::ostream &std::ostream::_M_insert(const void *);

// Never called. It refers to the tables of virtual functions, so that no linker leaves them out because nothing
// in the executable needs them.
extern "C" __attribute__((visibility("hidden"))) void braid_cxx_instances() {
  new __gnu_cxx::stdio_sync_filebuf<char>(nullptr);
  new __gnu_cxx::stdio_filebuf<char>;
  new std::num_get<char>;
  new std::num_put<char>;
}
