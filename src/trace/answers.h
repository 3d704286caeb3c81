// What is known about library functions whose answer comes from outside the program and is not input
// (answers.def). A run's trace says at which calls the program asked one of them: these sites have kind CALL and a
// way that was gone.
#pragma once

#include "trace/reader.h"

namespace braid::trace {

// Where an answer comes from.
enum class AnswerKind : uint8_t {
#define BRAID_ANSWER_KIND(KIND, text) KIND,
#include "trace/answers.def"
};

// Such as "clock".
std::string_view answer_text(AnswerKind kind);

struct Answer {
  AnswerKind kind;
  bool is_number; // it can be declared input
};

// Null if answers.def does not know the function.
const Answer *find_answer(std::string_view function);

// Whether the flag of this site is that of a question to the outside.
inline bool is_question(const braid_site &site) {
  return site.kind == BRAID_SITE_CALL && site.first_way != 0 && site.way_count != 0;
}

// The sites of the questions that the program asked in this run.
std::vector<uint32_t> asked(const View &view);

} // namespace braid::trace
