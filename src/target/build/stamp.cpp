#include "target/build/stamp.h"

#include "target/error.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace braid::target {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr int FORMAT = 1;

fs::path stamp_of(const fs::path &product) { return product.string() + ".stamp"; }

std::string read_text(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

int64_t time_of(const fs::path &path) {
  std::error_code failed;
  return fs::last_write_time(path, failed).time_since_epoch().count();
}

uint64_t size_of(const fs::path &path) {
  std::error_code failed;
  return fs::file_size(path, failed); // the largest number if there is none
}

json state_of(const fs::path &path) {
  return {{"path", path.string()},
          {"size", size_of(path)},
          {"time", time_of(path)},
          {"hash", hash_of(read_text(path))}};
}

bool is_as_it_was(const json &state) {
  const fs::path path = state.at("path").get<std::string>();
  if (state.at("size") != size_of(path))
    return false;
  return state.at("time") == time_of(path) || state.at("hash") == hash_of(read_text(path));
}

// What compilers look at besides their command line.
json variables() {
  json all = json::object();
  for (const char *name :
       {"BRAID_INPUT_FUNCTIONS", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH"})
    if (const char *value = std::getenv(name))
      all[name] = value;
  return all;
}

json description(const Command &command) {
  return {{"format", FORMAT},
          {"folder", command.folder.string()},
          {"command", command.words},
          {"variables", variables()}};
}

} // namespace

uint64_t hash_of(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : bytes)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

bool is_current(const fs::path &product, const Command &command) {
  const json stamp = json::parse(read_text(stamp_of(product)), nullptr, false);
  const json expected = description(command);
  if (!stamp.is_object())
    return false;
  try {
    for (const auto &[key, value] : expected.items())
      if (stamp.at(key) != value)
        return false;
    if (!is_as_it_was(stamp.at("product")))
      return false;
    for (const json &state : stamp.at("inputs"))
      if (!is_as_it_was(state))
        return false;
  } catch (const json::exception &) {
    return false; // not ours, or damaged
  }
  return true;
}

void write_stamp(const fs::path &product, const Command &command, StampTime begin,
                 const std::vector<fs::path> &inputs) {
  const StampTime end = std::chrono::file_clock::now();
  json stamp = description(command);
  stamp["product"] = state_of(product);
  json states = json::array();
  for (const fs::path &input : inputs) {
    std::error_code failed;
    const fs::path path = command.folder / input;
    const StampTime changed = fs::last_write_time(path, failed);
    if (failed || (changed > begin && changed <= end)) {
      fs::remove(stamp_of(product), failed);
      return;
    }
    states.push_back(state_of(path));
  }
  stamp["inputs"] = std::move(states);
  std::ofstream file(stamp_of(product));
  file << stamp.dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
  if (!file.flush())
    throw system_error("writing", stamp_of(product).string());
}

std::vector<fs::path> read_dependencies(const fs::path &file) {
  const std::string text = read_text(file);
  std::vector<fs::path> paths;
  std::string name;
  bool is_target = true;
  for (size_t i = 0; i < text.size(); i++) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    if ((c == '\\' && (next == ' ' || next == '#' || next == '\\')) || (c == '$' && next == '$')) {
      name += text[++i];
    } else if (is_target && c == ':' && (next == ' ' || next == '\n')) {
      is_target = false;
      name.clear();
    } else if (c == ' ' || c == '\n' || (c == '\\' && next == '\n')) {
      if (!name.empty() && !is_target)
        paths.emplace_back(std::move(name));
      name.clear();
      if (c == '\\')
        i++;
    } else
      name += c;
  }
  return paths;
}

} // namespace braid::target
