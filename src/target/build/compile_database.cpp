#include "target/build/compile_database.h"

#include "target/build/options.h"
#include "target/compile/options.h"
#include "target/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

namespace braid::target {

namespace fs = std::filesystem;

namespace {

constexpr const char *HOW_TO_MAKE =
    "Make one: cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON ..., or bear -- make; then give its path.";

fs::path identity_of(const fs::path &path) {
  std::error_code failed;
  const fs::path canonical = fs::weakly_canonical(path, failed);
  return failed ? path.lexically_normal() : canonical;
}

// Programs that stand in front of the compiler.
bool is_launcher(const std::string &word) {
  constexpr std::string_view NAMES[] = {"ccache", "distcc", "icecc", "sccache"};
  return std::find(std::begin(NAMES), std::end(NAMES), fs::path(word).filename().string()) != std::end(NAMES);
}

std::vector<std::string> options_of(std::vector<std::string> words, const fs::path &folder, const fs::path &file) {
  words.erase(words.begin(), std::find_if_not(words.begin(), words.end(), is_launcher));
  if (!words.empty()) // the compiler
    words.erase(words.begin());
  std::vector<std::string> options;
  const fs::path input = identity_of(folder / file);
  for (size_t i = 0; i < words.size(); i++) {
    if (words[i].starts_with('-') && compile::takes_next_argument(words[i]) && i + 1 < words.size()) {
      options.push_back(words[i]);
      options.push_back(words[++i]);
    } else if (words[i] != "--" && (words[i].starts_with('-') || identity_of(folder / words[i]) != input))
      options.push_back(words[i]);
  }
  return without_output_options(options);
}

// How alike two names are: what they have in common at both ends.
size_t likeness(const std::string &a, const std::string &b) {
  const size_t most = std::min(a.size(), b.size());
  size_t front = 0, back = 0;
  while (front < most && a[front] == b[front])
    front++;
  while (front + back < most && a[a.size() - 1 - back] == b[b.size() - 1 - back])
    back++;
  return front + back;
}

} // namespace

// The shell's rules: nothing is special within single quotes; within double quotes a backslash takes the next
// character as it is only if that would be special.
std::vector<std::string> split_command(const std::string &text) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); i++) {
    const char c = text[i];
    const bool escapes =
        c == '\\' && i + 1 < text.size() &&
        (quote == 0 || (quote == '"' && std::string_view("\"\\$`\n").find(text[i + 1]) != std::string_view::npos));
    if (escapes) {
      word += text[++i];
      inside = true;
    } else if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
      inside = true;
    } else if (quote != 0 || std::string_view(" \t\n").find(c) == std::string_view::npos) {
      word += c;
      inside = true;
    } else if (inside) {
      words.push_back(std::move(word));
      word.clear();
      inside = false;
    }
  }
  if (inside)
    words.push_back(std::move(word));
  return words;
}

CompileDatabase::CompileDatabase(const fs::path &path) : path_(path) {
  std::error_code ignored;
  if (fs::is_directory(path_, ignored))
    path_ /= "compile_commands.json";
  std::ifstream file(path_);
  if (!file)
    throw Error("the compile commands cannot be read", path_.string(), HOW_TO_MAKE);
  try {
    for (const nlohmann::json &object : nlohmann::json::parse(file)) {
      // A relative folder is one beside the database.
      const fs::path folder =
          fs::absolute(path_).parent_path() / fs::path(object.at("directory").get<std::string>());
      const fs::path name = object.at("file").get<std::string>();
      std::vector<std::string> words = object.contains("arguments")
                                           ? object.at("arguments").get<std::vector<std::string>>()
                                           : split_command(object.at("command").get<std::string>());
      entries_.push_back({identity_of(folder / name), {folder, name, options_of(std::move(words), folder, name)}});
    }
  } catch (const nlohmann::json::exception &error) {
    throw Error(std::string("this is not a compile_commands.json: ") + error.what(), path_.string(), HOW_TO_MAKE);
  }
}

std::vector<DatabaseEntry> CompileDatabase::entries_for(const fs::path &source) const {
  const fs::path wanted = identity_of(fs::absolute(source));
  std::vector<DatabaseEntry> found;
  for (const Known &known : entries_)
    if (known.identity == wanted)
      found.push_back(known.entry);
  if (!found.empty())
    return found;

  constexpr size_t MOST = 5;
  std::vector<fs::path> names;
  for (const Known &known : entries_)
    if (std::find(names.begin(), names.end(), known.identity) == names.end())
      names.push_back(known.identity);
  const std::string name = wanted.filename().string();
  std::sort(names.begin(), names.end(), [&](const fs::path &a, const fs::path &b) {
    const size_t like_a = likeness(name, a.filename().string()), like_b = likeness(name, b.filename().string());
    return like_a != like_b ? like_a > like_b : a < b;
  });
  std::string list;
  for (size_t i = 0; i < std::min(names.size(), MOST); i++)
    list += "\n    " + names[i].string();
  if (list.empty())
    throw Error("the file has no entry in " + path_.string() + ", which is empty", source.string(), HOW_TO_MAKE);
  throw Error("the file has no entry in " + path_.string(), source.string(),
              fmt::format("It has {} files. Most like it:{}", names.size(), list));
}

} // namespace braid::target
