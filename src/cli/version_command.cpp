#include "cli/version_command.h"

#include "cli/exit_codes.h"
#include "target/compile/toolchain.h"

#include <fmt/format.h>

namespace braid::cli {

void add_version_command(CLI::App &app, int &exit_code) {
  CLI::App *command =
      app.add_subcommand("version", "Print the version of Braid and of the compiler it works with");
  command->callback([&exit_code] {
    std::string prefix = compile::running_prefix();
    compile::Toolchain toolchain = compile::Toolchain::at(prefix);
    fmt::print("braid {}\n", BRAID_VERSION);
    fmt::print("built for LLVM {}, compiles with {}\n", BRAID_LLVM_VERSION,
               toolchain.clang.empty() ? "clang-" BRAID_LLVM_MAJOR ", which was not found" : toolchain.clang);
    fmt::print("compilers: {0}/bin/braid-cc, {0}/bin/braid-c++\n", prefix);
    exit_code = EXIT_DONE;
  });
}

} // namespace braid::cli
