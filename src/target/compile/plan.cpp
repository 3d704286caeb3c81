#include "target/compile/plan.h"

#include "target/compile/refusal.h"

#include <algorithm>
#include <cstddef>

namespace braid::compile {

namespace {

class Planner {
public:
  Planner(const std::vector<std::string> &arguments, const Toolchain &toolchain,
          const std::vector<std::string> &checks)
      : arguments_(arguments), tools_(toolchain), checks_(checks), invocation_(understand(arguments)) {}

  Plan plan() {
    if (invocation_.question || invocation_.empty) {
      plan_.arguments = arguments_;
      return plan_;
    }
    plan_.refusal = refusal(invocation_);
    if (!plan_.refusal.empty())
      return plan_;
    if (invocation_.preprocesses)
      preprocess();
    if (invocation_.compiles && !invocation_.freestanding)
      compile();
    auto link_end = arguments_.begin() + ptrdiff_t(invocation_.link_end);
    plan_.arguments.insert(plan_.arguments.end(), arguments_.begin(), link_end);
    sanitizers();
    if (invocation_.links)
      link();
    plan_.arguments.insert(plan_.arguments.end(), link_end, arguments_.end());
    return plan_;
  }

private:
  void add(std::string argument) { plan_.arguments.push_back(std::move(argument)); }

  void add_file(const std::string &file) {
    plan_.needs.push_back(file);
    add(file);
  }

  void preprocess() {
    add("-isystem");
    add(tools_.libstdcxx);
    add("-idirafter");
    add(tools_.include);
    // The C library's header would make isalpha and its like look-ups in a table; as calls they have models.
    add("-D__NO_CTYPE");
  }

  void compile() {
    plan_.needs.push_back(tools_.pass);
    add("-fpass-plugin=" + tools_.pass);
    // Places in the source, unless the builder's own -g option says something else.
    add("-gline-tables-only");
    // At -O0 Clang forbids every later transformation of the code, ours included.
    add("-Xclang");
    add("-disable-O0-optnone");
    // The pass says what is fused (instrument/Fusion.cpp), and the code generator keeps to it.
    if (invocation_.fuses_anywhere)
      add("-ffp-contract=fast-honor-pragmas");
    // A builder who has the sanitizer's own checks keeps them.
    if (invocation_.sanitizers.empty())
      plan_.arguments.insert(plan_.arguments.end(), checks_.begin(), checks_.end());
  }

  // What can be taken out of a sanitizer instead of refusing all of it. The fuzzer's part is played by the
  // runtime's own main; the check of function types would stand where the pass puts its mark.
  void sanitizers() {
    const std::set<std::string> &given = invocation_.sanitizers;
    if (given.contains("fuzzer") || given.contains("fuzzer-no-link"))
      add("-fno-sanitize=fuzzer,fuzzer-no-link");
    if (given.contains("undefined") || given.contains("undefined-trap") || given.contains("function"))
      add("-fno-sanitize=function");
  }

  void link() {
    if (invocation_.output == Output::RELOCATABLE)
      return;
    if (invocation_.language_forced)
      add("-xnone");
    if (invocation_.output == Output::SHARED) {
      add_object(tools_.unit);
      if (!tools_.cxx_models.empty())
        add(tools_.cxx_models);
      add_file(tools_.shared_models);
      add_file(tools_.shared_runtime);
      return;
    }
    // An executable without the C library is freestanding in all likelihood: what it does not refer to must
    // not come with it.
    bool whole = !invocation_.no_default_libraries || invocation_.names_c_library;
    if (whole) {
      add_object(tools_.unit);
      add_object(tools_.runtime);
      // Also for a program that leaves all allocation to its libraries: they find these functions in it.
      add("-Wl,--undefined=malloc");
    }
    if (whole && invocation_.output == Output::EXECUTABLE) {
      plan_.needs.push_back(tools_.exports);
      add("-Wl,--dynamic-list=" + tools_.exports);
    }
    add("-Wl,--push-state,--no-whole-archive");
    add("-Wl,--start-group");
    if (!tools_.cxx_models.empty())
      add(tools_.cxx_models);
    add_file(tools_.models);
    add_file(tools_.fuzzer_main);
    add_file(tools_.allocation);
    if (!whole)
      add_file(tools_.runtime_parts);
    add("-Wl,--end-group");
    // The mathematical library for the runtime, which evaluates what the program computes.
    add("-Wl,--as-needed");
    add("-lm");
    // The builder has taken the C library out, or named it before us: what the runtime needs comes from here.
    if (invocation_.no_default_libraries) {
      add("-lc");
      add("-lgcc");
    }
    add("-Wl,--pop-state");
  }

  // Some build systems look at which objects the compiler links and give them again by themselves.
  void add_object(const std::string &object) {
    if (std::find(arguments_.begin(), arguments_.end(), object) == arguments_.end())
      add_file(object);
  }

  const std::vector<std::string> &arguments_;
  const Toolchain &tools_;
  const std::vector<std::string> &checks_;
  Invocation invocation_;
  Plan plan_;
};

} // namespace

Plan make_plan(std::vector<std::string> arguments, const Toolchain &toolchain, bool cxx,
               const std::vector<std::string> &checks) {
  arguments = without_end_of_options(std::move(arguments));
  Plan plan = Planner(arguments, toolchain, checks).plan();
  plan.program = cxx ? toolchain.clangxx : toolchain.clang;
  return plan;
}

} // namespace braid::compile
