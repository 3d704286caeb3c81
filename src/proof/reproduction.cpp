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
                      "# {} at {}:{}\n"
                      "# Builds the program{} and runs it with the input that shows this. Needs a\n"
                      "# compiler: the one that CC names, or {}.\n"
                      "here=$(cd \"$(dirname \"$0\")\" && pwd) || exit 2\n"
                      "work=$(mktemp -d) || exit 2\n"
                      "trap 'rm -rf \"$work\"' EXIT\n"
                      "for cc in $CC {}; do\n"
                      "  command -v \"$cc\" >/dev/null && break\n"
                      "done\n"
                      "{}{}",
                      finding_.title, finding_.place.file, finding_.place.line,
                      is_for_valgrind() ? " for Valgrind" : " with sanitizers",
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

  std::vector<std::string> usual() const {
    std::vector<std::string> words = build_options();
    for (const std::string &option : sanitizers())
      words.push_back(option);
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
    std::string looking = fmt::format("sanitizers='{}'\n", fmt::join(sanitizers(), " "));
    if (!is_about_values() && !is_for_valgrind()) // GCC does not know all of Clang's names
      looking += "case $cc in *gcc* | *g++*) sanitizers=-fsanitize=address,undefined ;; esac\n";
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
      text += fmt::format("(cd {} && {}{}{}{} -c {} -o {}) || exit 2\n", shell_quoted(folder.string()), common,
                          headers, quoted(target::without_foreign_standard(words, cxx)), language,
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

  std::string run_commands() {
    std::string before, words;
    std::vector<std::string> arguments = subject_.arguments;
    const target::Source *standard_input = nullptr;
    std::string file_word, file_name;
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
        const std::string name = fmt::format("file-{}", ++number);
        write(folder_ / name, bytes_of(source));
        if (source.name == subject_.input_file)
          file_word = in_folder("here", file_name = name);
        else
          before += fmt::format("mkdir -p {0} && cp {1} {2} || exit 2\n",
                                in_folder("work", fs::path(source.name).parent_path().string()),
                                in_folder("here", name), in_folder("work", source.name));
        break;
      }
      default:
        break;
      }
    }
    shown_run_ = is_for_valgrind() ? "valgrind ./a.out" : "./a.out";
    for (const std::string &argument : arguments) {
      const size_t at = subject_.input_file.empty() ? std::string::npos : argument.find(subject_.input_file);
      words += at == std::string::npos || file_word.empty()
                   ? fmt::format(" {}", shell_quoted(argument))
                   : fmt::format(" {}{}{}", shell_quoted(argument.substr(0, at)), file_word,
                                 shell_quoted(argument.substr(at + subject_.input_file.size())));
      std::string shown = argument;
      if (at != std::string::npos && !file_name.empty())
        shown.replace(at, subject_.input_file.size(), file_name);
      shown_run_ += fmt::format(" {}", shell_quoted(shown));
    }
    if (standard_input != nullptr)
      shown_run_ += " <stdin";
    for (const std::string &variable : sanitizer_variables(Leaks::ALWAYS, true))
      before += "export " + variable + "\n";
    before += "symbolizer=$(command -v llvm-symbolizer || command -v llvm-symbolizer-19) &&\n"
              "  export ASAN_SYMBOLIZER_PATH=\"$symbolizer\" MSAN_SYMBOLIZER_PATH=\"$symbolizer\"\n";
    const bool is_endless = finding_.kind == results::FindingKind::ENDLESS_LOOP;
    return before + fmt::format("cd \"$work\" || exit 2\n"
                                "{}\"$work/program\"{} <{}\n"
                                "status=$?\n"
                                "{}"
                                "exit $status\n",
                                is_endless          ? "timeout -s ABRT 10 "
                                : is_for_valgrind() ? "valgrind -q --leak-check=no "
                                                    : "",
                                words, standard_input != nullptr ? "\"$here/stdin\"" : "/dev/null",
                                is_endless ? "[ $status -eq 124 ] && echo 'timed out: it does not end'\n" : "");
  }

  const Subject &subject_;
  const results::Finding &finding_;
  const target::Input &input_;
  fs::path folder_;
  bool has_marks_ = false;
  std::string shown_run_; // for people, in the finding's folder
};

} // namespace

results::Reproduction write_reproduction(const Subject &subject, const results::Finding &finding,
                                         const target::Input &input, const fs::path &folder) {
  return Script(subject, finding, input, folder).write_all();
}

} // namespace braid::proof
