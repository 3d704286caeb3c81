#include "cli/replay_case.h"

#include "cli/option_values.h"
#include "cli/program_arguments.h"
#include "results/error.h"
#include "results/fields.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace braid::cli {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using target::Ending;
using target::SourceKind;

std::string read_text(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::error_code ignored;
  if (!file || fs::is_directory(path, ignored))
    throw UsageError{fmt::format("{}: the file cannot be read", path.string())};
  return {std::istreambuf_iterator<char>(file), {}};
}

constexpr std::pair<const char *, SourceKind> KINDS[] = {
    {"stdin", SourceKind::STDIN},       {"file", SourceKind::FILE},
    {"argument", SourceKind::ARGUMENT}, {"environment", SourceKind::ENVIRONMENT},
    {"mark", SourceKind::MARK},         {"call", SourceKind::CALL},
    {"data", SourceKind::DATA},
};

constexpr std::pair<const char *, Ending> ENDINGS[] = {
    {"exited", Ending::EXITED},   {"signalled", Ending::SIGNALLED},     {"timed-out", Ending::TIMED_OUT},
    {"stopped", Ending::STOPPED}, {"server-lost", Ending::SERVER_LOST},
};

template <typename T, size_t N>
T look_up(const std::pair<const char *, T> (&table)[N], const results::Fields &fields, const char *name) {
  const std::string given = fields.text(name);
  for (const auto &[word, value] : table)
    if (word == given)
      return value;
  fields.refuse(name, fmt::format("is '{}', which is not known here", given));
}

std::string bytes_from_hex(const results::Fields &fields, const char *name) {
  constexpr std::string_view DIGITS = "0123456789abcdef";
  const std::string hex = fields.text(name);
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    const size_t high = DIGITS.find(hex[i]), low = DIGITS.find(hex[i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos)
      fields.refuse(name, fmt::format("is '{}', which are not bytes in hexadecimal", hex));
    bytes += static_cast<char>(high << 4 | low);
  }
  if (hex.size() % 2 != 0)
    fields.refuse(name, "has half a byte in it");
  return bytes;
}

int number_or_zero(const results::Fields &fields, const char *name) {
  return fields.has(name) ? int(fields.number(name)) : 0;
}

target::Outcome outcome_from(const results::Fields &fields) {
  target::Outcome outcome;
  outcome.ending = look_up(ENDINGS, fields, "ending");
  outcome.status = number_or_zero(fields, "status");
  outcome.signal = number_or_zero(fields, "signal");
  outcome.end = uint32_t(number_or_zero(fields, "end"));
  return outcome;
}

ReplayTest test_from(const results::Fields &fields, const fs::path &file) {
  ReplayTest test{fmt::format("{:06}", fields.number("number")), file, {}, {}};
  for (const results::Fields &input : fields.objects("inputs")) {
    const char *name = input.has("source") ? "source" : "name";
    test.input.add(look_up(KINDS, input, "kind"), input.has(name) ? input.text(name) : "",
                   bytes_from_hex(input, "hex"), uint16_t(number_or_zero(input, "index")));
  }
  if (fields.has("outcome"))
    test.recorded = outcome_from(fields.object("outcome"));
  return test;
}

ReplayTest read_test(const fs::path &file) {
  try {
    const json content = results::read_json(file);
    return test_from(results::Fields(content, file), file);
  } catch (const results::Error &error) {
    throw UsageError{fmt::format(
        "{}\nTests are the .json files that braid run writes; for raw bytes as standard input: --stdin",
        error.what())};
  }
}

std::vector<std::string> texts_or_none(const results::Fields &fields, const char *name) {
  return fields.has(name) ? fields.texts(name) : std::vector<std::string>();
}

