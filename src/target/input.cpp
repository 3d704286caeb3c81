#include "target/input.h"

namespace braid::target {

Input Input::standard_input(std::string_view bytes) { return Input().add(SourceKind::STDIN, "stdin", bytes); }

Input &Input::add(SourceKind kind, std::string name, std::string_view bytes, uint16_t index) {
  Source source;
  source.kind = kind;
  source.name = std::move(name);
  source.index = index;
  source.bytes.assign(bytes.begin(), bytes.end());
  sources.push_back(std::move(source));
  return *this;
}

const Source *Input::find(SourceKind kind) const {
  for (const Source &source : sources)
    if (source.kind == kind)
      return &source;
  return nullptr;
}

} // namespace braid::target
