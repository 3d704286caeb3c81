#include "target/compile/options.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace braid::compile {

namespace {

// Sorted, because the search halves it.
constexpr std::string_view TAKES_NEXT[] = {
    "--CLASSPATH",
    "--analyzer-output",
    "--assert",
    "--bootclasspath",
    "--classpath",
    "--config",
    "--define-macro",
    "--dyld-prefix",
    "--encoding",
    "--extdirs",
    "--for-linker",
    "--force-link",
    "--imacros",
    "--include",
    "--include-directory",
    "--include-directory-after",
    "--include-prefix",
    "--include-with-prefix",
    "--include-with-prefix-after",
    "--include-with-prefix-before",
    "--language",
    "--library-directory",
    "--mhwdiv",
    "--no-system-header-prefix",
    "--output",
    "--output-class-directory",
    "--param",
    "--prefix",
    "--print-file-name",
    "--print-prog-name",
    "--resource",
    "--rtlib",
    "--serialize-diagnostics",
    "--specs",
    "--std",
    "--stdlib",
    "--sysroot",
    "--system-header-prefix",
    "--undefine-macro",
    "--vfsoverlay",
    "-A",
    "-B",
    "-D",
    "-F",
    "-G",
    "-I",
    "-L",
    "-MF",
    "-MJ",
    "-MQ",
    "-MT",
    "-T",
    "-U",
    "-V",
    "-Xanalyzer",
    "-Xassembler",
    "-Xclang",
    "-Xcuda-fatbinary",
    "-Xcuda-ptxas",
    "-Xlinker",
    "-Xoffload-linker",
    "-Xopenmp-target",
    "-Xpreprocessor",
    "-Zlinker-input",
    "-alias_list",
    "-allowable_client",
    "-arch",
    "-arch_only",
    "-arcmt-migrate-report-output",
    "-b",
    "-bundle_loader",
    "-ccc-arcmt-migrate",
    "-ccc-gcc-name",
    "-ccc-install-dir",
    "-ccc-objcmt-migrate",
    "-client_name",
    "-compatibility_version",
    "-current_version",
    "-cxx-isystem",
    "-darwin-target-variant",
    "-darwin-target-variant-triple",
    "-dependency-dot",
    "-dependency-file",
    "-dsym-dir",
    "-dumpdir",
    "-dylib_file",
    "-dylinker_install_name",
    "-e",
    "-exported_symbols_list",
    "-fdebug-compilation-dir",
    "-fexperimental-openacc-macro-override",
    "-filelist",
    "-fmodule-implementation-of",
    "-fmodules-user-build-path",
    "-fnew-alignment",
    "-force_load",
    "-framework",
    "-ftrapv-handler",
    "-gen-cdb-fragment-path",
    "-iapinotes-modules",
    "-idirafter",
    "-iframework",
    "-iframeworkwithsysroot",
    "-imacros",
    "-image_base",
    "-imultilib",
    "-include",
    "-include-pch",
    "-init",
    "-install_name",
    "-interface-stub-version=",
    "-iprefix",
    "-iquote",
    "-isysroot",
    "-isystem",
    "-isystem-after",
    "-ivfsoverlay",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-iwithsysroot",
    "-l",
    "-lazy_framework",
    "-lazy_library",
    "-meabi",
    "-mllvm",
    "-mmlir",
    "-module-dependency-dir",
    "-mthread-model",
    "-multiply_defined",
    "-multiply_defined_unused",
    "-o",
    "-object-file-name",
    "-pagezero_size",
    "-read_only_relocs",
    "-reexport_framework",
    "-reexport_library",
    "-resource-dir",
    "-rpath",
    "-seg1addr",
    "-seg_addr_table",
    "-seg_addr_table_filename",
    "-segs_read_only_addr",
    "-segs_read_write_addr",
    "-serialize-diagnostics",
    "-specs",
    "-stdlib++-isystem",
    "-sub_library",
    "-sub_umbrella",
    "-target",
    "-u",
    "-umbrella",
    "-undefined",
    "-unexported_symbols_list",
    "-vfsoverlay",
    "-weak_framework",
    "-weak_library",
    "-weak_reference_mismatches",
    "-working-directory",
    "-x",
    "-z",
};
static_assert(std::is_sorted(std::begin(TAKES_NEXT), std::end(TAKES_NEXT)));

struct NamedKind {
  std::string_view name;
  InputKind kind;
};

constexpr NamedKind LANGUAGES[] = {
    {"assembler", InputKind::ASSEMBLER},
    {"assembler-with-cpp", InputKind::ASSEMBLER_CPP},
    {"ast", InputKind::PREPROCESSED},
    {"c", InputKind::SOURCE},
    {"c++", InputKind::SOURCE},
    {"c++-cpp-output", InputKind::PREPROCESSED},
    {"c++-module", InputKind::SOURCE},
    {"c++-module-cpp-output", InputKind::PREPROCESSED},
    {"cl", InputKind::SOURCE},
    {"clcpp", InputKind::SOURCE},
    {"cpp-output", InputKind::PREPROCESSED},
    {"cuda", InputKind::SOURCE},
    {"hip", InputKind::SOURCE},
    {"ir", InputKind::PREPROCESSED},
    {"objc++-cpp-output", InputKind::PREPROCESSED},
    {"objc-cpp-output", InputKind::PREPROCESSED},
    {"objective-c", InputKind::SOURCE},
    {"objective-c++", InputKind::SOURCE},
    {"objective-c++-cpp-output", InputKind::PREPROCESSED},
    {"objective-c-cpp-output", InputKind::PREPROCESSED},
    {"pcm", InputKind::PREPROCESSED},
};

constexpr NamedKind EXTENSIONS[] = {
    {"C", InputKind::SOURCE},         {"C++", InputKind::SOURCE},       {"CC", InputKind::SOURCE},
    {"CPP", InputKind::SOURCE},       {"CXX", InputKind::SOURCE},       {"H", InputKind::HEADER},
    {"M", InputKind::SOURCE},         {"S", InputKind::ASSEMBLER_CPP},  {"asm", InputKind::ASSEMBLER_CPP},
    {"ast", InputKind::PREPROCESSED}, {"bc", InputKind::PREPROCESSED},  {"c", InputKind::SOURCE},
    {"c++", InputKind::SOURCE},       {"c++m", InputKind::SOURCE},      {"cc", InputKind::SOURCE},
    {"ccm", InputKind::SOURCE},       {"cl", InputKind::SOURCE},        {"clcpp", InputKind::SOURCE},
    {"cp", InputKind::SOURCE},        {"cpp", InputKind::SOURCE},       {"cppm", InputKind::SOURCE},
    {"cu", InputKind::SOURCE},        {"cxx", InputKind::SOURCE},       {"cxxm", InputKind::SOURCE},
    {"h", InputKind::HEADER},         {"h++", InputKind::HEADER},       {"hh", InputKind::HEADER},
    {"hip", InputKind::SOURCE},       {"hpp", InputKind::HEADER},       {"hxx", InputKind::HEADER},
    {"i", InputKind::PREPROCESSED},   {"ii", InputKind::PREPROCESSED},  {"iim", InputKind::PREPROCESSED},
    {"ixx", InputKind::SOURCE},       {"ll", InputKind::PREPROCESSED},  {"m", InputKind::SOURCE},
    {"mi", InputKind::PREPROCESSED},  {"mii", InputKind::PREPROCESSED}, {"mm", InputKind::SOURCE},
    {"pcm", InputKind::PREPROCESSED}, {"s", InputKind::ASSEMBLER},      {"sx", InputKind::ASSEMBLER_CPP},
};

constexpr bool is_sorted_by_name(auto &table) {
  return std::is_sorted(std::begin(table), std::end(table),
                        [](const NamedKind &a, const NamedKind &b) { return a.name < b.name; });
}
static_assert(is_sorted_by_name(LANGUAGES) && is_sorted_by_name(EXTENSIONS));

InputKind look_up(auto &table, std::string_view name) {
  auto entry = std::lower_bound(std::begin(table), std::end(table), name,
                                [](const NamedKind &a, std::string_view b) { return a.name < b; });
  return entry != std::end(table) && entry->name == name ? entry->kind : InputKind::LINKER;
}

// "-print-x" and "--print-x" are the same option.
std::string_view without_dashes(std::string_view option) {
  option.remove_prefix(std::min<size_t>(option.find_first_not_of('-'), option.size()));
  return option;
}

} // namespace

