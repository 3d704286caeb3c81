#include "proof/reproduction.h"

#include "proof/standalone.h"
#include "target/build/command.h"
#include "target/build/compile_database.h"
#include "target/build/elf.h"
#include "target/build/options.h"
#include "target/compile/toolchain.h"
#include "target/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>

namespace braid::proof {

namespace fs = std::filesystem;
using target::shell_quoted;
using target::SourceKind;

namespace {

void write(const fs::path &file, std::string_view text) {
  std::ofstream stream(file, std::ios::binary);
  if (!(stream << text).flush())
    throw target::Error("a file of the results cannot be written", file.string(), "Is the disk full?");
}

std::string_view bytes_of(const target::Source &source) {
  return {reinterpret_cast<const char *>(source.bytes.data()), source.bytes.size()};
}

bool is_mark(const target::Source &source) {
  return source.kind == SourceKind::MARK || source.kind == SourceKind::DATA || source.kind == SourceKind::CALL;
}

std::string array_of(const target::Source &source) {
  std::string text;
  for (const uint8_t byte : source.bytes)
    text += fmt::format("\\{:03o}", byte);
  return fmt::format("\"{}\"", text);
}

std::string values_of(const target::Input &input) {
  std::string marks, data = "\"\"";
  for (const target::Source &source : input.sources)
    if (source.kind == SourceKind::MARK)
      marks += fmt::format("    {{{}, {}}},\n", array_of(source), source.bytes.size());
    else if (source.kind == SourceKind::DATA)
      data = array_of(source);
  return fmt::format(
      "static const struct {{\n  const char *bytes;\n  size_t count;\n}} marks[] = {{\n{}    {{\"\", "
      "0}}}};\nstatic const char data[] = {};\n",
      marks, data);
}

// A word of the script in which $here and $work are what they are there.
std::string in_folder(const char *variable, const std::string &name) {
  return fmt::format("\"${}\"/{}", variable, shell_quoted(name));
}

class Script {
public:
  Script(const Subject &subject, const results::Finding &finding, const target::Input &input, fs::path folder)
      : subject_(subject), finding_(finding), input_(input), folder_(std::move(folder)) {}

  results::Reproduction write_all() {
    has_marks_ = std::any_of(input_.sources.begin(), input_.sources.end(), is_mark) || uses_marks();
    if (has_marks_)
      write_values();
    if (!functions().empty())
      write(folder_ / "functions.c", functions_source(functions(), &input_));
    std::string run = run_commands();
    results::Reproduction made;
    made.script = "reproduce.sh";
    made.run = shown_run_;
    made.build = build_words();
    write(folder_ / made.script,
          fmt::format("#!/bin/sh\n"
                      "# {} at {}\n"
                      "# Builds the program{} and runs it with the input that shows this. Needs a\n"
                      "# compiler: the one that CC names, or {}.\n"
                      "# With a folder as argument: the program finds copies of its files where it runs.\n"
                      "here=$(cd \"$(dirname \"$0\")\" && pwd) && start=$(pwd) || exit 2\n"
                      "work=$(mktemp -d) || exit 2\n"
                      "trap 'rm -rf \"$work\"' EXIT\n"
                      "for cc in $CC {}; do\n"
                      "  command -v \"$cc\" >/dev/null && break\n"
                      "done\n"
                      "{}{}",
                      finding_.title, place_of_finding(), is_for_valgrind() ? " for Valgrind" : " with sanitizers",
                      is_about_values() ? "Clang" : "Clang, or GCC", compilers(), build_commands(), run));
    fs::permissions(folder_ / made.script, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                    fs::perm_options::add);
    return made;
  }

private:
  const Functions &functions() const { return subject_.checks.functions; }

  // Also without a mark in the input: an assertion needs the header, too. One function stands for its family.
  bool uses_marks() const {
    static constexpr std::string_view FAMILIES[] = {"braid_symbolic", "klee_make_symbolic",
                                                    "__VERIFIER_nondet_int", "__CrestInt", "__CPROVER_assume"};
    const target::ElfFile program(subject_.program);
    return std::any_of(std::begin(FAMILIES), std::end(FAMILIES),
                       [&](std::string_view name) { return program.defines(name); });
  }

