// Looking into a program without starting it: was it linked by braid-cc, does it take values for its marks? Both
// leave traces in the file. What is asked for are names of sections and symbols, so only the tables of an ELF file
// for 64 bits are read; a file that is damaged or something else has none of them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace braid::target {

class ElfFile {
public:
  explicit ElfFile(const std::filesystem::path &path);

  // An ELF file for 64 bits, of any type.
  bool is_readable() const { return !bytes_.empty(); }
  bool has_section(std::string_view name) const;
  // In one of the tables of symbols, as far as they were not stripped.
  bool defines(std::string_view symbol) const { return find(symbol, false); }
  // The same, or expects somebody else to define it.
  bool names(std::string_view symbol) const { return find(symbol, true); }
  // Of an object file: it defines this function, and its code refers to it as well, or nobody else can.
  bool calls_its_own(std::string_view function) const;

private:
  bool find(std::string_view symbol, bool also_undefined) const;

  std::string bytes_; // empty if it is no such file
};

// Linked by braid-cc or braid-c++: it holds the runtime. Its code, or that of its libraries, has been compiled by
// them too in all likelihood.
bool is_instrumented(const std::filesystem::path &program);

// Built with a sanitizer that reserves terabytes of addresses at its start: it cannot live with a limit of memory.
bool reserves_addresses(const std::filesystem::path &program);

// Linked with the library of src/runtime/replay.
bool takes_values(const std::filesystem::path &program);

// Was it compiled so that paths can be merged (braid-cc --braid-merging)?
bool can_merge(const std::filesystem::path &program);

} // namespace braid::target
