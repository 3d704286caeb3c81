#include "target/compile/invocation.h"

#include <algorithm>
#include <cstddef>

namespace braid::compile {

namespace {

std::string_view base_name(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::vector<std::string_view> split(std::string_view list, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    size_t end = list.find(separator);
    parts.push_back(list.substr(0, end));
    if (end == std::string_view::npos)
      return parts;
    list.remove_prefix(end + 1);
  }
}

// The value if the argument is "name=value" or "namevalue" (name given with its "=" where it has one).
bool take_prefix(std::string_view &argument, std::string_view name) {
  if (!argument.starts_with(name))
    return false;
  argument.remove_prefix(name.size());
  return true;
}

bool is_our_target(std::string_view triple) {
  return (triple.starts_with("x86_64-") || triple.starts_with("amd64-")) &&
         triple.find("linux") != std::string_view::npos && !triple.ends_with("x32");
}

// Files of the compiler that close what the linker makes: everything has to come before them.
bool ends_link(std::string_view name) {
  name = base_name(name);
  return (name.starts_with("crtend") && name.ends_with(".o")) || name == "crtn.o";
}

bool is_c_library(std::string_view name) {
  name = base_name(name);
  return name == "libc.a" || name == "libc.so" || name.starts_with("libc.so.");
}

class Reader {
public:
  explicit Reader(const std::vector<std::string> &arguments) : arguments_(arguments) {
    result_.link_end = arguments.size();
  }

  Invocation read() {
    if (!arguments_.empty() && arguments_[0].starts_with("-cc1")) {
      result_.question = true;
      return result_;
    }
    for (position_ = 0; position_ < arguments_.size(); ++position_) {
      const std::string &argument = arguments_[position_];
      if (argument == "-" || !argument.starts_with('-'))
        input(argument);
      else if (takes_next_argument(argument))
        option_with_value(argument);
      else
        option(argument);
    }
    return finish();
  }

private:
  void input(const std::string &name) {
    InputKind kind;
    if (!language_.empty())
      kind = kind_of_language(language_);
    else if (name == "-") // only allowed with -E, where C is assumed
      kind = InputKind::SOURCE;
    else
      kind = kind_of_file(name);
    kinds_.push_back(kind);
    if (kind == InputKind::LINKER && ends_link(name))
      result_.link_end = std::min(result_.link_end, position_);
    result_.names_c_library |= kind == InputKind::LINKER && is_c_library(name);
  }

  void option_with_value(const std::string &option) {
    std::string value = position_ + 1 < arguments_.size() ? arguments_[position_ + 1] : "";
    if (is_question(option))
      result_.question = true;
    if (is_linker_input(option))
      kinds_.push_back(InputKind::LINKER);
    if (option == "-x" || option == "--language")
      set_language(value);
    else if (option == "-target")
      target(value, option + " " + value);
    else if (option == "-l")
      library(value);
    else if (option == "-Xlinker" || option == "--for-linker" || option == "-Zlinker-input")
      linker_option(value);
    ++position_;
  }

  void option(const std::string &argument) {
    if (is_question(argument))
      result_.question = true;
    if (is_linker_input(argument))
      kinds_.push_back(InputKind::LINKER);
    result_.phase = std::min(result_.phase, stops_after(argument));

    std::string_view rest = argument;
    if (take_prefix(rest, "-x") || take_prefix(rest, "--language="))
      set_language(rest);
    else if (take_prefix(rest, "--target="))
      target(rest, argument);
    else if (take_prefix(rest, "-Wl,"))
      for (std::string_view part : split(rest, ','))
        linker_option(part);
    else if (take_prefix(rest, "--for-linker="))
      linker_option(rest);
    else if (take_prefix(rest, "-fsanitize="))
      for (std::string_view name : split(rest, ','))
        result_.sanitizers.emplace(name);
    else if (take_prefix(rest, "-fno-sanitize="))
      for (std::string_view name : split(rest, ','))
        drop_sanitizer(name);
    else if (take_prefix(rest, "-fpatchable-function-entry="))
      result_.displaces_prefix = rest.find(',') != std::string_view::npos && !rest.ends_with(",0") ? argument : "";
    else if (argument == "-flto" || argument.starts_with("-flto=") || argument.starts_with("-fthinlto-index="))
      result_.lto = true;
    else if (argument == "-fno-lto")
      result_.lto = false;
    else if (fusion(argument))
      return;
    else if (argument == "-femulated-tls" || argument == "-fno-emulated-tls")
      result_.emulated_tls = argument == "-femulated-tls" ? argument : "";
    else if (argument == "-m32" || argument == "-mx32" || argument == "-m16")
      machine_ = argument;
    else if (argument == "-m64")
      machine_.clear();
    else if (argument == "-ffreestanding" || argument == "-fno-hosted")
      freestanding_ = true;
    else if (argument == "-fhosted" || argument == "-fno-freestanding")
      freestanding_ = false;
    else if (take_prefix(rest, "-mcmodel="))
      kernel_code_ = rest == "kernel";
    else if (argument == "-shared" || argument == "--shared")
      shared_ = true;
    else if (argument == "-static" || argument == "--static" || argument == "-static-pie")
      static_ = true;
    else if (argument == "-r" || argument == "--emit-static-lib")
      relocatable_ = true;
    else if (argument == "-nostdlib" || argument == "--no-standard-libraries" || argument == "-nodefaultlibs" ||
             argument == "-nolibc")
      result_.no_default_libraries = true;
    else if (take_prefix(rest, "-l"))
      library(rest);
  }