bool takes_next_argument(std::string_view option) {
  return option.starts_with("-Xarch_") || option.starts_with("-Xopenmp-target=") ||
         std::binary_search(std::begin(TAKES_NEXT), std::end(TAKES_NEXT), option);
}

bool is_question(std::string_view option) {
  constexpr std::string_view EXACT[] = {"--version",    "--help",       "-help",     "--help-hidden",
                                        "-dumpversion", "-dumpmachine", "-dumpspecs"};
  if (std::find(std::begin(EXACT), std::end(EXACT), option) != std::end(EXACT))
    return true;
  if (option.starts_with("--autocomplete="))
    return true;
  std::string_view name = without_dashes(option);
  return option.starts_with('-') && name.starts_with("print-") && name != "print-missing-file-dependencies" &&
         name != "print-stats" && name != "print-ivar-layout";
}

bool is_linker_input(std::string_view option) {
  constexpr std::string_view EXACT[] = {"-Xlinker", "-Zlinker-input", "-rpath",      "-r", "-z",
                                        "-e",       "--no-undefined", "--for-linker"};
  return option.starts_with("-l") || option.starts_with("-Wl,") || option.starts_with("--for-linker=") ||
         std::find(std::begin(EXACT), std::end(EXACT), option) != std::end(EXACT);
}

