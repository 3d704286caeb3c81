// Where exports go: a folder, or an archive with the same files in it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace braid::results {

class Output {
public:
  Output() = default;
  Output(const Output &) = delete;
  Output &operator=(const Output &) = delete;
  virtual ~Output() = default;

  // A file of this name, which may have folders in it. Throws Error if it cannot be written.
  virtual void write(const std::string &name, std::string_view bytes) = 0;
  // After the last file.
  virtual void finish() = 0;
};

class OutputFolder : public Output {
public:
  enum class Old { KEPT, REFUSED }; // what is to be done about files already there
  // Makes the folder. Throws BadRequest if it cannot be made, or has files in it and must not.
  OutputFolder(std::filesystem::path path, Old old);

  void make(const std::string &folder);
  void write(const std::string &name, std::string_view bytes) override;
  void finish() override {}

private:
  std::filesystem::path path_;
};

// One file, replaced if it exists.
void write_file(const std::filesystem::path &file, std::string_view bytes);

} // namespace braid::results
