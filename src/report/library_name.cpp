#include "report/library_name.h"

namespace braid::report {

std::string library_name(const trace::View &view, const Place &place, SourceLines &lines) {
  const braid_site &site = view.site(place.site);
  if (site.in_model == 0)
    return {};
  constexpr std::string_view PREFIX = "__braid_model_"; // BRAID_MODEL in runtime/model.h
  const std::string_view function = view.function(site);
  if (function.starts_with(PREFIX))
    return std::string(function.substr(PREFIX.size()));
  const braid_site &caller = view.site(place.caller);
  std::string called = lines.called(view.file(caller), caller.line, caller.column);
  if (!called.empty())
    return called;
  return function.empty() ? "a library function" : std::string(function);
}

} // namespace braid::report