  // What Clang makes of them, in their order: -fno-fast-math takes back what -ffast-math asked for, but not
  // -ffp-contract=fast.
  bool fusion(std::string_view argument) {
    if (take_prefix(argument, "-ffp-contract=") || take_prefix(argument, "-ffp-model="))
      fusion_ = fusion_asked_ = argument == "fast";
    else if (argument == "-ffast-math" || argument == "-funsafe-math-optimizations")
      fusion_ = true;
    else if (argument == "-fno-fast-math" || argument == "-fno-unsafe-math-optimizations")
      fusion_ = fusion_asked_;
    else if (!argument.starts_with("-O"))
      return false;
    fast_level_ = argument == "-Ofast";
    return true;
  }

  void set_language(std::string_view language) { language_ = language == "none" ? "" : language; }

  void target(std::string_view triple, const std::string &option) {
    foreign_ = is_our_target(triple) ? "" : option;
  }

  void library(std::string_view name) {
    result_.names_c_library |= name == "c" || (name.starts_with(':') && is_c_library(name.substr(1)));
  }

  void linker_option(std::string_view option) {
    if (option == "-r" || option == "-i" || option == "--relocatable" || option == "-relocatable")
      relocatable_ = true;
    else if (option == "-shared" || option == "--shared" || option == "-Bshareable")
      shared_ = true;
    else if (option == "-lc")
      result_.names_c_library = true;
    else if (!option.starts_with('-') && ends_link(option))
      result_.link_end = std::min(result_.link_end, position_);
  }

  void drop_sanitizer(std::string_view name) {
    if (name == "all")
      result_.sanitizers.clear();
    else
      result_.sanitizers.erase(std::string(name));
  }

  Invocation finish() {
    result_.empty = kinds_.empty();
    result_.language_forced = !language_.empty();
    result_.foreign_target = machine_.empty() ? foreign_ : machine_;
    result_.fuses_anywhere = fusion_ || fast_level_;
    result_.freestanding = freestanding_ || kernel_code_;
    for (InputKind kind : kinds_) {
      result_.preprocesses |=
          kind == InputKind::SOURCE || kind == InputKind::HEADER || kind == InputKind::ASSEMBLER_CPP;
      result_.compiles |=
          kind == InputKind::SOURCE || kind == InputKind::PREPROCESSED || kind == InputKind::HEADER;
      result_.links |= kind != InputKind::HEADER;
    }
    result_.compiles &= result_.phase >= Phase::COMPILE;
    result_.links &= result_.phase == Phase::LINK;
    if (relocatable_)
      result_.output = Output::RELOCATABLE;
    else if (shared_)
      result_.output = Output::SHARED;
    else if (static_)
      result_.output = Output::STATIC_EXECUTABLE;
    return result_;
  }

  const std::vector<std::string> &arguments_;
  size_t position_ = 0;
  Invocation result_;
  std::string language_; // given by -x, for the inputs after it
  std::string machine_, foreign_;
  bool fusion_ = false, fusion_asked_ = false, fast_level_ = false;
  std::vector<InputKind> kinds_;
  bool freestanding_ = false, kernel_code_ = false;
  bool shared_ = false, static_ = false, relocatable_ = false;
};

} // namespace

Invocation understand(const std::vector<std::string> &arguments) { return Reader(arguments).read(); }

std::vector<std::string> without_end_of_options(std::vector<std::string> arguments) {
  size_t end = 0;
  while (end < arguments.size() && arguments[end] != "--")
    end += arguments[end].starts_with('-') && takes_next_argument(arguments[end]) ? 2 : 1;
  if (end >= arguments.size())
    return arguments;
  arguments.erase(arguments.begin() + ptrdiff_t(end));
  for (size_t i = end; i < arguments.size(); ++i)
    if (arguments[i] != "-" && (arguments[i].starts_with('-') || arguments[i].starts_with('@')))
      arguments[i].insert(0, "./");
  return arguments;
}

} // namespace braid::compile
