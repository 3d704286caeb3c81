// Questions to the outside: calls of library functions whose answer is neither input nor made by the program
// (trace/answers.def). "All paths were explored" is then true for the answers that were given, so every such call
// notes that it was made, with a flag like those of the ways of a branch (Ways.h): once for each run, however
// often.
//
// An answer matters only if a decision can depend on it. A program that prints the time has the same paths at
// every hour; so calls whose answer can be seen to go nowhere but into output are left out.
#pragma once

#include "llvm/IR/InstrTypes.h"

namespace braid {

/// Who notes that the question was asked.
enum class AskedBy { Call, CallWithDescriptor, Model };

struct Question {
  AskedBy by;
  llvm::StringRef function; ///< the library's name
};

/// Marks the calls whose answer may matter. Before instrumentation adds uses of its own.
void markQuestions(llvm::Module &module);

/// What a marked call asks.
std::optional<Question> questionOf(const llvm::Instruction &instruction);

} // namespace braid
