#include "target/compile/toolchain.h"

#include <climits>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace braid::compile {

Toolchain Toolchain::at(const std::string &prefix) {
  std::string lib = prefix + "/lib/";
  Toolchain toolchain{
      .clang = find_clang(BRAID_CLANG, "clang-" BRAID_LLVM_MAJOR),
      .clangxx = find_clang(BRAID_CLANGXX, "clang++-" BRAID_LLVM_MAJOR),
      .pass = lib + "braid-pass.so",
      .unit = lib + "braid-unit.o",
      .runtime = lib + "braid-rt.o",
      .runtime_parts = lib + "libbraid-rt.a",
      .shared_runtime = lib + "libbraid-rt.so",
      .models = lib + "libbraid-models.a",
      .shared_models = lib + "libbraid-models.so",
      .cxx_models = lib + "libbraid-cxx.a",
      .fuzzer_main = lib + "libbraid-main.a",
      .allocation = lib + "libbraid-alloc.a",
      .exports = lib + "braid-exports.list",
      .include = prefix + "/include",
      .libstdcxx = prefix + "/include/libstdcxx",
  };
  if (access(toolchain.cxx_models.c_str(), R_OK) != 0)
    toolchain.cxx_models.clear();
  return toolchain;
}

void Toolchain::models_for_merging() {
  for (std::string *archive : {&models, &cxx_models, &fuzzer_main})
    if (archive->ends_with(".a"))
      archive->insert(archive->size() - 2, "-merging");
}

std::string running_prefix() {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0 || length == ssize_t(sizeof path))
    return "";
  std::string_view name(path, size_t(length));
  for (int level = 0; level < 2; ++level) {
    size_t slash = name.rfind('/');
    if (slash == std::string_view::npos)
      return "";
    name = name.substr(0, slash);
  }
  return std::string(name);
}

std::string find_clang(const std::string &where, const std::string &name) {
  if (access(where.c_str(), X_OK) == 0)
    return where;
  const char *path = getenv("PATH");
  std::string_view folders = path ? path : "";
  while (!folders.empty()) {
    size_t end = folders.find(':');
    std::string candidate = std::string(folders.substr(0, end)) + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0)
      return candidate;
    folders.remove_prefix(end == std::string_view::npos ? folders.size() : end + 1);
  }
  return "";
}

} // namespace braid::compile
