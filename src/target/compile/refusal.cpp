#include "target/compile/refusal.h"

namespace braid::compile {

namespace {

struct RefusedSanitizer {
  std::string_view name;
  std::string_view reason;
};

constexpr std::string_view OWN_ALLOCATOR =
    "it replaces the memory allocator and keeps a shadow of memory, as Braid does";
constexpr std::string_view OWN_SHADOW = "it keeps a shadow of memory and of arguments, as Braid does";
constexpr std::string_view BEFORE_FUNCTIONS =
    "it writes a check value before each function, where Braid keeps its mark";
constexpr std::string_view NEEDS_LTO = "it needs link-time optimisation, which runs after Braid's instrumentation";

constexpr RefusedSanitizer REFUSED_SANITIZERS[] = {
    {"address", OWN_ALLOCATOR},
    {"hwaddress", OWN_ALLOCATOR},
    {"leak", "it replaces the memory allocator, as Braid does"},
    {"scudo", "it replaces the memory allocator, as Braid does"},
    {"memory", OWN_SHADOW},
    {"thread", OWN_SHADOW},
    {"dataflow", OWN_SHADOW},
    {"numerical", OWN_SHADOW},
    {"kernel-address", "it is for kernels, and Braid is for programs"},
    {"kernel-hwaddress", "it is for kernels, and Braid is for programs"},
    {"kernel-memory", "it is for kernels, and Braid is for programs"},
    {"safe-stack", "it moves variables to a second stack, which Braid does not follow"},
    {"kcfi", BEFORE_FUNCTIONS},
    {"cfi", NEEDS_LTO},
    {"cfi-cast-strict", NEEDS_LTO},
    {"cfi-derived-cast", NEEDS_LTO},
    {"cfi-icall", NEEDS_LTO},
    {"cfi-mfcall", NEEDS_LTO},
    {"cfi-nvcall", NEEDS_LTO},
    {"cfi-unrelated-cast", NEEDS_LTO},
    {"cfi-vcall", NEEDS_LTO},
};

std::string sanitizer_refusal(const Invocation &invocation) {
  for (const RefusedSanitizer &refused : REFUSED_SANITIZERS)
    if (invocation.sanitizers.contains(std::string(refused.name)))
      return "-fsanitize=" + std::string(refused.name) +
             " cannot be combined with Braid: " + std::string(refused.reason) +
             ".\nLeave it out here (or append -fno-sanitize=" + std::string(refused.name) +
             ") and keep a second build with it, to run the inputs in. "
             "-fsanitize=undefined may stay.";
  return "";
}

} // namespace

std::string refusal(const Invocation &invocation) {
  if (!invocation.compiles && !invocation.links)
    return "";
  if (!invocation.foreign_target.empty())
    return invocation.foreign_target +
           " asks for another machine: Braid instruments programs for x86-64 Linux "
           "only (64 bits).\nLeave it out, or compile this part with another compiler.";
  if (invocation.lto)
    return "-flto cannot be combined with Braid: code that the linker generates again would lose its "
           "instrumentation.\nLeave it out of the compiler's and the linker's flags, or append -fno-lto "
           "(CMake: -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=OFF, Meson: -Db_lto=false).";
  if (!invocation.displaces_prefix.empty() && invocation.compiles)
    return invocation.displaces_prefix +
           " cannot be combined with Braid: it puts instructions before each "
           "function, where Braid keeps its mark.\nLeave out the second number of the option.";
  if (!invocation.emulated_tls.empty())
    return invocation.emulated_tls +
           " cannot be combined with Braid, whose runtime uses the thread storage of the "
           "system.\nLeave it out.";
  return sanitizer_refusal(invocation);
}

} // namespace braid::compile