  std::string place_of_finding() const {
    const results::Location &place = finding_.place;
    return place.file.empty() ? "an unknown place" : fmt::format("{}:{}", place.file, place.line);
  }

  bool is_cxx() const {
    static constexpr std::string_view C[] = {".c", ".i", ".o", ".a", ".so", ".s", ".S"};
    return std::any_of(subject_.sources.files.begin(), subject_.sources.files.end(), [](const fs::path &file) {
      return std::find(std::begin(C), std::end(C), file.extension().string()) == std::end(C);
    });
  }

  std::string compilers() const {
    const std::string clang = is_cxx() ? "clang++-19 clang++" : "clang-19 clang";
    return is_about_values() ? clang : clang + (is_cxx() ? " g++" : " gcc"); // GCC has no MemorySanitizer
  }

  // Also the headers, for those who have no Braid.
  void write_values() {
    std::string text(STANDALONE);
    const std::string mark = "@VALUES@\n";
    text.replace(text.find(mark), mark.size(), values_of(input_));
    write(folder_ / "values.c", text);
    const fs::path include = compile::Toolchain::at(compile::running_prefix()).include;
    std::error_code ignored;
    fs::create_directories(folder_ / "include" / "klee", ignored);
    for (const char *name : {"braid.h", "crest.h", "klee/klee.h"})
      fs::copy_file(include / name, folder_ / "include" / name, fs::copy_options::overwrite_existing, ignored);
  }

  bool is_about_values() const { return finding_.confirmed_by == "MemorySanitizer"; }
  bool is_for_valgrind() const { return finding_.confirmed_by == "Valgrind"; }

  // Without those that say where to look for errors.
  std::vector<std::string> build_options() const {
    if (is_for_valgrind())
      return {"-gdwarf-4", "-O0"};
    return is_about_values() ? std::vector<std::string>{"-g"}
                             : std::vector<std::string>{"-g", "-O1", "-fno-omit-frame-pointer"};
  }

  std::vector<std::string> sanitizers() const {
    return is_for_valgrind()   ? std::vector<std::string>()
           : is_about_values() ? memory_sanitizer_options()
                               : sanitizer_options(subject_.checks);
  }

  std::vector<std::string> faithful() const {
    return is_for_valgrind() || is_about_values() ? std::vector<std::string>() : faithful_options();
  }

  std::vector<std::string> usual() const {
    std::vector<std::string> words = build_options();
    for (const std::vector<std::string> &options : {faithful(), sanitizers()})
      words.insert(words.end(), options.begin(), options.end());
    for (const std::string &option : compile_options(functions()))
      words.push_back(option);
    return words;
  }

  std::vector<std::string> build_words() const {
    std::vector<std::string> words = {is_cxx() ? "clang++" : "clang"};
    for (const std::string &option : usual())
      words.push_back(option);
    for (const fs::path &file : subject_.sources.files)
      words.push_back(fs::absolute(file).string());
    if (has_marks_)
      words.insert(words.end(), {"values.c", "-idirafter", "include"});
    if (!functions().empty()) {
      words.insert(words.end(), {"-xc", "functions.c", "-xnone"});
      for (const std::string &option : link_options(functions()))
        words.push_back(option);
    }
    for (const std::string &option : subject_.sources.compiler_options)
      words.push_back(option);
    return words;
  }

  static std::string quoted(const std::vector<std::string> &words) {
    std::string text;
    for (const std::string &word : words)
      text += fmt::format(" {}", shell_quoted(word));
    return text;
  }

