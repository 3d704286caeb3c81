#include "cli/exit_codes.h"

namespace braid::cli {

std::string exit_code_help() {
  std::string text = "Exit codes:\n";
  for (const ExitCodeMeaning &meaning : EXIT_CODES)
    text += "  " + std::to_string(meaning.code) + "  " + meaning.text + "\n";
  return text;
}

} // namespace braid::cli
