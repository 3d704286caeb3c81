// A flat folder of inputs, each named by the SHA-1 of its content: the corpus of libFuzzer and of most other
// fuzzers. Findings would end a fuzzer that reads its corpus, so they are left out; asked for alone they are
// written as libFuzzer names what it finds.
#pragma once

#include "results/request.h"

namespace braid::results {

void write_corpus(const Folder &folder, const Request &request, Account &account);

} // namespace braid::results
