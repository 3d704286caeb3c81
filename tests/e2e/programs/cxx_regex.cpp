// Regular expressions on input: sets, classes, ranges, case, groups and searching.
// INPUT: "ab12-Zed"
// TURNS-IN: regex_executor.tcc
// INPUT: "foo@example"
// INPUT: "        "
// VERIFY: --random 20 --seconds 60
// NOTHING-LOST
// LEVELS: -O2
#include "check.h"

#include <regex>
#include <string>

int main() {
  char bytes[16];
  ssize_t count = read(0, bytes, sizeof bytes);
  std::string text(bytes, count > 0 ? static_cast<size_t>(count) : 0);
  CHECK(std::regex_match(text, std::regex("[a-z]{2}[0-9]+-[A-Z]\\w*")));
  CHECK(std::regex_match(text, std::regex("[^@ ]+@[[:alpha:]]+")));
  CHECK(std::regex_search(text, std::regex("z.d", std::regex::icase)));
  std::smatch match;
  if (std::regex_search(text, match, std::regex("(\\d+)|(o{2})")))
    printf("%td %s\n", match.position(0), match[0].str().c_str());
  CHECK(std::regex_replace(text, std::regex("\\s"), "_") == "________");
}