  std::string build_commands() const {
    const target::StepOptions options = target::split_options(subject_.sources.compiler_options, true);
    std::string text;
    std::string looking =
        fmt::format("sanitizers='{}' faithful='{}'\n", fmt::join(sanitizers(), " "), fmt::join(faithful(), " "));
    if (!is_about_values() && !is_for_valgrind()) // GCC does not know all of Clang's names
      looking += "case $cc in *gcc* | *g++*) sanitizers=-fsanitize=address,undefined faithful= ;; esac\n";
    std::string common = fmt::format("\"$cc\" {} $sanitizers", fmt::join(build_options(), " "));
    if (!functions().errors.empty())
      common += quoted(compile_options(functions()));
    const std::string headers = has_marks_ ? " -idirafter \"$here/include\"" : "";
    std::string objects;
    unsigned number = 0;
    for (const fs::path &file : subject_.sources.files) {
      const std::string extension = file.extension().string();
      if (extension == ".o" || extension == ".a" || extension == ".so") {
        objects += " " + shell_quoted(fs::absolute(file).string());
        continue;
      }
      const std::string object = fmt::format("\"$work/{}.o\"", number++);
      fs::path folder = fs::current_path();
      std::vector<std::string> words;
      if (subject_.sources.compile_commands) {
        const target::DatabaseEntry entry =
            target::CompileDatabase(*subject_.sources.compile_commands).entries_for(file).front();
        folder = entry.folder;
        words = target::split_options(entry.options, true).compile;
      }
      words.insert(words.end(), options.compile.begin(), options.compile.end());
      const bool cxx = extension != ".c" && extension != ".i";
      const std::string language = is_cxx() && !cxx ? " -x c" : "";
      text += fmt::format("(cd {} && {} $faithful{}{}{} -c {} -o {}) || exit 2\n", shell_quoted(folder.string()),
                          common, headers, quoted(target::without_foreign_standard(words, cxx)), language,
                          shell_quoted(fs::absolute(file).string()), object);
      objects += " " + object;
    }
    if (has_marks_) {
      text += fmt::format("{} -x c -c \"$here/values.c\" -o \"$work/values.o\" || exit 2\n", common);
      objects += " \"$work/values.o\"";
    }
    if (!functions().empty()) {
      text += fmt::format("{} -x c -c \"$here/functions.c\" -o \"$work/functions.o\" || exit 2\n", common);
      objects += " \"$work/functions.o\"";
    }
    return looking + text +
           fmt::format("(cd {} && {}{}{} -o \"$work/program\") || exit 2\n",
                       shell_quoted(fs::current_path().string()), common, objects,
                       quoted(link_options(functions())) + quoted(options.link));
  }

  // A file that the program is given by a name: the command that puts it there. In a folder of the script's own if
  // the name is relative. Elsewhere what is there comes back at the end.
  std::string place_file(const std::string &copy, const std::string &name) {
    const fs::path path = fs::path(name).lexically_normal();
    const std::string from = in_folder("here", copy);
    if (path.is_relative()) {
      depth_ = std::max(depth_, size_t(std::count(path.begin(), path.end(), "..")));
      const std::string parent = path.parent_path().string();
      return (parent.empty() ? "" : fmt::format("mkdir -p {} || exit 2\n", shell_quoted("./" + parent))) +
             fmt::format("cp {} {} || exit 2\n", from, shell_quoted("./" + path.string()));
    }
    const std::string there = shell_quoted(path.string()), kept = in_folder("work", "kept-" + copy);
    restore_ +=
        fmt::format("  case $replaced in *{2}*) if [ -e {0} ]; then cp {0} {1}; else rm -f {1}; fi ;; esac\n",
                    kept, there, copy + "/");
    return fmt::format("if [ -e {1} ]; then cp -p {1} {0} || exit 2; fi\n"
                       "replaced=\"$replaced {2}\"\n"
                       "cp {3} {1} || exit 2\n",
                       kept, there, copy + "/", from);
  }

  // Where the name of a file of input stands in an argument, the file in the finding's folder takes its place.
  void add_argument(const std::string &argument, std::string &words) {
    for (const auto &[name, copy] : named_)
      if (const size_t at = argument.find(name); at != std::string::npos) {
        words += fmt::format(" {}{}{}", shell_quoted(argument.substr(0, at)), in_folder("here", copy),
                             shell_quoted(argument.substr(at + name.size())));
        shown_run_ +=
            fmt::format(" {}", shell_quoted(argument.substr(0, at) + copy + argument.substr(at + name.size())));
        return;
      }
    words += fmt::format(" {}", shell_quoted(argument));
    shown_run_ += fmt::format(" {}", shell_quoted(argument));
  }

