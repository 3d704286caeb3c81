#include "target/build/build.h"

#include "target/build/compile_database.h"
#include "target/build/elf.h"
#include "target/build/options.h"
#include "target/build/stamp.h"
#include "target/compile/options.h"
#include "target/compile/toolchain.h"
#include "target/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <string_view>
#include <unistd.h>

namespace braid::target {

namespace fs = std::filesystem;

namespace {

constexpr const char *HOW_TO_BUILD =
    "Build it with braid-cc (C) or braid-c++ (C++), which are used like cc: make CC=braid-cc CXX=braid-c++,\n"
    "  or give the sources.";

enum class FileKind { SOURCE, LINKED, PROGRAM };

bool is_cxx(const fs::path &file) {
  constexpr std::string_view ENDS[] = {".C",  ".CC",  ".CPP", ".CXX", ".C++", ".c++", ".cc",
                                       ".cp", ".cpp", ".cxx", ".ii",  ".mii", ".mm",  ".M"};
  return std::find(std::begin(ENDS), std::end(ENDS), file.extension().string()) != std::end(ENDS);
}

// Objects, archives and shared libraries, also with a version behind: libx.so.1.2
bool is_linked(const fs::path &file) {
  const std::string name = file.filename().string(), end = file.extension().string();
  return end == ".o" || end == ".a" || end == ".so" || name.find(".so.") != std::string::npos;
}

FileKind kind_of(const fs::path &file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored))
    throw Error("there is no such file", file.string(), "Check the path.");
  if (!fs::is_regular_file(file, ignored))
    throw Error("this is not a file", file.string(), "Give C or C++ sources, or a program built with braid-cc.");
  if (is_linked(file))
    return FileKind::LINKED;
  const compile::InputKind kind = compile::kind_of_file(file.string());
  if (kind == compile::InputKind::HEADER)
    throw Error("this is a header", file.string(), "Give the source files; headers are found by them.");
  if (kind != compile::InputKind::LINKER)
    return FileKind::SOURCE;
  if (access(file.c_str(), X_OK) == 0)
    return FileKind::PROGRAM;
  throw Error(
      "this is neither a source (.c .i .cc .cpp .cxx .C .ii), nor something to link (.o .a .so), nor a program",
      file.string(), "If it is a program, make it executable: chmod +x " + shell_quoted(file.string()));
}

// A script may start an instrumented program; whether it does is seen when it runs.
bool is_script(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  char first[2] = {};
  return file.read(first, sizeof first) && first[0] == '#' && first[1] == '!';
}

Built take_program(const BuildRequest &request) {
  const fs::path &file = request.files.front();
  if (request.files.size() > 1)
    throw Error("a program cannot be combined with other files", file.string(),
                "Give the program alone, or the sources it is made from.");
  if (!request.plain && !is_script(file) && !is_instrumented(file))
    throw Error("the program was not built with braid-cc", file.string(), HOW_TO_BUILD);
  return {.program = fs::absolute(file), .was_built = false, .command = {}, .messages = {}};
}

// A file whose name looks like an option to the compiler.
std::string as_input(const fs::path &file) {
  return file.string().starts_with('-') || file.string().starts_with('@') ? "./" + file.string() : file.string();
}

// Different for files of the same name in different folders, and the same in each build. Of a long name the
// beginning, because names of files end at 255 bytes, and endings are added.
std::string object_name(const fs::path &source) {
  constexpr size_t LONGEST = 200;
  const uint64_t hash = hash_of(fs::absolute(source).lexically_normal().string());
  return fmt::format("{}-{:08x}.o", source.filename().string().substr(0, LONGEST),
                     static_cast<uint32_t>(hash >> 32));
}

// A product is made under another name and moved, so that one whose making was interrupted is never taken for
// whole.
fs::path unfinished(const fs::path &product) { return product.string() + ".new"; }
fs::path dependencies(const fs::path &object) { return object.string() + ".d"; }

std::string name_of(const BuildRequest &request) {
  return !request.variant.empty() ? request.variant : request.plain ? "plain" : "program";
}

class Builder {
public:
  Builder(const BuildRequest &request, const std::atomic<bool> *interrupted)
      : request_(request), interrupted_(interrupted), prefix_(compile::running_prefix()),
        tools_(compile::Toolchain::at(prefix_)), options_(split_options(request.compiler_options, request.plain)),
        product_(fs::absolute(request.folder) / name_of(request)),
        objects_(fs::absolute(request.folder) / "objects" / name_of(request)) {
    find_tools();
  }

  Built build() {
    plan_units();
    std::error_code failed;
    fs::create_directories(objects_, failed);
    if (failed)
      throw Error("the folder cannot be made: " + failed.message(), objects_.string(), "Choose another one (-o).");
    compile_units();
    link();
    result_.program = product_;
    return std::move(result_);
  }

private:
  struct Unit {
    fs::path source;
    fs::path object;
    Command command;
  };

