#include "results/output.h"

#include "results/error.h"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace braid::results {

namespace fs = std::filesystem;

OutputFolder::OutputFolder(fs::path path, Old old) : path_(std::move(path)) {
  std::error_code failed;
  fs::create_directories(path_, failed);
  if (failed || !fs::is_directory(path_, failed))
    throw BadRequest(path_.string(), "the folder cannot be made: " + failed.message(), "Give another with -o.");
  if (old == Old::REFUSED && !fs::is_empty(path_, failed))
    throw BadRequest(path_.string(),
                     "there are files in the folder, and they would be taken for tests of this export",
                     "Give an empty or a new one with -o.");
}

void OutputFolder::make(const std::string &folder) {
  std::error_code failed;
  fs::create_directories(path_ / folder, failed);
  if (failed)
    throw Error((path_ / folder).string(), "the folder cannot be made: " + failed.message());
}

void OutputFolder::write(const std::string &name, std::string_view bytes) { write_file(path_ / name, bytes); }

void write_file(const fs::path &file, std::string_view bytes) {
  errno = 0;
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream.write(bytes.data(), std::streamsize(bytes.size()));
  stream.close();
  if (!stream)
    throw Error(file.string(), "the file cannot be written: " + std::string(std::strerror(errno)),
                "Give another place with -o.");
}

} // namespace braid::results
