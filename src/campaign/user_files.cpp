#include "campaign/user_files.h"

#include "target/descriptor.h"
#include "target/error.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace braid::campaign {

namespace fs = std::filesystem;

namespace {

std::optional<std::string> content_of(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::error_code ignored;
  if (!file || fs::is_directory(path, ignored))
    return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// Into the file that is there, if there is one: it keeps its owner and its other names.
void write_content(const fs::path &path, std::string_view bytes, uint32_t mode) {
  const target::Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode));
  if (!file.is_open())
    throw target::system_error("opening it to write", path.string());
  while (!bytes.empty()) {
    const ssize_t count = write(file.number(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      throw target::system_error("writing", path.string());
    bytes.remove_prefix(size_t(count));
  }
}

} // namespace

UserFiles::UserFiles(const fs::path &folder) : folder_(folder / "originals") {
  read();
  for (const Original &original : originals_) {
    const std::optional<std::string> content = content_of(original.path);
    if (content == original.content)
      continue;
    std::string found;
    if (content && !content->empty()) {
      const fs::path copy = name(original.number, ".found");
      write_content(copy, *content, 0600);
      found = fmt::format("; what was found there is in {}", copy.string());
    }
    note_ += fmt::format("{}{} is again as it was before the last braid run here, which was killed{}",
                         note_.empty() ? "" : "\n", original.path.string(), found);
  }
  put_back();
}

UserFiles::~UserFiles() {
  try {
    put_back();
  } catch (const std::exception &error) {
    fmt::print(stderr, "braid: {}\n", error.what());
  }
}

fs::path UserFiles::name(size_t number, const char *ending) const {
  return folder_ / fmt::format("{}{}", number, ending);
}

void UserFiles::read() {
  std::error_code missing;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder_, missing)) {
    const fs::path &facts = entry.path();
    const size_t number = size_t(std::strtoul(facts.stem().c_str(), nullptr, 10));
    if (facts.extension() != ".facts" || number == 0)
      continue;
    Original original;
    original.number = number;
    std::istringstream text(content_of(facts).value_or(""));
    bool existed = false;
    std::string path;
    if (text >> existed >> original.mode >> original.seconds >> original.nanoseconds && text.get() == '\n')
      path.assign(std::istreambuf_iterator<char>(text), {});
    original.path = path;
    if (existed)
      original.content = content_of(name(number, ".content"));
    if (path.empty() || existed != original.content.has_value())
      throw target::Error(
          "what a file was before an exploration cannot be read", facts.string(),
          fmt::format("see to it that your file is as it should be, then remove {}", folder_.string()));
    originals_.push_back(std::move(original));
  }
}

// The facts come last, and at once or not at all: with them it counts.
void UserFiles::save(const Original &original) const {
  const fs::path fresh = name(original.number, ".new"), facts = name(original.number, ".facts");
  std::error_code failed;
  fs::create_directories(folder_, failed);
  write_content(name(original.number, ".content"), original.content.value_or(""), 0600);
  write_content(fresh,
                fmt::format("{} {} {} {}\n{}", original.content ? 1 : 0, original.mode, original.seconds,
                            original.nanoseconds, original.path.string()),
                0600);
  if (rename(fresh.c_str(), facts.c_str()) != 0)
    throw target::system_error("writing", facts.string());
}

void UserFiles::forget(const Original &original) const {
  std::error_code ignored;
  fs::remove(name(original.number, ".facts"), ignored);
  fs::remove(name(original.number, ".content"), ignored);
  fs::remove(folder_, ignored); // if it is empty
}

void UserFiles::keep(const fs::path &file) {
  Original original;
  original.path = fs::absolute(file);
  struct stat facts = {};
  if (stat(original.path.c_str(), &facts) == 0) {
    if (!S_ISREG(facts.st_mode))
      return;
    original.content = content_of(original.path);
    if (!original.content)
      throw target::system_error("reading it", original.path.string());
    original.mode = facts.st_mode & 07777;
    original.seconds = facts.st_mtim.tv_sec;
    original.nanoseconds = facts.st_mtim.tv_nsec;
  }
  if (std::any_of(originals_.begin(), originals_.end(),
                  [&](const Original &each) { return each.path == original.path; }))
    return;
  original.number = originals_.size() + 1;
  save(original);
  originals_.push_back(std::move(original));
}

void UserFiles::put_back(const Original &original) const {
  try {
    if (!original.content) {
      if (unlink(original.path.c_str()) != 0 && errno != ENOENT)
        throw target::system_error("removing it", original.path.string());
      return;
    }
    if (content_of(original.path) != original.content)
      write_content(original.path, *original.content, original.mode);
    const timespec times[2] = {{0, UTIME_OMIT}, {original.seconds, original.nanoseconds}};
    // Of a file that belongs to somebody else neither can be set; what is in it counts.
    if (chmod(original.path.c_str(), original.mode) != 0 ||
        utimensat(AT_FDCWD, original.path.c_str(), times, 0) != 0)
      errno = 0;
  } catch (const target::Error &error) {
    throw target::Error(
        fmt::format("the file cannot be put back as it was before the exploration: {}", error.what()), "",
        fmt::format("{}; the next braid run in this folder tries it again, unless you remove {}",
                    original.content ? "its contents are in " + name(original.number, ".content").string()
                                     : "it was not there",
                    name(original.number, ".facts").string()));
  }
}

void UserFiles::put_back() {
  std::optional<target::Error> failed;
  for (const Original &original : std::exchange(originals_, {}))
    try {
      put_back(original);
      forget(original);
    } catch (const target::Error &error) {
      if (!failed)
        failed = error;
    }
  if (failed)
    throw target::Error(*failed);
}

} // namespace braid::campaign
