#include "cli/project_file.h"

#include "cli/program_arguments.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fstream>

namespace braid::cli {

namespace {

// Beside the section of the command: this one, about the program.
constexpr const char *PROGRAM = "program";
constexpr std::string_view OF_PROGRAM[] = {"input-functions", "error-functions"};

// One line of the file, from left to right.
class LineReader {
public:
  LineReader(std::string_view line, const std::filesystem::path &file, unsigned number)
      : rest_(line), file_(file), number_(number) {}

  [[noreturn]] void fail(const std::string &what) const {
    throw UsageError{fmt::format("{}:{}: {}", file_.string(), number_, what)};
  }

  void skip_space() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t' || rest_.front() == '\r'))
      rest_.remove_prefix(1);
  }
  bool at_end() {
    skip_space();
    return rest_.empty() || rest_.front() == '#';
  }
  bool take(char expected) {
    skip_space();
    if (rest_.empty() || rest_.front() != expected)
      return false;
    rest_.remove_prefix(1);
    return true;
  }
  // A name or a number: letters, digits and a few signs.
  std::string word() {
    skip_space();
    size_t length = 0;
    while (length < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[length])) != 0 ||
                                     std::string_view("-_.+").find(rest_[length]) != std::string_view::npos))
      length++;
    if (length == 0)
      fail(rest_.empty() ? "something is missing at the end of the line"
                         : fmt::format("'{}' is not expected here", rest_.front()));
    const std::string found(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return found;
  }
  // "text" or 'text', or a bare word.
  std::string value() {
    skip_space();
    if (rest_.empty() || (rest_.front() != '"' && rest_.front() != '\''))
      return word();
    const char quote = rest_.front();
    rest_.remove_prefix(1);
    std::string found;
    for (;;) {
      if (rest_.empty())
        fail(fmt::format("the text has no closing {}", quote));
      const char each = rest_.front();
      rest_.remove_prefix(1);
      if (each == quote)
        return found;
      if (each == '\\' && quote == '"' && !rest_.empty()) {
        const char escaped = rest_.front();
        rest_.remove_prefix(1);
        found += escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
      } else {
        found += each;
      }
    }
  }

private:
  std::string_view rest_;
  const std::filesystem::path &file_;
  unsigned number_;
};

} // namespace

ProjectFile::ProjectFile(std::filesystem::path file, const std::string &command) : file_(std::move(file)) {
  std::error_code ignored;
  std::ifstream stream(file_);
  if (std::filesystem::exists(file_, ignored) && (!stream || std::filesystem::is_directory(file_, ignored)))
    throw UsageError{fmt::format("{}: the file cannot be read", file_.string())};
  std::string line, section;
  for (unsigned number = 1; std::getline(stream, line); number++) {
    LineReader reader(line, file_, number);
    if (reader.at_end())
      continue;
    if (reader.take('[')) {
      section = reader.word();
      if (!reader.take(']') || !reader.at_end())
        reader.fail("a section is a name in brackets, such as [run]");
      if (section != command && section != PROGRAM)
        reader.fail(fmt::format("there is no section [{}]; there are [{}] and [{}]", section, command, PROGRAM));
      continue;
    }
    Entry entry{reader.word(), {}, number};
    if (section.empty())
      reader.fail(fmt::format("'{}' stands before the first section; write [{}] above it", entry.key, command));
    if (section == PROGRAM &&
        std::find(std::begin(OF_PROGRAM), std::end(OF_PROGRAM), entry.key) == std::end(OF_PROGRAM))
      reader.fail(fmt::format("there is no '{}' in [{}]; there are {}", entry.key, PROGRAM,
                              fmt::join(OF_PROGRAM, " and ")));
    if (!reader.take('='))
      reader.fail(fmt::format("'{0}' has no value; write {0} = VALUE", entry.key));
    if (reader.take('[')) {
      while (!reader.take(']')) {
        entry.values.push_back(reader.value());
        if (reader.take(']'))
          break;
        if (!reader.take(','))
          reader.fail("a list is values with commas between them, in brackets, on one line");
      }
    } else {
      entry.values.push_back(reader.value());
    }
    if (!reader.at_end())
      reader.fail("something follows the value; texts with spaces go into quotes");
    entries_.push_back(std::move(entry));
  }
}

std::vector<std::string> ProjectFile::words(const std::function<bool(const std::string &key)> &is_given) const {
  std::vector<std::string> words;
  for (const Entry &entry : entries_) {
    if (is_given(entry.key))
      continue;
    for (const std::string &value : entry.values)
      if (value != "false")
        words.push_back("--" + entry.key + (value == "true" ? "" : "=" + value));
  }
  return words;
}

// The library that reads the command line names the option in its messages.
std::string ProjectFile::place_of(const std::string &message) const {
  for (const Entry &entry : entries_) {
    const std::string option = "--" + entry.key;
    const size_t at = message.find(option);
    if (at == std::string::npos)
      continue;
    const size_t end = at + option.size();
    const bool goes_on = end < message.size() &&
                         (std::isalnum(static_cast<unsigned char>(message[end])) != 0 || message[end] == '-');
    if (!goes_on)
      return fmt::format("{}:{}: ", file_.string(), entry.line);
  }
  return {};
}

} // namespace braid::cli
