#include "cli/option_values.h"

#include <charconv>
#include <fmt/format.h>

namespace braid::cli {

CLI::Validator whole_number() {
  return {[](const std::string &text) -> std::string {
            uint32_t value = 0;
            const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
            if (failed == std::errc() && end == text.data() + text.size())
              return {};
            return fmt::format("'{}' is not a whole number from 0 to {}", text, UINT32_MAX);
          },
          ""};
}

CLI::Validator seconds() {
  return {[](const std::string &text) -> std::string {
            constexpr double MOST = 1e9; // about 30 years, and no overflow in nanoseconds
            double value = -1;
            const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
            if (failed == std::errc() && end == text.data() + text.size() && value >= 0 && value <= MOST)
              return {};
            return fmt::format("'{}' is not a number of seconds, such as 2.5, or 0 for no limit", text);
          },
          ""};
}

CLI::Validator size_in_bytes() {
  return {[](std::string &text) -> std::string {
            std::string size = text;
            try {
              if (!text.starts_with('-') && CLI::AsSizeValue(false)(size).empty()) {
                text = size;
                return {};
              }
            } catch (const CLI::ParseError &) { // NOLINT(bugprone-empty-catch): told below, like an error returned
            }
            return fmt::format(
                "'{}' is not a size: a number of bytes, or of KiB, MiB or GiB, such as 512MiB; 0 for no limit",
                text);
          },
          ""};
}

CLI::Option *add_address_model(CLI::App &command, std::string &value) {
  return command
      .add_option(
          "--addresses", value,
          "Addresses that depend on input: theory takes the object for an\narray, lazy tries them one by one, "
          "auto (the default) chooses,\nconcrete is lazy without a look at the object's bounds")
      ->check(CLI::IsMember({"auto", "theory", "lazy", "concrete"}))
      ->option_text("MODEL");
}

braid_addresses address_model(const std::string &value) {
  return value == "theory"     ? BRAID_ADDRESSES_THEORY
         : value == "lazy"     ? BRAID_ADDRESSES_LAZY
         : value == "concrete" ? BRAID_ADDRESSES_CONCRETE
                               : BRAID_ADDRESSES_AUTO;
}

} // namespace braid::cli
