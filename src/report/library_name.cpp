#include "report/library_name.h"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace braid::report {

namespace {

// _ZSt4swapIiEvRT_S1_ is std::swap: without parameters and template arguments, which are long.
std::string demangled(const std::string &name) {
  int failed = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &failed), &std::free);
  if (failed != 0 || text == nullptr)
    return name;
  std::string full = text.get();
  full.resize(std::min(full.find_first_of("(<"), full.size()));
  return full.substr(full.find_last_of(' ') + 1); // a template's name follows its result type
}

} // namespace

std::string library_name(const trace::View &view, const Place &place, SourceLines &lines) {
  const braid_site &site = view.site(place.site);
  if (site.in_model == 0)
    return {};
  constexpr std::string_view PREFIX = "__braid_model_"; // BRAID_MODEL in runtime/model.h
  const std::string_view function = view.function(site);
  if (function.starts_with(PREFIX))
    return demangled(std::string(function.substr(PREFIX.size())));
  const braid_site &caller = view.site(place.caller);
  std::string called = lines.called(view.file(caller), caller.line, caller.column);
  if (!called.empty())
    return called;
  return function.empty() ? "a library function" : std::string(function);
}

} // namespace braid::report