  std::string compiler(bool cxx) const {
    if (request_.plain)
      return cxx ? tools_.clangxx : tools_.clang;
    return prefix_ + (cxx ? "/bin/braid-c++" : "/bin/braid-cc");
  }
  std::string replay_library() const { return prefix_ + "/lib/libbraid-replay.a"; }

  void find_tools() const {
    if (tools_.clang.empty() || tools_.clangxx.empty())
      throw Error("Clang " BRAID_LLVM_MAJOR " was found neither as " BRAID_CLANG " nor in PATH", "",
                  "Install it: apt-get install clang-" BRAID_LLVM_MAJOR);
    std::vector<std::string> needed = {compiler(false), compiler(true)};
    if (request_.plain)
      needed.push_back(replay_library());
    for (const std::string &file : needed)
      if (access(file.c_str(), R_OK) != 0)
        throw Error("the file is missing or cannot be read: this copy of Braid is not complete", file,
                    "Build it again: run './braid doctor' in Braid's source folder.");
  }

  // --- compiling ---

  // What stands before the options that were given, so that those win.
  std::vector<std::string> usual_options() const {
    std::vector<std::string> usual = {"-O1", "-g"};
    if (request_.plain)
      usual.insert(usual.end(), {"-fno-omit-frame-pointer", "-idirafter", tools_.include});
    usual.insert(usual.end(), request_.variant_options.begin(), request_.variant_options.end());
    return usual;
  }

  void plan_units() {
    std::optional<CompileDatabase> database;
    if (request_.compile_commands)
      database.emplace(*request_.compile_commands);
    std::set<fs::path> seen;
    for (const fs::path &file : request_.files) {
      if (!seen.insert(fs::absolute(file).lexically_normal()).second)
        continue;
      if (kind_of(file) == FileKind::LINKED) {
        linked_.push_back(fs::absolute(file));
        continue;
      }
      cxx_ |= is_cxx(file);
      units_.push_back(database ? unit_from(*database, file) : unit(file, fs::current_path(), file, {}));
    }
    for (const fs::path &file : request_.more_sources)
      units_.push_back(unit(file, fs::current_path(), file, {}));
    if (units_.empty() && linked_.empty())
      throw Error("there is nothing to build", "", "Give C or C++ sources, or a program built with braid-cc.");
  }

  Unit unit_from(const CompileDatabase &database, const fs::path &file) {
    const std::vector<DatabaseEntry> entries = database.entries_for(file);
    const DatabaseEntry &entry = entries.front();
    if (entries.size() > 1)
      result_.messages += fmt::format("{}: note: there are {} compile commands for it, the first is taken: {}\n",
                                      file.string(), entries.size(), Command{{}, entry.options}.text());
    for (const std::string &option : options_for_both(entry.options))
      if (std::find(database_link_.begin(), database_link_.end(), option) == database_link_.end())
        database_link_.push_back(option);
    return unit(file, entry.folder, entry.file, split_options(entry.options, request_.plain).compile);
  }

  // name: the source as the compiler is told it, in that folder.
  Unit unit(const fs::path &source, const fs::path &folder, const fs::path &name,
            const std::vector<std::string> &entry_options) const {
    const bool cxx = is_cxx(source);
    Unit unit{source, objects_ / object_name(source), {folder, {compiler(cxx)}}};
    std::vector<std::string> &words = unit.command.words;
    auto add = [&](const std::vector<std::string> &more) { words.insert(words.end(), more.begin(), more.end()); };
    add(usual_options());
    add(entry_options);
    add(without_foreign_standard(options_.compile, cxx));
    // The options are meant for compiling and linking together: one without use here is no mistake.
    add({"-Qunused-arguments", "-MD", "-MF", dependencies(unit.object).string(), "-c", as_input(name), "-o",
         unfinished(unit.object).string()});
    return unit;
  }

  std::vector<fs::path> compile_tools() const {
    if (request_.plain)
      return {tools_.clang, tools_.clangxx};
    return {tools_.clang, tools_.clangxx, compiler(false), tools_.pass};
  }

  void compile_units() {
    std::vector<Unit> changed;
    for (const Unit &unit : units_)
      if (!is_current(unit.object, unit.command))
        changed.push_back(unit);
    std::vector<Command> commands;
    commands.reserve(changed.size());
    for (const Unit &unit : changed)
      commands.push_back(unit.command);
    const StampTime begin = std::chrono::file_clock::now();
    const std::vector<CommandResult> results = run_commands(commands, interrupted_);
    result_.was_built |= !changed.empty();

    std::string failures, failed_file;
    for (size_t i = 0; i < changed.size(); i++) {
      const Unit &unit = changed[i];
      if (results[i].success()) {
        result_.messages += results[i].output;
        fs::rename(unfinished(unit.object), unit.object);
        std::vector<fs::path> inputs = read_dependencies(dependencies(unit.object));
        for (const fs::path &tool : compile_tools())
          inputs.push_back(tool);
        write_stamp(unit.object, unit.command, begin, inputs);
      } else {
        failures += results[i].output;
        failed_file += (failed_file.empty() ? "" : ", ") + unit.source.string();
      }
    }
    if (!failures.empty() || !failed_file.empty())
      throw Error(
          "it does not compile:\n" + failures, failed_file,
          "If an include folder or a definition is missing, give it as a compiler option, such as -Iinclude,\n"
          "  or give the project's compile_commands.json.");
  }

