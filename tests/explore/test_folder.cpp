#include "test_folder.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace braid::enumerate {

namespace {

using nlohmann::json;
using target::SourceKind;

constexpr std::pair<SourceKind, const char *> KINDS[] = {
    {SourceKind::STDIN, "stdin"},       {SourceKind::FILE, "file"},
    {SourceKind::ARGUMENT, "argument"}, {SourceKind::ENVIRONMENT, "environment"},
    {SourceKind::MARK, "mark"},         {SourceKind::CALL, "call"},
    {SourceKind::DATA, "data"}};

const char *kind_text(SourceKind kind) {
  for (const auto &[known, text] : KINDS)
    if (known == kind)
      return text;
  return "unknown";
}

SourceKind kind_of(const std::string &text) {
  for (const auto &[kind, known] : KINDS)
    if (text == known)
      return kind;
  throw std::runtime_error("there is no kind of input called " + text);
}

std::vector<uint8_t> bytes_of(const std::string &digits) {
  if (digits.size() % 2 != 0 || digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
    throw std::runtime_error("not bytes in hexadecimal: " + digits);
  std::vector<uint8_t> bytes;
  for (size_t i = 0; i < digits.size(); i += 2)
    bytes.push_back(static_cast<uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
  return bytes;
}

target::Input input_of(const json &sources) {
  target::Input input;
  for (const json &described : sources) {
    target::Source source;
    source.kind = kind_of(described.at("kind").get<std::string>());
    source.name = described.at("name").get<std::string>();
    source.bytes = bytes_of(described.at("hex").get<std::string>());
    source.symbolic_length = source.kind == SourceKind::STDIN || source.kind == SourceKind::FILE;
    source.index = described.value("index", uint16_t{0});
    input.sources.push_back(std::move(source));
  }
  return input;
}

json read_json(const std::filesystem::path &file) {
  std::ifstream stream(file);
  if (!stream)
    throw std::runtime_error(file.string() + ": cannot be read");
  try {
    return json::parse(stream);
  } catch (const json::exception &problem) {
    throw std::runtime_error(file.string() + ": " + problem.what());
  }
}

// Of an ending only the number that goes with it means something; its name is for people.
bool fits(const json &claimed, const target::Outcome &outcome) {
  if (outcome.ending == target::Ending::EXITED)
    return claimed.at("ending") == "exited" && claimed.at("status") == outcome.status;
  return claimed.at("ending") != "exited" && claimed.at("signal") == outcome.signal;
}

std::vector<std::filesystem::path> test_files(const std::filesystem::path &folder) {
  std::vector<std::filesystem::path> files;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".json")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

} // namespace

json input_json(const target::Input &input) {
  json sources = json::array();
  for (const target::Source &source : input.sources)
    sources.push_back(
        {{"name", source.name}, {"kind", kind_text(source.kind)}, {"hex", hexadecimal(source.bytes)}});
  return sources;
}

json outcome_json(const target::Outcome &outcome) {
  return {{"ending", target::ending_name(outcome.ending)},
          {"status", outcome.status},
          {"signal", outcome.signal},
          {"text", outcome.text()}};
}

std::set<std::string> known_paths(const std::filesystem::path &file) {
  std::set<std::string> keys;
  const json known = read_json(file);
  for (const json &path : known.at("paths"))
    keys.insert(path.at("key").get<std::string>());
  return keys;
}

json compare(Enumeration &enumeration, const std::set<std::string> &paths, const std::filesystem::path &folder) {
  json tests = json::array(), extra = json::array(), failed = json::array(), wrong = json::array();
  std::map<std::string, json> taken; // tests by path
  for (const std::filesystem::path &file : test_files(folder)) {
    const json test = read_json(file);
    if (!test.at("is_path").get<bool>())
      continue;
    const json &number = test.at("number");
    const Run run = enumeration.run(input_of(test.at("inputs")));
    const std::string key = run.key.text();
    tests.push_back({{"number", number},
                     {"file", file.filename().string()},
                     {"path", key},
                     {"inputs", test.at("inputs")},
                     {"outcome", outcome_json(run.outcome)}});
    if (!fits(test.at("outcome"), run.outcome))
      wrong.push_back(number);
    if (!run.is_path) {
      failed.push_back(number);
      continue;
    }
    if (!paths.contains(key))
      extra.push_back(number);
    taken.try_emplace(key, json::array()).first->second.push_back(number);
  }

  json missing = json::array(), duplicate = json::array();
  for (const std::string &key : paths)
    if (!taken.contains(key))
      missing.push_back(key);
  for (const auto &[key, numbers] : taken)
    if (numbers.size() > 1)
      duplicate.push_back(numbers);
  return {{"tests", tests},         {"missing", missing},          {"extra", extra},
          {"duplicate", duplicate}, {"failed_assumption", failed}, {"wrong_outcome", wrong}};
}

} // namespace braid::enumerate
