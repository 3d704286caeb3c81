#include "trace/answers.h"

#include <unordered_map>

namespace braid::trace {

namespace {

enum class Where { NUMBER, BOTH, RESULT, MEMORY, STATE };

constexpr bool is_number(Where where) { return where == Where::NUMBER || where == Where::BOTH; }

} // namespace

std::string_view answer_text(AnswerKind kind) {
  static constexpr std::string_view TEXTS[] = {
#define BRAID_ANSWER_KIND(KIND, text) text,
#include "trace/answers.def"
  };
  return TEXTS[size_t(kind)];
}

const Answer *find_answer(std::string_view function) {
  static const std::unordered_map<std::string_view, Answer> ALL = {
#define BRAID_ANSWER(name, KIND, WHERE) {#name, {AnswerKind::KIND, is_number(Where::WHERE)}},
#include "trace/answers.def"
  };
  const auto found = ALL.find(function);
  return found == ALL.end() ? nullptr : &found->second;
}

std::vector<uint32_t> asked(const View &view) {
  std::vector<uint32_t> sites;
  for (uint32_t number = 1; number < view.sites().size(); number++) {
    const braid_site &site = view.sites()[number];
    if (is_question(site) && view.gone()[site.first_way] == 1)
      sites.push_back(number);
  }
  return sites;
}

} // namespace braid::trace