ReplayCampaign read_campaign(const fs::path &folder) {
  const fs::path file = folder / "campaign.json";
  ReplayCampaign campaign;
  campaign.folder = folder;
  try {
    const json content = results::read_json(file);
    const results::Fields fields(content, file);
    campaign.program = fields.has("program") ? fields.text("program") : "";
    campaign.arguments = texts_or_none(fields, "arguments");
    for (const std::string &source : texts_or_none(fields, "sources"))
      campaign.sources.emplace_back(source);
    campaign.compiler_options = texts_or_none(fields, "compiler_options");
    if (fields.has("compile_commands"))
      campaign.compile_commands = fields.text("compile_commands");
    campaign.run_folder = fields.has("folder") ? fields.text("folder") : "";
    if (fields.has("run_time"))
      campaign.limits.time = std::chrono::duration_cast<std::chrono::nanoseconds>(
          std::chrono::duration<double>(fields.seconds("run_time")));
    if (fields.has("run_memory"))
      campaign.limits.memory = fields.large_number("run_memory");
    if (fields.has("run_file_limit"))
      campaign.limits.file = fields.large_number("run_file_limit");
  } catch (const results::Error &error) {
    throw UsageError{error.what()};
  }
  return campaign;
}

bool is_number(const std::string &text) {
  return !text.empty() && text.size() <= 9 && text.find_first_not_of("0123456789") == std::string::npos;
}

bool is_there(const fs::path &path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// The output folder for a test that is given by its number alone: the only one there is.
fs::path only_campaign() {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const fs::directory_entry &entry : fs::directory_iterator("braid-out", ignored))
    if (is_there(entry.path() / "campaign.json"))
      found.push_back(entry.path());
  if (found.size() == 1)
    return found.front();
  std::sort(found.begin(), found.end());
  std::string list;
  for (const fs::path &folder : found)
    list += "\n  -o " + folder.string();
  throw UsageError{found.empty() ? "there is no campaign in braid-out: say where it is with -o"
                                 : "there are several campaigns; say which one:" + list};
}

fs::path find_test(const ReplayChoice &choice, const fs::path &campaign) {
  if (is_there(choice.test) || !is_number(choice.test)) {
    if (!is_there(choice.test))
      throw UsageError{fmt::format("{}: there is no such test", choice.test)};
    // The folder of a finding, or what says what it is, stands for the test that shows it.
    const fs::path given = choice.test;
    std::error_code ignored;
    const fs::path of_finding = (fs::is_directory(given, ignored) ? given : given.parent_path()) / "test.json";
    const bool is_finding = fs::is_directory(given, ignored) || given.filename() == "finding.json";
    if (is_finding && !is_there(of_finding))
      throw UsageError{
          fmt::format("{}: this is not a test; tests are in OUT/tests and OUT/findings/*/test.json", choice.test)};
    return is_finding ? of_finding : given;
  }
  fs::path file = campaign / "tests" / fmt::format("{:06}.json", std::stoul(choice.test));
  if (!is_there(file))
    throw UsageError{fmt::format("{}: there is no such test; all of them: ls {}", file.string(),
                                 (campaign / "tests").string())};
  return file;
}

// Where the campaign of this test is; empty if it is not known.
fs::path find_campaign(const ReplayChoice &choice) {
  if (!choice.folder.empty()) {
    if (!is_there(fs::path(choice.folder) / "campaign.json"))
      throw UsageError{fmt::format("-o {}: this is not the output folder of a campaign (it has no campaign.json)",
                                   choice.folder)};
    return choice.folder;
  }
  if (choice.raw)
    return !choice.has_program ? only_campaign() : fs::path();
  if (!is_there(choice.test))
    return is_number(choice.test) ? only_campaign() : fs::path();
  // Tests are in OUT/tests, those of findings in OUT/findings/NAME.
  fs::path folder = fs::absolute(choice.test).lexically_normal();
  if (!folder.has_filename()) // a folder with a slash behind
    folder = folder.parent_path();
  for (int level = 0; level < 3; level++) {
    folder = folder.parent_path();
    if (is_there(folder / "campaign.json"))
      return shown_shortly(folder);
  }
  return {};
}

} // namespace

std::string shown_shortly(const fs::path &path) {
  const fs::path absolute = fs::absolute(path).lexically_normal();
  const std::string relative = absolute.lexically_proximate(fs::current_path()).string();
  return relative.size() < absolute.string().size() ? relative : absolute.string();
}

ReplayCase find_replay_case(const ReplayChoice &choice) {
  const fs::path folder = find_campaign(choice);
  ReplayCase found;
  if (choice.raw)
    found.test = {fs::path(choice.test).filename().string(),
                  choice.test,
                  target::Input::standard_input(read_text(choice.test)),
                  {}};
  else
    found.test = read_test(find_test(choice, folder));
  if (!folder.empty())
    found.campaign = read_campaign(folder);
  return found;
}

} // namespace braid::cli
