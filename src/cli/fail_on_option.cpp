#include "cli/fail_on_option.h"

#include <fmt/format.h>

namespace braid::cli {

CLI::Validator fail_on_words() {
  return {[](const std::string &words) -> std::string {
            std::string wrong;
            if (results::FailOn::parse(words, wrong))
              return {};
            return fmt::format(
                "'{}' is not a kind of finding (docs/report.md has them), nor error, warning, note, "
                "any or none",
                wrong);
          },
          ""};
}

results::FailOn fail_on_of(const std::string &words) {
  std::string wrong;
  return results::FailOn::parse(words, wrong).value_or(results::FailOn());
}

} // namespace braid::cli
