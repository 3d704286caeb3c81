#include "target/compile/response.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <sys/stat.h>

namespace braid::compile {

namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) || c == '\0'; }

class Expander {
public:
  Expander(const FileReader &read, std::vector<std::string> &result) : read_(read), result_(result) {}

  void expand(const std::vector<std::string> &arguments) {
    for (const std::string &argument : arguments)
      if (!expand_file(argument))
        result_.push_back(argument);
  }

private:
  bool expand_file(const std::string &argument) {
    if (argument.size() < 2 || argument[0] != '@')
      return false;
    std::string name = argument.substr(1);
    if (std::find(open_.begin(), open_.end(), name) != open_.end())
      return false;
    std::optional<std::string> text = read_(name);
    if (!text)
      return false;
    open_.push_back(name);
    expand(split_response(*text));
    open_.pop_back();
    return true;
  }

  const FileReader &read_;
  std::vector<std::string> &result_;
  std::vector<std::string> open_;
};

} // namespace

std::optional<std::string> read_file(const std::string &name) {
  struct stat status;
  if (stat(name.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  std::ifstream file(name, std::ios::binary);
  if (!file)
    return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<std::string> split_response(std::string_view text) {
  constexpr std::string_view BYTE_ORDER_MARK = "\xEF\xBB\xBF";
  if (text.starts_with(BYTE_ORDER_MARK))
    text.remove_prefix(BYTE_ORDER_MARK.size());
  std::vector<std::string> arguments;
  std::string argument;
  bool inside = false; // an argument has begun; "" is one too
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      argument += text[++i];
      inside = true;
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        argument += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      inside = true;
    } else if (!is_blank(c)) {
      argument += c;
      inside = true;
    } else if (inside) {
      arguments.push_back(std::move(argument));
      argument.clear();
      inside = false;
    }
  }
  if (inside)
    arguments.push_back(std::move(argument));
  return arguments;
}

std::vector<std::string> expand_response_files(const std::vector<std::string> &arguments, const FileReader &read) {
  std::vector<std::string> result;
  result.reserve(arguments.size());
  Expander(read, result).expand(arguments);
  return result;
}

std::string join_response(const std::vector<std::string> &arguments) {
  std::string text;
  for (const std::string &argument : arguments) {
    text += '"';
    for (char c : argument) {
      if (c == '"' || c == '\\')
        text += '\\';
      text += c;
    }
    text += "\"\n";
  }
  return text;
}

} // namespace braid::compile
