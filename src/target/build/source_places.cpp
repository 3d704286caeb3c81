#include "target/build/source_places.h"

#include "target/descriptor.h"

#include <cstdlib>
#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>

namespace braid::target {

namespace {

std::string text_or_nothing(const char *text) { return text ? text : ""; }

// As its author would say it: C++ names with what they are declared with.
std::string function_name(Dwarf_Die &function) {
  Dwarf_Attribute linkage;
  const char *name = nullptr;
  if (dwarf_attr_integrate(&function, DW_AT_linkage_name, &linkage))
    name = dwarf_formstring(&linkage);
  if (!name)
    return text_or_nothing(dwarf_diename(&function));
  int status = 0;
  char *const readable = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = readable ? readable : name;
  std::free(readable); // NOLINT(cppcoreguidelines-no-malloc)
  for (size_t at = 0; (at = result.find("> >", at)) != std::string::npos;)
    result.erase(at + 1, 1); // as one writes it since C++11
  return result;
}

SourcePlace place_in_code(Dwarf_Die &unit, uint64_t offset) {
  SourcePlace place;
  Dwarf_Line *const line = dwarf_getsrc_die(&unit, offset);
  int number = 0;
  if (!line || dwarf_lineno(line, &number) != 0)
    return place;
  place.file = text_or_nothing(dwarf_linesrc(line, nullptr, nullptr));
  place.line = static_cast<uint32_t>(number);
  return place;
}

// Where a function that was inlined was called.
SourcePlace place_of_call(Dwarf_Die &unit, Dwarf_Die &inlined) {
  SourcePlace place;
  Dwarf_Attribute attribute;
  Dwarf_Word file = 0, line = 0;
  Dwarf_Files *files = nullptr;
  size_t count = 0;
  if (dwarf_formudata(dwarf_attr(&inlined, DW_AT_call_file, &attribute), &file) != 0 ||
      dwarf_formudata(dwarf_attr(&inlined, DW_AT_call_line, &attribute), &line) != 0 ||
      dwarf_getsrcfiles(&unit, &files, &count) != 0 || file >= count)
    return place;
  place.file = text_or_nothing(dwarf_filesrc(files, file, nullptr, nullptr));
  place.line = static_cast<uint32_t>(line);
  return place;
}

// The innermost first. The first answer goes on with what is around the function that was inlined in the source,
// the second with what is around its code.
std::vector<Dwarf_Die> scopes_around(Dwarf_Die &unit, uint64_t offset) {
  Dwarf_Die *in_source = nullptr, *in_code = nullptr;
  std::vector<Dwarf_Die> scopes;
  if (dwarf_getscopes(&unit, offset, &in_source) > 0)
    if (const int count = dwarf_getscopes_die(&in_source[0], &in_code); count > 0)
      scopes.assign(in_code, in_code + count);
  std::free(in_code);   // NOLINT(cppcoreguidelines-no-malloc)
  std::free(in_source); // NOLINT(cppcoreguidelines-no-malloc)
  return scopes;
}

} // namespace

struct SourcePlaces::Information {
  explicit Information(const std::filesystem::path &program)
      : file(open(program.c_str(), O_RDONLY | O_CLOEXEC)), // NOLINT(cppcoreguidelines-pro-type-vararg)
        content(file.is_open() ? dwarf_begin(file.number(), DWARF_C_READ) : nullptr) {}
  ~Information() { dwarf_end(content); }
  Information(const Information &) = delete;
  Information &operator=(const Information &) = delete;

  std::vector<SourcePlace> at(uint64_t offset) const {
    Dwarf_CU *unit = nullptr;
    Dwarf_Die die;
    while (content && dwarf_get_units(content, unit, &unit, nullptr, nullptr, &die, nullptr) == 0)
      if (dwarf_haspc(&die, offset) > 0)
        return in_unit(die, offset);
    return {};
  }

  static std::vector<SourcePlace> in_unit(Dwarf_Die &unit, uint64_t offset) {
    std::vector<SourcePlace> places;
    SourcePlace place = place_in_code(unit, offset);
    for (Dwarf_Die &scope : scopes_around(unit, offset)) {
      const int tag = dwarf_tag(&scope);
      if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram)
        continue;
      place.function = function_name(scope);
      places.push_back(std::move(place));
      if (tag == DW_TAG_subprogram)
        break; // what is around it are name spaces
      place = place_of_call(unit, scope);
    }
    return places;
  }

  Descriptor file;
  Dwarf *content;
};

SourcePlaces::SourcePlaces(std::filesystem::path program) : program_(std::move(program)) {}
SourcePlaces::~SourcePlaces() = default;

const std::vector<SourcePlace> &SourcePlaces::at(uint64_t offset) {
  const auto [found, added] = known_.try_emplace(offset);
  if (added) {
    if (!information_)
      information_ = std::make_unique<Information>(program_);
    found->second = information_->at(offset);
  }
  return found->second;
}

} // namespace braid::target
