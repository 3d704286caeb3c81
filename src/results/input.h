// The inputs of a test as its JSON describes them, read and written: tests and findings have the same objects.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace braid::results {

class Fields;

enum class InputKind : uint8_t { STDIN, FILE, ARGUMENT, ENVIRONMENT, MARK, CALL, DATA };
constexpr std::array<const char *, 7> INPUT_KINDS = {"stdin", "file", "argument", "environment",
                                                     "mark",  "call", "data"};

struct Input {
  InputKind kind = InputKind::STDIN;
  std::string name;   // for people; different for all inputs of a test
  std::string source; // path of the file, name of the variable, mark or function
  uint32_t index = 0; // of an argument: its number, from 1
  std::string bytes;

  bool operator==(const Input &) const = default;
};

Input input_of(const Fields &fields);
nlohmann::ordered_json input_json(const Input &input);

// What there is to see of it as text: of arguments and variables the part before the zero that ends them, of
// marks and results of calls nothing unless all of it is text.
std::string_view shown_bytes(const Input &input);

// Bytes as in a string of C: text in UTF-8 as it is, other bytes as \n, \t or \x1b; without the quotes.
std::string c_text(std::string_view bytes);

} // namespace braid::results