InputKind kind_of_language(std::string_view language) {
  // Header languages are many, and all alike: c-header, c++-header, c++-user-header ...
  if (language.ends_with("-header") || language.ends_with("-header-cpp-output"))
    return InputKind::HEADER;
  return look_up(LANGUAGES, language);
}

InputKind kind_of_file(std::string_view name) {
  size_t dot = name.rfind('.');
  size_t slash = name.rfind('/');
  if (dot == std::string_view::npos || (slash != std::string_view::npos && dot < slash))
    return InputKind::LINKER;
  return look_up(EXTENSIONS, name.substr(dot + 1));
}

Phase stops_after(std::string_view option) {
  constexpr std::pair<std::string_view, Phase> STOPS[] = {
      {"-E", Phase::PREPROCESS},
      {"--preprocess", Phase::PREPROCESS},
      {"-M", Phase::PREPROCESS},
      {"-MM", Phase::PREPROCESS},
      {"--dependencies", Phase::PREPROCESS},
      {"--user-dependencies", Phase::PREPROCESS},
      {"-fsyntax-only", Phase::CHECK},
      {"--analyze", Phase::CHECK},
      {"-emit-ast", Phase::CHECK},
      {"-emit-interface-stubs", Phase::CHECK},
      {"-extract-api", Phase::CHECK},
      {"-module-file-info", Phase::CHECK},
      {"-rewrite-objc", Phase::CHECK},
      {"-rewrite-legacy-objc", Phase::CHECK},
      {"-verify-pch", Phase::CHECK},
      {"--precompile", Phase::CHECK},
      {"-fmodule-header", Phase::CHECK},
      {"-S", Phase::COMPILE},
      {"--assemble", Phase::COMPILE},
      {"-c", Phase::COMPILE},
      {"--compile", Phase::COMPILE},
  };
  for (const auto &[name, phase] : STOPS)
    if (name == option)
      return phase;
  return option.starts_with("-fmodule-header=") ? Phase::CHECK : Phase::LINK;
}

} // namespace braid::compile
