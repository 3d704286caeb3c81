#include "target/build/options.h"

#include "target/compile/invocation.h"
#include "target/compile/options.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace braid::target {

namespace {

using Words = std::vector<std::string>;

// Calls `visit` with each option, its value if that is the next word included, and with each input.
void for_each_option(const Words &words, const std::function<void(const Words &option)> &visit) {
  for (size_t i = 0; i < words.size(); i++) {
    Words option = {words[i]};
    if (words[i].starts_with('-') && compile::takes_next_argument(words[i]) && i + 1 < words.size())
      option.push_back(words[++i]);
    visit(option);
  }
}

Words keep_if(const Words &words, const std::function<bool(const std::string &option)> &wanted) {
  Words kept;
  for_each_option(words, [&](const Words &option) {
    if (wanted(option.front()))
      kept.insert(kept.end(), option.begin(), option.end());
  });
  return kept;
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return text.starts_with(start); });
}

// "-o file" and "-ofile", but not options that begin with the same letter, such as "-objc".
bool names_output(std::string_view option) {
  return (option.starts_with("-o") && !option.starts_with("-objc")) || option.starts_with("--output");
}

bool notes_dependencies(std::string_view option) {
  constexpr std::string_view EXACT[] = {"-M", "-MM", "-MD", "-MMD", "-MG", "-MP", "-MV"};
  return std::find(std::begin(EXACT), std::end(EXACT), option) != std::end(EXACT) ||
         starts_with_any(
             option, {"-MF", "-MT", "-MQ", "-MJ", "-Wp,-M", "--write-dependencies", "--write-user-dependencies"});
}

bool is_input(std::string_view word) { return word == "-" || !word.starts_with('-'); }

bool is_for_linker(std::string_view word) {
  return is_input(word) || compile::is_linker_input(word) || word.starts_with("-L") ||
         starts_with_any(word, {"--library-directory", "-fuse-ld", "-static", "-rdynamic", "-pie", "-no-pie"});
}

bool is_for_compiler(std::string_view word) { return starts_with_any(word, {"-x", "--language", "--braid-"}); }

} // namespace

Words without_output_options(const Words &options) {
  return keep_if(options, [](const std::string &option) {
    return is_input(option) || (compile::stops_after(option) == compile::Phase::LINK && !names_output(option) &&
                                !notes_dependencies(option));
  });
}

StepOptions split_options(const Words &options, bool plain) {
  StepOptions split;
  const Words known = keep_if(without_output_options(options), [&](const std::string &option) {
    return !plain || !option.starts_with("--braid-");
  });
  split.compile = keep_if(known, [](const std::string &option) { return !is_for_linker(option); });
  split.link = keep_if(known, [](const std::string &option) { return !is_for_compiler(option); });
  const std::set<std::string> sanitizers = compile::understand(known).sanitizers;
  if (plain && (sanitizers.contains("fuzzer") || sanitizers.contains("fuzzer-no-link")))
    for (Words *step : {&split.compile, &split.link})
      step->emplace_back("-fno-sanitize=fuzzer,fuzzer-no-link");
  return split;
}

Words options_for_both(const Words &compile_options) {
  return keep_if(compile_options, [](const std::string &option) {
    return option == "-pthread" || option == "--coverage" ||
           starts_with_any(
               option, {"-fsanitize", "-fno-sanitize", "-fopenmp", "-fprofile-", "-stdlib=", "-m", "--target="});
  });
}

Words without_foreign_standard(const Words &options, bool cxx) {
  return keep_if(options, [&](const std::string &option) {
    return !starts_with_any(option, {"-std=", "--std="}) || (option.find("++") != std::string::npos) == cxx;
  });
}

} // namespace braid::target