  // --- linking ---

  std::vector<fs::path> link_inputs() const {
    std::vector<fs::path> inputs = linked_;
    for (const Unit &unit : units_)
      inputs.push_back(unit.object);
    std::error_code ignored;
    for (const std::string &word : options_.link)
      if (!word.starts_with('-') && fs::is_regular_file(word, ignored))
        inputs.push_back(fs::absolute(word));
    if (request_.plain) {
      inputs.push_back(replay_library());
    } else {
      for (const std::string &file : {tools_.unit, tools_.runtime, tools_.models, tools_.cxx_models,
                                      tools_.fuzzer_main, tools_.allocation, tools_.exports})
        if (!file.empty())
          inputs.push_back(file);
    }
    return inputs;
  }

  Command link_command() const {
    Command command{fs::current_path(), {compiler(cxx_)}};
    std::vector<std::string> &words = command.words;
    for (const Unit &unit : units_)
      words.push_back(unit.object.string());
    for (const fs::path &file : linked_)
      words.push_back(file.string());
    words.insert(words.end(), request_.variant_options.begin(), request_.variant_options.end());
    words.insert(words.end(), database_link_.begin(), database_link_.end());
    words.insert(words.end(), options_.link.begin(), options_.link.end());
    if (request_.plain)
      words.push_back(replay_library());
    words.insert(words.end(), {"-Qunused-arguments", "-o", unfinished(product_).string()});
    return command;
  }

  void link() {
    const Command command = link_command();
    note_command();
    if (is_current(product_, command))
      return;
    const StampTime begin = std::chrono::file_clock::now();
    const CommandResult result = run_command(command, interrupted_);
    result_.was_built = true;
    if (!result.success() && only_main_is_missing(result.output))
      throw Error("the program has no main: none of its files defines one", product_.string(),
                  "Give the file with main, too, or one with LLVMFuzzerTestOneInput (docs/inputs.md).");
    if (!result.success())
      throw Error("the program cannot be linked:\n" + result.output, product_.string(),
                  link_advice(result.output));
    result_.messages += result.output;
    fs::rename(unfinished(product_), product_);
    write_stamp(product_, command, begin, link_inputs());
  }

  // Without a main that of fuzzers is taken, which calls a function that is then missing in its place.
  static bool only_main_is_missing(const std::string &output) {
    const std::string_view text = output;
    size_t missing = 0;
    for (size_t at = 0; (at = text.find("undefined ", at)) != std::string_view::npos; at++) {
      const std::string_view line = text.substr(at, text.find('\n', at) - at);
      if (line.find("LLVMFuzzerTestOneInput") == std::string_view::npos &&
          line.find("`main'") == std::string_view::npos && !line.ends_with(" main"))
        return false;
      missing++;
    }
    return missing != 0;
  }

  std::string link_advice(const std::string &output) const {
    if (request_.plain && output.find("__braid_") != std::string::npos)
      return "An object or library among the files was compiled with braid-cc. Give one that was compiled "
             "plainly.";
    return "Give all source files of the program, and its libraries as compiler options, such as -lm.";
  }

  void note_command() {
    std::vector<std::string> &words = result_.command;
    words = {compiler(cxx_)};
    for (const std::string &option : usual_options())
      words.push_back(option);
    for (const Unit &unit : units_)
      words.push_back(unit.source.string());
    for (const fs::path &file : linked_)
      words.push_back(file.string());
    words.insert(words.end(), request_.compiler_options.begin(), request_.compiler_options.end());
    if (request_.plain)
      words.push_back(replay_library());
    words.insert(words.end(), {"-o", product_.string()});
  }

  const BuildRequest &request_;
  const std::atomic<bool> *interrupted_;
  std::string prefix_;
  compile::Toolchain tools_;
  StepOptions options_;
  std::vector<std::string> database_link_;
  fs::path product_, objects_;
  std::vector<Unit> units_;
  std::vector<fs::path> linked_;
  bool cxx_ = false;
  Built result_;
};

} // namespace

Built build(const BuildRequest &request, const std::atomic<bool> *interrupted) {
  for (const fs::path &file : request.files)
    if (kind_of(file) == FileKind::PROGRAM) {
      BuildRequest program = request;
      std::iter_swap(program.files.begin(), std::find(program.files.begin(), program.files.end(), file));
      return take_program(program);
    }
  return Builder(request, interrupted).build();
}

} // namespace braid::target
