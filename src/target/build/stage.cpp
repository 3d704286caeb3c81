#include "target/build/stage.h"

#include "target/build/command.h"
#include "target/build/elf.h"
#include "target/error.h"
#include "target/input_name.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <set>
#include <unistd.h>

namespace braid::target {

namespace fs = std::filesystem;

namespace {

// A zero byte ends an argument or a variable.
std::string text_of(const Source &source) {
  const std::string text(source.bytes.begin(), source.bytes.end());
  return text.substr(0, text.find('\0'));
}

void write_file(const fs::path &path, std::string_view bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  if (!(file.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush()))
    throw system_error("writing", path.string());
}

std::string_view bytes_of(const Source &source) {
  return {reinterpret_cast<const char *>(source.bytes.data()), source.bytes.size()};
}

bool holds(const fs::path &path, const Source &source) {
  std::ifstream file(path, std::ios::binary);
  return file && std::string(std::istreambuf_iterator<char>(file), {}) == bytes_of(source);
}

std::string hex_of(const Source &source) {
  std::string hex;
  for (const uint8_t byte : source.bytes)
    hex += fmt::format("{:02x}", byte);
  return hex.empty() ? "-" : hex;
}

std::string printable(std::string text) {
  std::replace_if(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

bool is_identifier(std::string_view name) {
  return !name.empty() && (name[0] < '0' || name[0] > '9') &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
             std::string_view::npos;
}

class Stager {
public:
  Stager(const Program &program, const Input &input, const fs::path &folder)
      : input_(input), folder_(fs::absolute(folder)), program_(program) {
    program_.path = fs::absolute(program.path);
    program_.folder = program.folder.empty() ? fs::current_path() : fs::absolute(program.folder);
    real_folder_ = program_.folder;
  }

  Stage stage() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    for (const Source &source : input_.sources)
      if (source.kind == SourceKind::ARGUMENT)
        set_argument(source);
      else if (source.kind == SourceKind::ENVIRONMENT)
        variables_.emplace_back(source.name, text_of(source));
    place_files();
    give_values();
    set_environment();
    const Source *standard_input = input_.find(SourceKind::STDIN);
    const std::string bytes(standard_input ? bytes_of(*standard_input) : std::string_view());
    write_file(folder_ / "stdin", bytes);
    write_file(folder_ / "start", script());
    program_.other_folders = {folder_, real_folder_}; // links lead there
    return {program_, Input::standard_input(bytes), folder_ / "start"};
  }

private:
  void set_argument(const Source &source) {
    if (source.index == 0) // the name of the program is what it is
      return;
    if (program_.arguments.size() < source.index)
      program_.arguments.resize(source.index);
    program_.arguments[source.index - 1u] = text_of(source);
  }

  // --- files ---

  void place_files() {
    bool is_named = names_input_file(program_.arguments);
    for (const Source &source : input_.sources) {
      if (source.kind != SourceKind::FILE)
        continue;
      const fs::path name = fs::path(source.name).lexically_normal();
      if (is_named) {
        const fs::path file = folder_ / input_file_name(program_.arguments);
        write_file(file, bytes_of(source));
        name_input_file(program_.arguments, file.string());
        is_named = false;
      } else if (name.is_relative() && *name.begin() != "..")
        place_in_work(name, source);
      else
        place_elsewhere(source);
    }
    if (is_named)
      throw Error("the arguments of the program name an input file (@@), and the test has none", folder_.string(),
                  "Give a test of the same campaign, or a program with other arguments.");
  }

  // A folder of links to everything in the real one.
  void mirror(const fs::path &copy, const fs::path &real) {
    if (!mirrored_.insert(copy).second)
      return;
    fs::remove(copy);
    fs::create_directories(copy);
    std::error_code ignored;
    for (const fs::directory_entry &entry : fs::directory_iterator(real, ignored))
      fs::create_symlink(entry.path(), copy / entry.path().filename());
  }

  void place_in_work(const fs::path &name, const Source &source) {
    fs::path copy = folder_ / "place", real = real_folder_;
    mirror(copy, real);
    program_.folder = copy;
    for (const fs::path &part : name.parent_path()) {
      copy /= part;
      real /= part;
      mirror(copy, real);
    }
    fs::remove(copy / name.filename());
    write_file(copy / name.filename(), bytes_of(source));
  }

  void place_elsewhere(const Source &source) {
    const fs::path place = folder_ / "files" / fs::path(source.name).filename();
    write_file(place, bytes_of(source));
    auto word = std::find(program_.arguments.begin(), program_.arguments.end(), source.name);
    if (word != program_.arguments.end()) {
      *word = place.string();
      return;
    }
    const fs::path real = real_folder_ / source.name;
    if (!holds(real, source))
      throw Error("the test needs other bytes in this file, and it is not in Braid's folder", real.string(),
                  fmt::format("Keep a copy of it if you need it, then put them there: cp {} {}",
                              shell_quoted(place.string()), shell_quoted(real.string())));
  }

  // --- values and variables ---

  void give_values() {
    const bool any = input_.find(SourceKind::MARK) != nullptr || input_.find(SourceKind::CALL) != nullptr ||
                     input_.find(SourceKind::DATA) != nullptr;
    if (!any || !takes_values(program_.path))
      return;
    write_file(folder_ / "values", values_text(input_));
    variables_.emplace_back("BRAID_TEST", (folder_ / "values").string());
  }

  void set_environment() {
    if (variables_.empty())
      return;
    std::vector<std::string> all;
    if (program_.environment)
      all = *program_.environment;
    else
      for (char **variable = environ; *variable; variable++)
        all.emplace_back(*variable);
    for (const auto &[name, value] : variables_) {
      const std::string start = fmt::format("{}=", name);
      std::erase_if(all, [&](const std::string &variable) { return variable.starts_with(start); });
      all.push_back(start + value);
    }
    program_.environment = std::move(all);
  }

  std::string script() const {
    std::string text =
        "#!/bin/sh\n"
        "# Runs the program with the input of a test in its place. With arguments: runs these as a\n"
        "# command instead, such as a debugger with the program and its arguments.\n";
    text += fmt::format("cd {} || exit\n", shell_quoted(program_.folder.string()));
    for (const auto &[name, value] : variables_)
      text += is_identifier(name) ? fmt::format("export {}={}\n", name, shell_quoted(value))
                                  : fmt::format("# A shell cannot set the variable {}\n", printable(name));
    Command command{{}, {program_.path.string()}};
    command.words.insert(command.words.end(), program_.arguments.begin(), program_.arguments.end());
    text += fmt::format("[ $# -gt 0 ] || set -- {}\nexec \"$@\" < {}\n", command.text(),
                        shell_quoted((folder_ / "stdin").string()));
    return text;
  }

  const Input &input_;
  fs::path folder_, real_folder_;
  Program program_;
  std::vector<std::pair<std::string, std::string>> variables_;
  std::set<fs::path> mirrored_;
};

} // namespace

std::string values_text(const Input &input) {
  std::string text = "braid values 1\n";
  for (const Source &source : input.sources)
    if (source.kind == SourceKind::MARK)
      text += fmt::format("mark {} {}\n", hex_of(source), printable(source.name));
    else if (source.kind == SourceKind::CALL)
      text += fmt::format("call {} {}\n", hex_of(source), printable(source.name));
    else if (source.kind == SourceKind::DATA)
      text += fmt::format("data {}\n", hex_of(source));
  return text;
}

Stage stage_input(const Program &program, const Input &input, const fs::path &folder) {
  try {
    return Stager(program, input, folder).stage();
  } catch (const fs::filesystem_error &error) {
    throw Error(std::string("the input cannot be put in its place: ") + error.code().message(),
                error.path1().string(), "Check that the folder can be written to.");
  }
}

} // namespace braid::target
