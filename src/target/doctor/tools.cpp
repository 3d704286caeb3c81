#include "target/doctor/tools.h"

#include "target/doctor/process.h"

#include <cadical.hpp>
#include <fmt/format.h>
#include <unistd.h>

namespace braid::doctor {

namespace {

const std::string BUILD_AGAIN = "Build Braid again: run './braid version' in its source folder.";

Check check_clang(const compile::Toolchain &toolchain) {
  const std::string package = "clang-" BRAID_LLVM_MAJOR;
  if (toolchain.clang.empty() || toolchain.clangxx.empty())
    return {Verdict::FAILURE, "compiler", package + " was not found", "Install it: apt-get install " + package};
  Outcome outcome = run_command({toolchain.clang, "--version"});
  std::string version = clang_version(outcome.output);
  if (!outcome.success() || version.empty())
    return {Verdict::FAILURE, "compiler", toolchain.clang + " does not run",
            "Install it again: apt-get install --reinstall " + package};
  if (version != BRAID_LLVM_VERSION)
    return {
        Verdict::FAILURE, "compiler",
        fmt::format("{} is version {}, the plugin was built for {}", toolchain.clang, version, BRAID_LLVM_VERSION),
        "Remove the folder build/ in Braid's source folder and build again: ./braid version"};
  return {Verdict::OK, "compiler", fmt::format("{}, version {}", toolchain.clang, version), ""};
}

// An empty source, compiled through the plugin: Clang says if it cannot load it.
Check check_plugin(const compile::Toolchain &toolchain) {
  if (access(toolchain.pass.c_str(), R_OK) != 0)
    return {Verdict::FAILURE, "compiler plugin", toolchain.pass + " is missing", BUILD_AGAIN};
  Outcome outcome = run_command(
      {toolchain.clang, "-fpass-plugin=" + toolchain.pass, "-x", "c", "-c", "/dev/null", "-o", "/dev/null"});
  if (!outcome.success())
    return {Verdict::FAILURE, "compiler plugin",
            "Clang cannot load it: " + outcome.output.substr(0, outcome.output.find('\n')), BUILD_AGAIN};
  return {Verdict::OK, "compiler plugin", toolchain.pass, ""};
}

Check check_parts(const compile::Toolchain &toolchain) {
  std::string missing;
  for (const std::string &file :
       {toolchain.unit, toolchain.runtime, toolchain.runtime_parts, toolchain.shared_runtime, toolchain.models,
        toolchain.shared_models, toolchain.fuzzer_main, toolchain.allocation, toolchain.exports,
        toolchain.include + "/braid.h", toolchain.libstdcxx + "/bits/c++config.h"})
    if (access(file.c_str(), R_OK) != 0)
      missing += (missing.empty() ? "" : ", ") + file;
  if (!missing.empty())
    return {Verdict::FAILURE, "runtime",
            missing + (missing.find(',') == std::string::npos ? " is" : " are") + " missing", BUILD_AGAIN};
  return {Verdict::OK, "runtime", "complete", ""};
}

} // namespace

std::string clang_version(const std::string &output) {
  const std::string mark = "clang version ";
  size_t start = output.find(mark);
  if (start == std::string::npos)
    return "";
  start += mark.size();
  return output.substr(start, output.find_first_not_of("0123456789.", start) - start);
}

Checks check_compiler(const compile::Toolchain &toolchain) {
  Checks checks{check_clang(toolchain)};
  if (checks.back().verdict == Verdict::OK)
    checks.push_back(check_plugin(toolchain));
  checks.push_back(check_parts(toolchain));
  return checks;
}

Checks check_solvers() {
  Checks checks{{Verdict::OK, "CaDiCaL", fmt::format("version {}", CaDiCaL::Solver::version()), ""}};
  // "Z3 version 4.8.12 - 64 bit": a process of its own answers what the solver's other layers cannot.
  Outcome outcome = run_command({"z3", "--version"});
  const size_t number = outcome.output.find("version ");
  if (outcome.success() && number != std::string::npos)
    checks.push_back(
        {Verdict::OK, "Z3", outcome.output.substr(number, outcome.output.find(' ', number + 8) - number), ""});
  else
    checks.push_back({Verdict::WARNING, "Z3",
                      "the program z3 does not run: floating point is solved by search alone",
                      "Install it: apt-get install z3"});
  return checks;
}

} // namespace braid::doctor
