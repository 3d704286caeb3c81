// Response files: "@name" on a command line stands for the arguments in that file. Clang reads them the GNU
// way, and Braid has to see what Clang will see, so the rules here are the same: blanks separate arguments, a
// backslash takes the next character as it is, also within quotes of either kind; a file may name further
// files, relative to the working folder; a name that is no readable file stays an ordinary argument.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace braid::compile {

// The contents of a file, or nothing if there is none to read.
using FileReader = std::function<std::optional<std::string>(const std::string &name)>;

// Reads ordinary files only: a folder or a pipe is not a response file.
std::optional<std::string> read_file(const std::string &name);

std::vector<std::string> split_response(std::string_view text);

// A file that names itself, directly or through others, is left as it is where the circle closes; Clang then
// complains about it in its own words.
std::vector<std::string> expand_response_files(const std::vector<std::string> &arguments, const FileReader &read);

// The text of a response file that stands for exactly these arguments.
std::string join_response(const std::vector<std::string> &arguments);

} // namespace braid::compile
