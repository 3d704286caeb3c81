#include "campaign/state_key.h"

#include "target/error.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace braid::campaign {

namespace fs = std::filesystem;

namespace {

// docs/run.md has the list too.
constexpr std::string_view VOLATILE[] = {"_",
                                         "PWD",
                                         "OLDPWD",
                                         "SHLVL",
                                         "TERM",
                                         "COLORTERM",
                                         "NO_COLOR",
                                         "COLUMNS",
                                         "LINES",
                                         "WINDOWID",
                                         "STY",
                                         "TMUX",
                                         "TMUX_PANE",
                                         "GPG_TTY",
                                         "SSH_AUTH_SOCK",
                                         "SSH_CLIENT",
                                         "SSH_CONNECTION",
                                         "SSH_TTY",
                                         "DBUS_SESSION_BUS_ADDRESS",
                                         "XDG_SESSION_ID"};

class Hash {
public:
  void mix(std::string_view text) {
    begin(text.size());
    mix_part(text);
  }
  // A text of that size, in parts; all but the last are whole blocks.
  void begin(uint64_t size) { add(size); }
  void mix_part(std::string_view part) {
    if (part.size() >= BLOCK) {
      // Each word waits for the one before it, unless several are mixed side by side.
      std::array<uint64_t, LANES> lanes;
      lanes.fill(value_);
      for (; part.size() >= BLOCK; part.remove_prefix(BLOCK))
        for (size_t i = 0; i < LANES; i++) {
          uint64_t word = 0;
          std::memcpy(&word, part.data() + i * sizeof word, sizeof word);
          lanes[i] = mixed(lanes[i], word);
        }
      for (const uint64_t lane : lanes)
        add(lane);
    }
    for (; !part.empty(); part.remove_prefix(std::min(sizeof(uint64_t), part.size()))) {
      uint64_t word = 0;
      std::memcpy(&word, part.data(), std::min(sizeof word, part.size()));
      add(word);
    }
  }
  std::string text() const { return fmt::format("{:016x}", value_); }

private:
  static constexpr size_t LANES = 8, BLOCK = LANES * sizeof(uint64_t);

  static uint64_t mixed(uint64_t value, uint64_t word) {
    value = (value ^ word) * 0x9E3779B97F4A7C15U;
    return value ^ value >> 32;
  }
  void add(uint64_t word) { value_ = mixed(value_, word); }

  uint64_t value_ = 0xcbf29ce484222325U;
};

// In parts: memory for all of it would be new to this process, page by page, which takes longer than the hash.
std::string hash_of_file(const fs::path &path) {
  std::ifstream stream(path, std::ios::binary);
  std::error_code failed;
  uint64_t left = fs::file_size(path, failed);
  Hash hash;
  hash.begin(left);
  for (std::string part(size_t{32} << 10, '\0'); !failed && left != 0; left -= part.size()) {
    part.resize(size_t(std::min<uint64_t>(left, part.size())));
    if (!stream.read(part.data(), std::streamsize(part.size())))
      break;
    hash.mix_part(part);
  }
  if (failed || !stream)
    throw target::system_error("reading a part of the program", path.string());
  return hash.text();
}

// Of the system's libraries, which are large and nobody builds again, size and date are enough.
std::string identity_of_file(const fs::path &path) {
  const bool is_of_the_system = path.native().starts_with("/usr/lib/") || path.native().starts_with("/lib/");
  struct stat status{};
  if (!is_of_the_system || stat(path.c_str(), &status) != 0)
    return hash_of_file(path);
  return fmt::format("{} {} {}.{}", path.string(), status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

// Files whose code a process has in its memory.
std::set<fs::path> code_of(pid_t process) {
  std::set<fs::path> files;
  std::ifstream maps(fmt::format("/proc/{}/maps", process));
  for (std::string line; std::getline(maps, line);) {
    // "7f5a4000-7f5a6000 r-xp 00000000 08:01 1234   /lib/libc.so.6"
    const size_t rights = line.find(' '), path = line.find('/');
    if (rights != std::string::npos && path != std::string::npos && line.compare(rights + 3, 1, "x") == 0 &&
        !line.ends_with(" (deleted)")) // has no name, or another file has it
      files.insert(line.substr(path));
  }
  if (files.empty())
    throw target::Error("what the program has loaded cannot be read", fmt::format("/proc/{}/maps", process),
                        "is /proc mounted?");
  return files;
}

std::vector<std::string> environment_without(const target::Program &program, const target::Input &input) {
  std::vector<std::string> all;
  if (program.environment)
    all = *program.environment;
  else
    for (char **variable = environ; *variable != nullptr; variable++)
      all.emplace_back(*variable);
  std::erase_if(all, [&](const std::string &variable) {
    const std::string_view name = std::string_view(variable).substr(0, variable.find('='));
    return std::find(std::begin(VOLATILE), std::end(VOLATILE), name) != std::end(VOLATILE) ||
           std::any_of(input.sources.begin(), input.sources.end(), [&](const target::Source &source) {
             return source.kind == target::SourceKind::ENVIRONMENT && source.name == name;
           });
  });
  std::sort(all.begin(), all.end());
  return all;
}

} // namespace

std::string state_key(pid_t process, const target::Program &program, const target::Input &first_input,
                      const explore::Exploration::Options &options, const KeyOfChecks &checks) {
  std::set<fs::path> files = code_of(process);
  std::error_code ignored;
  if (const fs::path path = fs::canonical(program.path, ignored); !path.empty())
    files.insert(path); // it may be a script
  // By content, because a folder may have been renamed.
  std::set<std::string> contents;
  for (const fs::path &file : files)
    contents.insert(identity_of_file(file));

  Hash hash;
  for (const std::string &content : contents)
    hash.mix(content);
  for (const std::string &variable : environment_without(program, first_input))
    hash.mix(variable);
  for (const std::string &word : program.arguments)
    hash.mix(word);
  for (const target::Source &source : first_input.sources) {
    hash.mix(source.name);
    // What can grow and shrink begins with a seed, and others can come later.
    const size_t size = source.symbolic_length ? 0 : source.bytes.size();
    hash.mix(fmt::format("{} {} {} {}", int(source.kind), source.index, source.symbolic, size));
  }
  hash.mix(fmt::format("{} {} {} {} {}", int(options.goal), int(options.concretise), int(options.addresses),
                       options.limits.input_bytes,
                       options.limits.standard_input_bytes.value_or(options.limits.input_bytes)));
  hash.mix(fmt::format("{} {:x}", program.sandbox, checks.checks));
  for (const fs::path &proof : checks.proofs)
    hash.mix(identity_of_file(proof));
  for (const std::string &name : checks.error_functions)
    hash.mix(name);
  return hash.text();
}

} // namespace braid::campaign
