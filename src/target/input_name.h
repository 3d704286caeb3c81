// The file that @@ in the arguments of a program stands for, and its name.
//
// Many programs look at the end of a name to see what is in the file. So what follows @@ and looks like an
// extension belongs to the name: @@.png is a file input.png. There is one such file, however often it is named.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace braid::target {

bool names_input_file(const std::vector<std::string> &arguments);

// The different extensions, with their dots, of all @@ that have one. More than one cannot be had.
std::set<std::string> input_file_extensions(const std::vector<std::string> &arguments);

// "input" with the first of these extensions, if there is one.
std::string input_file_name(const std::vector<std::string> &arguments);

// Puts this path in the place of every @@, with the extension behind it.
void name_input_file(std::vector<std::string> &arguments, const std::string &path);

} // namespace braid::target
