#include "results/fields.h"

#include "results/error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

namespace braid::results {

using nlohmann::json;

void refuse_file(const std::filesystem::path &file, const std::string &wrong) {
  throw Error(file.string(), wrong,
              "The file was changed, or another version of Braid wrote it: explore again with braid run.");
}

Fields::Fields(const json &object, std::filesystem::path file, std::string place)
    : object_(&object), file_(std::move(file)), place_(std::move(place)) {
  if (!object.is_object())
    refuse_file(file_, (place_.empty() ? "the content" : place_) + " is not an object");
}

std::string Fields::place_of(const char *name) const { return place_.empty() ? name : place_ + "." + name; }

void Fields::refuse(const char *name, const std::string &wrong) const {
  refuse_file(file_, place_of(name) + " " + wrong);
}

const json &Fields::field(const char *name) const {
  const auto found = object_->find(name);
  if (found == object_->end())
    refuse(name, "is missing");
  return *found;
}

std::string Fields::text(const char *name) const {
  const json &value = field(name);
  if (!value.is_string())
    refuse(name, "is not a text");
  return value.get<std::string>();
}

bool Fields::truth(const char *name) const {
  const json &value = field(name);
  if (!value.is_boolean())
    refuse(name, "is neither true nor false");
  return value.get<bool>();
}

uint32_t Fields::number(const char *name) const {
  const json &value = field(name);
  if (!value.is_number_unsigned() || value.get<uint64_t>() > UINT32_MAX)
    refuse(name, "is not a number from 0 to 4294967295");
  return value.get<uint32_t>();
}

uint64_t Fields::large_number(const char *name) const {
  const json &value = field(name);
  if (!value.is_number_unsigned())
    refuse(name, "is not a number from 0");
  return value.get<uint64_t>();
}

double Fields::seconds(const char *name) const {
  constexpr double MOST = 1e9; // as on the command line: no overflow in nanoseconds
  const json &value = field(name);
  if (!value.is_number() || value.get<double>() < 0 || value.get<double>() > MOST)
    refuse(name, "is not a number of seconds");
  return value.get<double>();
}

std::vector<std::string> Fields::texts(const char *name) const {
  const json &list = field(name);
  std::vector<std::string> all;
  if (!list.is_array())
    refuse(name, "is not a list");
  for (const json &value : list) {
    if (!value.is_string())
      refuse(name, "has something in it that is not a text");
    all.push_back(value.get<std::string>());
  }
  return all;
}

Fields Fields::object(const char *name) const { return {field(name), file_, place_of(name)}; }

std::vector<Fields> Fields::objects(const char *name) const {
  const json &list = field(name);
  std::vector<Fields> all;
  if (!list.is_array())
    refuse(name, "is not a list");
  for (const json &value : list)
    all.emplace_back(value, file_, place_of(name) + "[" + std::to_string(all.size()) + "]");
  return all;
}

std::string read_bytes(const std::filesystem::path &file) {
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  std::error_code ignored;
  if (!stream.is_open() || stream.bad() || std::filesystem::is_directory(file, ignored))
    throw Error(file.string(),
                "the file cannot be read: " + std::string(std::strerror(errno != 0 ? errno : EISDIR)),
                "If it is gone, explore again with braid run.");
  return bytes;
}

json read_json(const std::filesystem::path &file) {
  const std::string bytes = read_bytes(file);
  try {
    return json::parse(bytes);
  } catch (const json::parse_error &error) {
    const std::string_view before = std::string_view(bytes).substr(0, error.byte == 0 ? 0 : error.byte - 1);
    const size_t line = size_t(std::count(before.begin(), before.end(), '\n')) + 1;
    const size_t column = before.size() - (before.rfind('\n') + 1) + 1; // npos + 1 is 0
    refuse_file(file, "the content is not JSON, or not to its end: line " + std::to_string(line) + ", column " +
                          std::to_string(column));
  } catch (const json::exception &) {
    refuse_file(file, "the content has a number in it that is too large");
  }
}

} // namespace braid::results
