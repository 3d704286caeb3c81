#include "target/starting_point.h"

#include <algorithm>
#include <unistd.h>

namespace braid::target {

bool StartingPoint::has_variable(const std::string &name) const {
  auto is_it = [&](std::string_view variable) { return variable.starts_with(name + "="); };
  if (program_.environment)
    return std::any_of(program_.environment->begin(), program_.environment->end(), is_it);
  for (char **variable = environ; *variable; variable++)
    if (is_it(*variable))
      return true;
  return false;
}

StartingPoint::Shape StartingPoint::shape_of(const Input &input) const {
  Shape shape;
  shape.arguments = program_.arguments.size();
  for (const Source &source : input.sources)
    if (source.kind == SourceKind::ARGUMENT)
      shape.arguments = std::max<size_t>(shape.arguments, source.index);
    else if (source.kind == SourceKind::ENVIRONMENT && !has_variable(source.name))
      shape.variables.insert(source.name);
  return shape;
}

// Constructors have looked at arguments or variables, and whether at this one the runtime could not know.
bool StartingPoint::was_asked_for(const Source &source) const {
  if (source.kind != SourceKind::ARGUMENT && source.kind != SourceKind::ENVIRONMENT)
    return false;
  return (touched_ >> static_cast<unsigned>(source.kind) & 1) != 0 &&
         std::none_of(given_.begin(), given_.end(), [&](const Source &known) {
           return known.kind == source.kind && known.name == source.name && known.index == source.index;
         });
}

bool StartingPoint::suits(const Input &input) const {
  if (place_ == Place::EACH_RUN)
    return false;
  if (place_ == Place::EARLY)
    return shape_of(input) == shape_;
  // A file that was not there may have been looked for.
  return std::none_of(input.sources.begin(), input.sources.end(), [&](const Source &source) {
    return was_asked_for(source) || (source.kind == SourceKind::FILE && !files_.contains(source.name));
  });
}

Program StartingPoint::start_for(const Input &input) {
  if (place_ == Place::MAIN && std::any_of(input.sources.begin(), input.sources.end(),
                                           [&](const Source &source) { return was_asked_for(source); }))
    place_ = Place::EARLY;
  touched_ = 0;
  given_.clear();
  for (const Source &source : input.sources) {
    if (source.kind == SourceKind::FILE)
      files_.insert(source.name);
    else if (source.kind == SourceKind::ARGUMENT || source.kind == SourceKind::ENVIRONMENT)
      given_.push_back({source.kind, source.name, source.index, {}, true, false});
  }
  shape_ = shape_of(input);
  Program program = program_;
  if (!is_early())
    return program;
  program.arguments.resize(shape_.arguments);
  if (shape_.variables.empty())
    return program;
  if (!program.environment) {
    program.environment.emplace();
    for (char **variable = environ; *variable; variable++)
      program.environment->emplace_back(*variable);
  }
  for (const std::string &name : shape_.variables)
    program.environment->push_back(name + "=");
  return program;
}

bool StartingPoint::was_too_late() {
  if (place_ != Place::MAIN) {
    place_ = Place::EACH_RUN;
    return false;
  }
  place_ = Place::EARLY;
  return true;
}

std::string StartingPoint::warning() const {
  if (place_ != Place::EACH_RUN)
    return {};
  return "code that was not built with Braid (a library while it is loaded, or the shell of a script) reads input "
         "before the program starts: what it reads is not followed";
}

} // namespace braid::target
