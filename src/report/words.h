// Numbers and colours for people: 1,234 instead of 1234, "1 byte" but "2 bytes", and escape sequences only where
// a terminal will understand them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace braid::report {

std::string grouped(uint64_t number);                         // 1234567 is 1,234,567
std::string counted(uint64_t number, std::string_view noun);  // "1 byte", "2,000 bytes"
std::string memory_size(uint64_t bytes);                      // 1536 is "1.5 KiB"
std::string duration(double seconds);                         // 0.0123 is "12 ms"
std::string shortened(std::string_view text, size_t columns); // the rest as …

// What a program wrote, safe to show: text in UTF-8 and tabs as they are, other bytes as \x1b.
std::string terminal_text(std::string_view text);

// A word of a command that somebody copies into a shell: in quotes if it has to be.
std::string shell_word(std::string_view word);

class Palette {
public:
  explicit Palette(bool colours) : colours_(colours) {}

  std::string heading(std::string_view text) const { return wrapped("1", text); }
  std::string place(std::string_view text) const { return wrapped("36", text); }
  std::string quiet(std::string_view text) const { return wrapped("2", text); }
  std::string good(std::string_view text) const { return wrapped("32", text); }
  std::string bad(std::string_view text) const { return wrapped("31", text); }
  std::string warning(std::string_view text) const { return wrapped("33", text); }

private:
  std::string wrapped(const char *code, std::string_view text) const;
  bool colours_;
};

} // namespace braid::report
