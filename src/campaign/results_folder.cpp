#include "campaign/results_folder.h"

#include "campaign/path_text.h"
#include "expr/utf8.h"
#include "target/error.h"
#include "trace/names.h"

#include <charconv>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace braid::campaign {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

// The bytes for people, as in a string of C: text as it is, other bytes as \n, \t or \x1b. All of it is text in
// UTF-8, whatever the bytes are.
void append_text(std::string &out, std::string_view bytes) {
  static constexpr std::pair<char, const char *> ESCAPES[] = {
      {'"', "\\\""}, {'\\', "\\\\\\\\"}, {'\n', "\\\\n"}, {'\t', "\\\\t"}, {'\r', "\\\\r"}};
  out += '"';
  while (!bytes.empty()) {
    const size_t length = std::max<size_t>(expr::printable_length(bytes), 1);
    const auto *escape = std::find_if(std::begin(ESCAPES), std::end(ESCAPES),
                                      [&](const auto &each) { return each.first == bytes.front(); });
    if (escape != std::end(ESCAPES))
      out += escape->second;
    else if (expr::printable_length(bytes) != 0)
      out += bytes.substr(0, length);
    else
      fmt::format_to(std::back_inserter(out), "\\\\x{:02x}", uint8_t(bytes.front()));
    bytes.remove_prefix(length);
  }
  out += '"';
}

// What is to be seen of a source as text: of strings of C the part before their end. Variables are numbers more
// often than texts.
std::string_view text_of(const target::Source &source) {
  const std::string_view bytes(reinterpret_cast<const char *>(source.bytes.data()), source.bytes.size());
  switch (source.kind) {
  case target::SourceKind::ARGUMENT:
  case target::SourceKind::ENVIRONMENT:
    return bytes.substr(0, bytes.find('\0'));
  case target::SourceKind::MARK:
  case target::SourceKind::CALL:
    return std::all_of(bytes.begin(), bytes.end(), [](char byte) { return byte >= 0x20 && byte < 0x7f; })
               ? bytes
               : std::string_view();
  default:
    return bytes;
  }
}

std::string json_text(std::string_view text) {
  return Json(std::string(text)).dump(-1, ' ', true, Json::error_handler_t::replace);
}

const char *kind_name(target::SourceKind kind) {
  static constexpr const char *NAMES[] = {"", "stdin", "file", "argument", "environment", "mark", "call", "data"};
  return NAMES[size_t(kind)];
}

} // namespace

ResultsFolder::ResultsFolder(fs::path folder) : folder_(std::move(folder)) { make_folders(); }

