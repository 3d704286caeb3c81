#include "target/build/elf.h"

#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <vector>

namespace braid::target {

namespace {

// A structure at an offset, unless it does not lie within the file.
template <typename T> std::optional<T> read_at(const std::string &bytes, uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T))
    return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::string_view text_at(const std::string &bytes, const Elf64_Shdr &table, uint64_t offset) {
  if (offset >= table.sh_size || table.sh_offset > bytes.size() || bytes.size() - table.sh_offset < table.sh_size)
    return {};
  std::string_view rest(bytes.data() + table.sh_offset + offset, table.sh_size - offset);
  return rest.substr(0, rest.find('\0'));
}

std::vector<Elf64_Shdr> sections_of(const std::string &bytes) {
  std::vector<Elf64_Shdr> sections;
  const std::optional<Elf64_Ehdr> header = read_at<Elf64_Ehdr>(bytes, 0);
  if (!header || header->e_shentsize != sizeof(Elf64_Shdr))
    return sections;
  for (uint64_t i = 0; i < header->e_shnum; i++)
    if (const auto section = read_at<Elf64_Shdr>(bytes, header->e_shoff + i * sizeof(Elf64_Shdr)))
      sections.push_back(*section);
  return sections;
}

} // namespace

ElfFile::ElfFile(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  char start[EI_CLASS + 1] = {};
  if (!file.read(start, sizeof start) || std::memcmp(start, ELFMAG, SELFMAG) != 0 || start[EI_CLASS] != ELFCLASS64)
    return;
  file.seekg(0);
  bytes_.assign(std::istreambuf_iterator<char>(file), {});
}

bool ElfFile::has_section(std::string_view name) const {
  const std::vector<Elf64_Shdr> sections = sections_of(bytes_);
  const std::optional<Elf64_Ehdr> header = read_at<Elf64_Ehdr>(bytes_, 0);
  if (!header || header->e_shstrndx >= sections.size())
    return false;
  for (const Elf64_Shdr &section : sections)
    if (text_at(bytes_, sections[header->e_shstrndx], section.sh_name) == name)
      return true;
  return false;
}

bool ElfFile::find(std::string_view symbol, bool also_undefined) const {
  const std::vector<Elf64_Shdr> sections = sections_of(bytes_);
  for (const Elf64_Shdr &table : sections) {
    if ((table.sh_type != SHT_SYMTAB && table.sh_type != SHT_DYNSYM) || table.sh_link >= sections.size())
      continue;
    for (uint64_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
      const auto entry = read_at<Elf64_Sym>(bytes_, table.sh_offset + at);
      if (!entry)
        break;
      if ((also_undefined || entry->st_shndx != SHN_UNDEF) &&
          text_at(bytes_, sections[table.sh_link], entry->st_name) == symbol)
        return true;
    }
  }
  return false;
}

namespace {

// Whether code that is relocated by one of these sections refers to a symbol of this table, by its number.
bool code_refers_to(const std::string &bytes, const std::vector<Elf64_Shdr> &sections, size_t table,
                    uint64_t symbol) {
  for (const Elf64_Shdr &section : sections) {
    const bool is_of_code =
        section.sh_info < sections.size() && (sections[section.sh_info].sh_flags & SHF_EXECINSTR) != 0;
    if (section.sh_type != SHT_RELA || section.sh_link != table || !is_of_code)
      continue;
    for (uint64_t at = 0; at + sizeof(Elf64_Rela) <= section.sh_size; at += sizeof(Elf64_Rela)) {
      const auto one = read_at<Elf64_Rela>(bytes, section.sh_offset + at);
      if (!one)
        break;
      if (ELF64_R_SYM(one->r_info) == symbol)
        return true;
    }
  }
  return false;
}

} // namespace

bool ElfFile::calls_its_own(std::string_view function) const {
  const std::vector<Elf64_Shdr> sections = sections_of(bytes_);
  for (size_t i = 0; i < sections.size(); i++) {
    const Elf64_Shdr &table = sections[i];
    if (table.sh_type != SHT_SYMTAB || table.sh_link >= sections.size())
      continue;
    for (uint64_t number = 0; number < table.sh_size / sizeof(Elf64_Sym); number++) {
      const auto entry = read_at<Elf64_Sym>(bytes_, table.sh_offset + number * sizeof(Elf64_Sym));
      if (!entry)
        break;
      if (entry->st_shndx != SHN_UNDEF && ELF64_ST_TYPE(entry->st_info) == STT_FUNC &&
          text_at(bytes_, sections[table.sh_link], entry->st_name) == function &&
          (ELF64_ST_BIND(entry->st_info) == STB_LOCAL || code_refers_to(bytes_, sections, i, number)))
        return true;
    }
  }
  return false;
}

// The table of sites is in everything that has a place of interest. A program whose own code has none may still
// hold the runtime for its libraries.
bool is_instrumented(const std::filesystem::path &program) {
  const ElfFile file(program);
  return file.has_section("braid_sites") || file.defines("__braid_register_unit");
}

bool reserves_addresses(const std::filesystem::path &program) {
  const ElfFile file(program);
  return file.names("__asan_init") || file.names("__msan_init") || file.names("__tsan_init");
}

bool can_merge(const std::filesystem::path &program) { return ElfFile(program).has_section("braid_merging"); }

bool takes_values(const std::filesystem::path &program) { return ElfFile(program).has_section("braid_replay"); }

} // namespace braid::target
