// The templates behind streams of wide characters, made once more in instrumented code. cxx_instances.cpp says
// how the library comes to use them.
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

#include <ext/stdio_sync_filebuf.h>
#include <fstream>
#include <istream>
#include <locale>
#include <string>

template class std::basic_streambuf<wchar_t>;
template class std::basic_filebuf<wchar_t>;
template class __gnu_cxx::stdio_sync_filebuf<wchar_t>;
template class std::num_get<wchar_t>;
template std::wistream::sentry::sentry(std::wistream &, bool);
template void std::wios::clear(std::ios_base::iostate);
template void std::wstring::_M_mutate(std::wstring::size_type, std::wstring::size_type, const wchar_t *,
                                      std::wstring::size_type);
template void std::wstring::push_back(wchar_t);

// Never called. It refers to the tables of virtual functions, which no linker may leave out.
extern "C" __attribute__((visibility("hidden"))) void braid_cxx_wide_instances() {
  new __gnu_cxx::stdio_sync_filebuf<wchar_t>(nullptr);
  new std::wfilebuf;
  new std::num_get<wchar_t>;
}
