// Operations that can go wrong: signed overflow, a shift by too much, an index behind its array and so on.
//
// Clang knows where they are and how to tell: with -fsanitize=signed-integer-overflow and its like it puts a
// branch before each of them, to a call of a handler of its library. Here these branches become marks, calls of a
// function that is never defined, whose first argument is "it goes wrong" and whose second is which check it is
// (trace/checks.def). The path does not branch at them: going wrong is no decision of the program, but something
// to be asked about. When the code is instrumented a mark becomes an event, if its condition depends on input or
// if it holds, and then the marks are removed.
#pragma once

#include "llvm/IR/Module.h"

namespace braid {

bool isCheck(const llvm::Instruction &instruction);

/// Of a mark, or of a call or intrinsic that takes a length: enum braid_check.
unsigned numberOfCheck(const llvm::Instruction &mark);

void removeChecks(llvm::Module &module);

} // namespace braid