void ResultsFolder::make_folders() {
  std::error_code failed;
  fs::create_directories(folder_ / "tests", failed);
  if (!failed)
    fs::create_directories(folder_ / "findings", failed);
  if (!failed)
    tests_ = open((folder_ / "tests").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (failed || tests_ < 0)
    throw target::Error("the folder for the results cannot be made: " + failed.message(), folder_.string(),
                        "choose another with -o DIR");
}

fs::path ResultsFolder::put_aside() {
  unsigned number = 1;
  while (fs::exists(folder_ / "earlier" / std::to_string(number)))
    number++;
  const fs::path aside = folder_ / "earlier" / std::to_string(number);
  fs::create_directories(aside);
  close(tests_);
  static constexpr const char *RESULTS[] = {"tests",
                                            "findings",
                                            "state.sqlite",
                                            "state.sqlite-wal",
                                            "state.sqlite-shm",
                                            "state.sqlite-journal",
                                            "campaign.json",
                                            "sites.json",
                                            "tree.json",
                                            "stats.json"};
  for (const char *name : RESULTS)
    if (fs::exists(folder_ / name))
      fs::rename(folder_ / name, aside / name);
  make_folders();
  return aside;
}

ResultsFolder::~ResultsFolder() { close(tests_); }

fs::path ResultsFolder::test_path(explore::TestNumber test) const {
  return folder_ / "tests" / fmt::format("{:06}", test + 1);
}

void ResultsFolder::write_at(int folder, const char *name, const fs::path &path, std::span<const uint8_t> bytes) {
  const int file = openat(folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  bool written = file >= 0;
  for (size_t done = 0; written && done < bytes.size();) {
    const ssize_t count = ::write(file, bytes.data() + done, bytes.size() - done);
    written = count > 0;
    done += written ? size_t(count) : 0;
  }
  if (file >= 0)
    close(file);
  if (!written)
    throw target::system_error("writing a file of the results", path.string());
}

void ResultsFolder::write_test_file(explore::TestNumber test, const char *ending, std::span<const uint8_t> bytes) {
  const fs::path path = test_path(test).string() + ending;
  write_at(tests_, path.filename().c_str(), path, bytes);
}

void ResultsFolder::write(const fs::path &name, std::string_view text) {
  const fs::path path = folder_ / name, fresh = path.string() + ".new";
  write_at(AT_FDCWD, fresh.c_str(), fresh, {reinterpret_cast<const uint8_t *>(text.data()), text.size()});
  std::error_code failed;
  fs::rename(fresh, path, failed);
  if (failed)
    throw target::Error("a file of the results cannot be written: " + failed.message(), path.string());
}

void ResultsFolder::log(std::chrono::nanoseconds elapsed, std::string_view line) {
  std::ofstream(folder_ / "log.txt", std::ios::app)
      << fmt::format("{:10.3f} s  {}\n", std::chrono::duration<double>(elapsed).count(), line);
}

void ResultsFolder::write_facts(const CampaignFacts &facts) {
  Json json = {{"format", 1},
               {"program", fs::absolute(facts.program).string()},
               {"arguments", facts.arguments},
               {"sources", Json::array()},
               {"compiler_options", facts.compiler_options},
               {"command", facts.command},
               {"seed", facts.seed},
               {"run_time", std::chrono::duration<double>(facts.run_limits.time).count()},
               {"run_memory", facts.run_limits.memory},
               {"run_file_limit", facts.run_limits.file}};
  json["folder"] = fs::current_path().string();
  if (!facts.compile_commands.empty())
    json["compile_commands"] = fs::absolute(facts.compile_commands).string();
  for (const fs::path &source : facts.sources)
    json["sources"].push_back(fs::absolute(source).string());
  write("campaign.json", json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

bool ResultsFolder::has_test(explore::TestNumber test) const {
  return fs::exists(test_path(test).string() + ".json") && fs::exists(test_path(test).string() + ".input");
}

// Written for every run, so without a library in between.
void ResultsFolder::write_test(const explore::RunRecord &record) {
  std::string &out = buffer_;
  out.clear();
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{{\"number\": {},\n \"inputs\": [", record.test + 1);
  std::vector<uint8_t> raw;
  std::vector<trace::SourceFacts> facts;
  facts.reserve(record.input.sources.size());
  for (const target::Source &source : record.input.sources)
    facts.push_back({uint8_t(source.kind), source.index, source.name});
  const std::vector<std::string> names = trace::source_names(facts);
  for (size_t i = 0; i < record.input.sources.size(); i++) {
    const target::Source &source = record.input.sources[i];
    fmt::format_to(to, "{}\n  {{\"name\": {}, \"kind\": \"{}\", \"source\": {}, \"index\": {}, \"hex\": \"",
                   i == 0 ? "" : ",", json_text(names[i]), kind_name(source.kind), json_text(source.name),
                   source.index);
    static constexpr char DIGITS[] = "0123456789abcdef";
    for (const uint8_t byte : source.bytes) {
      out += DIGITS[byte >> 4];
      out += DIGITS[byte & 15];
    }
    out += '"';
    if (const std::string_view text = text_of(source); !text.empty()) {
      out += ", \"text\": ";
      append_text(out, text);
    }
    out += '}';
    raw.insert(raw.end(), source.bytes.begin(), source.bytes.end());
  }
  fmt::format_to(to,
                 "],\n \"outcome\": {{\"ending\": \"{}\", \"status\": {}, \"signal\": {}}},\n \"is_path\": {},\n "
                 "\"new_ways\": {},\n",
                 target::ending_name(record.outcome.ending), record.outcome.status, record.outcome.signal,
                 record.is_path, record.new_ways);
  if (record.made_for != nullptr)
    fmt::format_to(to, " \"parent\": {}, \"step\": {},\n", record.made_for->test + 1,
                   record.made_for->way.depth + 1);
  out += " \"path\": \"";
  const char *space = "";
  for (const explore::Step &step : record.path.steps) {
    out += space;
    space = " ";
    fmt::format_to(to, "{}", step.site);
    if (step.caller != 0)
      fmt::format_to(to, "/{}", step.caller);
    out += choice_text(step.kind, step.choice);
  }
  out += "\"}\n";
  write_test_file(record.test, ".input", raw);
  write_test_file(record.test, ".json", {reinterpret_cast<const uint8_t *>(out.data()), out.size()});
}

void ResultsFolder::remove_tests_from(explore::TestNumber first) {
  std::error_code ignored;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder_ / "tests", ignored)) {
    const std::string name = entry.path().stem().string();
    uint64_t number = 0;
    const auto [end, failed] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (failed == std::errc() && end == name.data() + name.size() && number > first)
      fs::remove(entry.path(), ignored);
  }
}

fs::path ResultsFolder::write_finding(const results::Finding &finding) {
  const fs::path folder = fs::path("findings") / results::folder_name(finding);
  fs::create_directories(folder_ / folder);
  Json test = {{"number", finding.test}, {"inputs", Json::array()}};
  std::string raw;
  for (const results::Input &input : finding.inputs) {
    test["inputs"].push_back(results::input_json(input));
    raw += input.bytes;
  }
  write(folder / "test.json", test.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
  write(folder / "test.input", raw);
  write(folder / "finding.json", results::finding_file_text(finding));
  return folder_ / folder;
}

void ResultsFolder::remove_finding(const results::Finding &finding) {
  std::error_code ignored;
  fs::remove_all(folder_ / "findings" / results::folder_name(finding), ignored);
}

void ResultsFolder::write_sites(const explore::SiteTable &sites, const explore::Coverage &coverage) {
  static constexpr const char *KINDS[] = {"", "branch", "switch", "memory", "call", "other", "check"};
  std::string out = "[";
  for (explore::Site site = 1; site < sites.size(); site++) {
    const explore::SiteFacts &facts = sites[site];
    Json json = {{"number", site},
                 {"id", fmt::format("{:016x}", facts.id)},
                 {"file", facts.file},
                 {"line", facts.line},
                 {"column", facts.column},
                 {"function", facts.function},
                 {"kind", KINDS[facts.kind]},
                 {"in_model", facts.in_model}};
    if (!facts.called.empty())
      json["called"] = facts.called;
    if (!facts.cases.empty()) {
      json["cases"] = facts.cases;
      json["ways"] = facts.ways;
    }
    if (coverage.is_counted(site)) {
      json["covered"] = Json::array();
      for (uint32_t way = 0; way < coverage.ways(site); way++)
        json["covered"].push_back(coverage.is_covered(site, way));
    }
    out += (site == 1 ? "\n" : ",\n") + json.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  write("sites.json", out + "]\n");
}

} // namespace braid::campaign