  std::string run_commands() {
    std::string before, files, words;
    std::vector<std::string> arguments = subject_.arguments;
    const target::Source *standard_input = nullptr;
    unsigned number = 0;
    for (const target::Source &source : input_.sources) {
      switch (source.kind) {
      case SourceKind::STDIN:
        standard_input = &source;
        write(folder_ / "stdin", bytes_of(source));
        break;
      case SourceKind::ARGUMENT:
        if (source.index != 0) {
          if (arguments.size() < source.index)
            arguments.resize(source.index);
          const std::string_view bytes = bytes_of(source);
          arguments[source.index - 1] = bytes.substr(0, bytes.find('\0'));
        }
        break;
      case SourceKind::ENVIRONMENT: {
        const std::string_view bytes = bytes_of(source);
        before += fmt::format("export {}={}\n", source.name,
                              shell_quoted(std::string(bytes.substr(0, bytes.find('\0')))));
        break;
      }
      case SourceKind::FILE: {
        const std::string copy = fmt::format("file-{}", ++number);
        write(folder_ / copy, bytes_of(source));
        const bool is_word = std::find(subject_.arguments.begin(), subject_.arguments.end(), source.name) !=
                             subject_.arguments.end();
        if (source.name == subject_.input_file || (is_word && fs::path(source.name).is_absolute()))
          named_.emplace_back(source.name, copy);
        else
          files += place_file(copy, source.name);
        break;
      }
      default:
        break;
      }
    }
    shown_run_ = is_for_valgrind() ? "valgrind ./a.out" : "./a.out";
    for (const std::string &argument : arguments)
      add_argument(argument, words);
    if (standard_input != nullptr)
      shown_run_ += " <stdin";
    for (const std::string &variable : sanitizer_variables(Leaks::ALWAYS, true)) {
      const bool has_more = !finding_.sanitizer_options.empty() && variable.starts_with("ASAN_OPTIONS=");
      before += fmt::format("export {}{}{}\n", variable, has_more ? ":" : "",
                            has_more ? finding_.sanitizer_options : "");
    }
    before += "symbolizer=$(command -v llvm-symbolizer || command -v llvm-symbolizer-19) &&\n"
              "  export ASAN_SYMBOLIZER_PATH=\"$symbolizer\" MSAN_SYMBOLIZER_PATH=\"$symbolizer\"\n";
    const bool is_endless = finding_.kind == results::FindingKind::ENDLESS_LOOP;
    std::string folder = "run"; // as deep as files are named that lie above it
    for (size_t i = 0; i < depth_; i++)
      folder += "/run";
    if (!restore_.empty())
      before += "# Files that the program knows by their whole names: what is there comes back at the end.\n"
                "replaced=\nrestore() {\n" +
                restore_ +
                "}\n"
                "trap 'restore; rm -rf \"$work\"' EXIT\ntrap 'exit 130' HUP INT TERM\n";
    return before +
           fmt::format("mkdir -p \"$work/{0}\" && cd \"$work/{0}\" || exit 2\n"
                       "if [ $# -gt 0 ]; then (cd \"$start\" && cp -R \"$1/.\" \"$work/{0}\") || exit 2; fi\n"
                       "{1}",
                       folder, files) +
           fmt::format("{}\"$work/program\"{} <{}\n"
                       "status=$?\n"
                       "{}"
                       "exit $status\n",
                       is_endless          ? "timeout -s ABRT -k 5 10 "
                       : is_for_valgrind() ? "valgrind -q --leak-check=no "
                                           : "",
                       words, standard_input != nullptr ? "\"$here/stdin\"" : "/dev/null",
                       is_endless ? "case $status in 124 | 137) echo 'timed out: it does not end' ;; esac\n" : "");
  }

  const Subject &subject_;
  const results::Finding &finding_;
  const target::Input &input_;
  fs::path folder_;
  bool has_marks_ = false;
  std::vector<std::pair<std::string, std::string>> named_; // files that arguments name, and what they are here
  size_t depth_ = 0;                                       // of the folder that the program runs in
  std::string restore_;                                    // commands
  std::string shown_run_;                                  // for people, in the finding's folder
};

} // namespace

results::Reproduction write_reproduction(const Subject &subject, const results::Finding &finding,
                                         const target::Input &input, const fs::path &folder) {
  return Script(subject, finding, input, folder).write_all();
}

} // namespace braid::proof
