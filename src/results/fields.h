// Fields of JSON files that somebody else may have written: every access checks that the field is there, has the
// right type and is in range, and names file and field if not.
#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace braid::results {

// One object in a file. The JSON it was made from must outlive it.
class Fields {
public:
  // `place` is where the object is in its file, such as "inputs[0]"; empty for the file's own.
  Fields(const nlohmann::json &object, std::filesystem::path file, std::string place = {});

  bool has(const char *name) const { return object_->contains(name); }
  std::string text(const char *name) const;
  bool truth(const char *name) const;
  uint32_t number(const char *name) const;
  // Of bytes, or of other things that there may be many of.
  uint64_t large_number(const char *name) const;
  double seconds(const char *name) const;
  std::vector<std::string> texts(const char *name) const;
  // One of the words of a table, as its number.
  template <class Enum, size_t N> Enum word(const char *name, const std::array<const char *, N> &words) const {
    const std::string given = text(name);
    const auto found = std::find(words.begin(), words.end(), given);
    if (found == words.end())
      refuse(name, "is '" + given + "', which is not known here");
    return Enum(found - words.begin());
  }
  Fields object(const char *name) const;
  std::vector<Fields> objects(const char *name) const;

  // Ends with an Error: this field is `wrong`, such as "is missing".
  [[noreturn]] void refuse(const char *name, const std::string &wrong) const;

private:
  const nlohmann::json &field(const char *name) const;
  std::string place_of(const char *name) const;

  const nlohmann::json *object_;
  std::filesystem::path file_;
  std::string place_;
};

// The bytes of a file.
std::string read_bytes(const std::filesystem::path &file);
nlohmann::json read_json(const std::filesystem::path &file);

// A file of the folder is not what braid run writes.
[[noreturn]] void refuse_file(const std::filesystem::path &file, const std::string &wrong);

} // namespace braid::results
