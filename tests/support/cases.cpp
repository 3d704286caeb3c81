#include "cases.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace braid::verify {

namespace {

using nlohmann::json;
using target::SourceKind;

std::string contents_of(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw std::runtime_error(path.string() + ": cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

unsigned digit_of(char c) {
  if (c >= '0' && c <= '9')
    return unsigned(c - '0');
  if (c >= 'a' && c <= 'f')
    return unsigned(c - 'a' + 10);
  throw std::runtime_error(std::string("not a hexadecimal digit: ") + c);
}

std::string bytes_of(const json &text) {
  const std::string &digits = text.get_ref<const std::string &>();
  std::string bytes;
  for (size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes.push_back(char(digit_of(digits[i]) << 4 | digit_of(digits[i + 1])));
  return bytes;
}

Case case_of(const json &description) {
  Case one;
  one.name = description.value("name", "");
  one.end = description.value("end", "");
  if (description.contains("stdin"))
    one.input.add(SourceKind::STDIN, "stdin", bytes_of(description["stdin"]));
  uint16_t number = 0;
  for (const json &argument : description.value("arguments", json::array())) {
    number++;
    one.input.add(SourceKind::ARGUMENT, "argv[" + std::to_string(number) + "]", bytes_of(argument), number);
  }
  const json variables = description.value("environment", json::object());
  for (const auto &[name, bytes] : variables.items())
    one.input.add(SourceKind::ENVIRONMENT, name, bytes_of(bytes));
  const json files = description.value("files", json::object());
  for (const auto &[name, bytes] : files.items())
    one.input.add(SourceKind::FILE, name, bytes_of(bytes));
  for (const json &mark : description.value("marks", json::array()))
    one.input.add(SourceKind::MARK, mark.at(0).get<std::string>(), bytes_of(mark.at(1)));
  if (description.contains("data"))
    one.input.add(SourceKind::DATA, "data", bytes_of(description["data"]));
  return one;
}

} // namespace

std::vector<Case> read_cases(const std::filesystem::path &file) {
  std::vector<Case> cases;
  try {
    for (const json &description : json::parse(contents_of(file)))
      cases.push_back(case_of(description));
  } catch (const json::exception &problem) {
    throw std::runtime_error(file.string() + ": " + problem.what());
  }
  return cases;
}

std::vector<Case> standard_input_cases(const std::filesystem::path &path) {
  std::vector<std::filesystem::path> files = {path};
  if (std::filesystem::is_directory(path)) {
    files.clear();
    for (const auto &entry : std::filesystem::directory_iterator(path))
      if (entry.is_regular_file())
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
  }
  std::vector<Case> cases;
  for (const std::filesystem::path &file : files)
    cases.push_back({file.filename().string(), target::Input::standard_input(contents_of(file)), ""});
  return cases;
}

} // namespace braid::verify
