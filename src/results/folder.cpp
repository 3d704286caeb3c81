#include "results/folder.h"

#include "results/error.h"
#include "results/fields.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <fmt/format.h>
#include <sys/stat.h>

namespace braid::results {

namespace {

namespace fs = std::filesystem;

// Somebody who gives braid-out means braid-out/NAME.
std::string nearest_folder(const fs::path &path) {
  std::error_code failed;
  for (const fs::directory_entry &entry : fs::directory_iterator(path, failed))
    if (fs::exists(entry.path() / "campaign.json", failed))
      return fmt::format("There is one in {}.", entry.path().string());
  return "Give the folder that braid run wrote; it names it at its end.";
}

// One finding has a folder of its own, and names its test.
std::unordered_set<uint32_t> findings_in(const fs::path &folder) {
  std::unordered_set<uint32_t> tests;
  std::error_code missing;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, missing)) {
    const fs::path file = entry.path() / "finding.json";
    const nlohmann::json content = read_json(file);
    tests.insert(Fields(content, file).number("test"));
  }
  return tests;
}

std::string file_name(uint32_t number, const char *suffix) { return fmt::format("{:06}{}", number, suffix); }

} // namespace

Folder::Folder(fs::path path) : path_(std::move(path)) {
  std::error_code ignored;
  if (!fs::is_directory(path_, ignored))
    throw BadRequest(path_.string(), fs::exists(path_, ignored) ? "is not a folder" : "there is no such folder",
                     "Give the folder that braid run wrote; it names it at its end.");
  const fs::path file = path_ / "campaign.json";
  if (!fs::exists(file, ignored))
    throw BadRequest(path_.string(), "is not a results folder: it has no campaign.json", nearest_folder(path_));
  const nlohmann::json content = read_json(file);
  const Fields fields(content, file);
  const uint32_t format = fields.number("format");
  if (format > FORMAT)
    throw Error(file.string(),
                fmt::format("a newer Braid wrote this folder: format {}, this one reads up to {}", format, FORMAT),
                "Use that version, or explore again with this one.");
  if (format != FORMAT)
    fields.refuse("format", fmt::format("is {}, which never existed", format));
  campaign_ = {.program = fields.text("program"),
               .arguments = fields.texts("arguments"),
               .sources = fields.texts("sources"),
               .folder = fields.has("folder") ? fields.text("folder") : ""};
  findings_ = findings_in(path_ / "findings");
}

// The folder does not say it, so that equal explorations leave equal folders; its first file does.
std::string Folder::created() const {
  struct stat facts{};
  struct tm parts{};
  std::array<char, sizeof "2026-01-31T12:00:00Z"> text{};
  if (stat((path_ / "campaign.json").c_str(), &facts) == 0 && gmtime_r(&facts.st_mtime, &parts) != nullptr)
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

std::vector<uint32_t> Folder::tests() const {
  std::vector<uint32_t> numbers;
  std::error_code failed;
  for (const fs::directory_entry &entry : fs::directory_iterator(path_ / "tests", failed)) {
    const std::string name = entry.path().stem().string();
    uint32_t number = 0;
    const auto [end, wrong] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (entry.path().extension() == ".json" && wrong == std::errc() && end == name.data() + name.size())
      numbers.push_back(number);
  }
  if (failed)
    throw Error((path_ / "tests").string(), "the folder of the tests cannot be read: " + failed.message(),
                "If it is gone, explore again with braid run.");
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

Test Folder::test(uint32_t number) const {
  const fs::path file = path_ / "tests" / file_name(number, ".json");
  const nlohmann::json content = read_json(file);
  const Fields fields(content, file);
  Test test;
  test.number = fields.number("number");
  if (test.number != number)
    fields.refuse("number", fmt::format("is {}", test.number));
  std::string all;
  for (const Fields &described : fields.objects("inputs")) {
    test.inputs.push_back(input_of(described));
    all += test.inputs.back().bytes;
  }
  const Fields outcome = fields.object("outcome");
  test.ending = outcome.word<Ending>("ending", ENDINGS);
  test.signal = outcome.number("signal");
  test.is_path = fields.truth("is_path");
  test.new_ways = fields.number("new_ways");
  if (fields.has("parent"))
    test.parent = fields.number("parent");
  test.path = fields.text("path");
  test.is_finding =
      test.ending == Ending::SIGNALLED || test.ending == Ending::TIMED_OUT || findings_.contains(number);
  // The two files are the same input, in two forms. People edit such files.
  const fs::path raw = path_ / "tests" / file_name(number, ".input");
  if (read_bytes(raw) != all)
    refuse_file(raw, fmt::format("does not hold the inputs that {} describes", file.filename().string()));
  return test;
}

std::unordered_map<uint32_t, Site> Folder::sites() const {
  const fs::path file = path_ / "sites.json";
  const nlohmann::json content = read_json(file);
  if (!content.is_array())
    refuse_file(file, "the content is not a list");
  std::unordered_map<uint32_t, Site> sites;
  for (size_t i = 0; i < content.size(); i++) {
    const Fields fields(content[i], file, fmt::format("[{}]", i));
    Site site{.file = fields.text("file"),
              .function = fields.text("function"),
              .line = fields.number("line"),
              .column = fields.number("column")};
    if (!sites.emplace(fields.number("number"), std::move(site)).second)
      fields.refuse("number", "was given to another site before");
  }
  return sites;
}

} // namespace braid::results
