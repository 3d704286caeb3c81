#include "target/input_name.h"

#include <algorithm>
#include <string_view>

namespace braid::target {

namespace {

constexpr std::string_view SIGN = "@@";

bool is_letter_or_digit(char each) {
  return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9');
}

// At the front of what follows the sign: ".png" of ".png,2", ".tar.gz"; empty for "." and "..".
std::string_view extension_of(std::string_view rest) {
  if (rest.size() < 2 || rest[0] != '.' || !is_letter_or_digit(rest[1]))
    return {};
  size_t end = 2;
  while (end < rest.size() &&
         (is_letter_or_digit(rest[end]) || std::string_view("._-+").find(rest[end]) != std::string_view::npos))
    end++;
  while (rest[end - 1] == '.') // the end of a sentence, perhaps
    end--;
  return rest.substr(0, end);
}

} // namespace

bool names_input_file(const std::vector<std::string> &arguments) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [](const std::string &word) { return word.find(SIGN) != std::string::npos; });
}

std::set<std::string> input_file_extensions(const std::vector<std::string> &arguments) {
  std::set<std::string> found;
  for (const std::string_view word : arguments)
    for (size_t at = word.find(SIGN); at != std::string_view::npos; at = word.find(SIGN, at + SIGN.size()))
      if (const std::string_view extension = extension_of(word.substr(at + SIGN.size())); !extension.empty())
        found.emplace(extension);
  return found;
}

std::string input_file_name(const std::vector<std::string> &arguments) {
  const std::set<std::string> extensions = input_file_extensions(arguments);
  return extensions.empty() ? "input" : "input" + *extensions.begin();
}

void name_input_file(std::vector<std::string> &arguments, const std::string &path) {
  for (std::string &word : arguments)
    for (size_t at = 0; (at = word.find(SIGN, at)) != std::string::npos; at += path.size())
      word.replace(at, SIGN.size() + extension_of(std::string_view(word).substr(at + SIGN.size())).size(), path);
}

} // namespace braid::target
