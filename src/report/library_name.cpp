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

// Headers turn scanf into __isoc99_scanf, and memcpy into __memcpy_chk.
std::string plain_name(std::string_view name) {
  for (const std::string_view prefix : {"__isoc99_", "__isoc23_"})
    if (name.starts_with(prefix))
      return std::string(name.substr(prefix.size()));
  if (name.starts_with("__") && name.ends_with("_chk"))
    return std::string(name.substr(2, name.size() - 6));
  return std::string(name);
}

} // namespace

std::string plain_library_name(std::string_view name) { return demangled(plain_name(name)); }

std::string library_name(const trace::View &view, const Place &place) {
  const braid_site &site = view.site(place.site);
  if (site.in_model == 0)
    return {};
  const std::string_view called = view.called(view.site(place.caller));
  if (!called.empty())
    return plain_library_name(called);
  constexpr std::string_view PREFIX = "__braid_model_"; // BRAID_MODEL in runtime/model.h
  const std::string_view function = view.function(site);
  if (function.starts_with(PREFIX))
    return plain_library_name(function.substr(PREFIX.size()));
  return function.empty() ? "a library function" : std::string(function);
}

} // namespace braid::report
