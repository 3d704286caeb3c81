#include "results/ktest.h"

#include "results/output.h"
#include "target/input_name.h"

#include <cstring>
#include <fmt/format.h>
#include <map>
#include <sys/stat.h>

namespace braid::results {

namespace {

constexpr uint32_t VERSION = 3;
constexpr size_t MOST_FILES = 26; // KLEE calls them A to Z

struct Object {
  std::string name, bytes;
};

// What KLEE's runtime is told about a file beside its content; it puts in the size itself.
std::string facts_of_file(size_t size) {
  struct stat facts;
  std::memset(&facts, 0, sizeof facts);
  facts.st_mode = S_IFREG | 0644;
  facts.st_ino = 1;
  facts.st_nlink = 1;
  facts.st_blksize = 4096;
  facts.st_blocks = 8;
  facts.st_size = off_t(size);
  return {reinterpret_cast<const char *>(&facts), sizeof facts};
}

void put(std::string &file, uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8)
    file.push_back(char(uint8_t(number >> shift)));
}

void put(std::string &file, const std::string &bytes) {
  put(file, uint32_t(bytes.size()));
  file += bytes;
}

// The inputs of a test, by what they are for KLEE.
struct Parts {
  std::map<uint32_t, const Input *> arguments; // by their number
  std::vector<const Input *> files;
  const Input *standard_input = nullptr;
  std::vector<const Input *> objects;
  std::string obstacle;

  explicit Parts(const Test &test) {
    for (const Input &input : test.inputs)
      add(input);
    if (files.size() > MOST_FILES)
      obstacle = "with more than 26 files";
    for (const Input *file : files) {
      if (file->bytes.empty())
        obstacle = "with an empty file, which KLEE cannot have";
      if (file->bytes.size() != files.front()->bytes.size())
        obstacle = "with files of different sizes, which KLEE cannot have";
    }
  }

private:
  void add(const Input &input) {
    switch (input.kind) {
    case InputKind::STDIN:
      if (!input.bytes.empty()) // KLEE has no empty standard input: it is left as it is
        standard_input = &input;
      return;
    case InputKind::FILE:
      files.push_back(&input);
      return;
    case InputKind::ARGUMENT:
      if (input.index == 0)
        obstacle = "in which the name of the program is input, which KLEE cannot have";
      else
        arguments[input.index] = &input;
      return;
    case InputKind::ENVIRONMENT:
      obstacle = "with environment variables, which are no input for KLEE";
      return;
    case InputKind::MARK:
    case InputKind::CALL:
    case InputKind::DATA:
      break;
    }
    objects.push_back(&input);
  }
};

// A file that is input is called A there, the next one B.
std::string argument_for_klee(const std::string &argument, const Parts &parts) {
  for (size_t i = 0; i < parts.files.size(); i++)
    if (argument == parts.files[i]->source)
      return {char('A' + i)};
  return argument;
}

std::vector<std::string> command_line(const Parts &parts, const Campaign &campaign) {
  std::vector<std::string> words = {campaign.program}, arguments = campaign.arguments;
  if (!parts.files.empty())
    target::name_input_file(arguments, "A");
  const size_t last =
      std::max(arguments.size(), parts.arguments.empty() ? 0 : size_t(parts.arguments.rbegin()->first));
  for (size_t number = 1; number <= last; number++) {
    const auto input = parts.arguments.find(uint32_t(number));
    if (input != parts.arguments.end()) {
      words.emplace_back("-sym-arg");
      words.push_back(std::to_string(input->second->bytes.size()));
    } else if (number <= arguments.size()) {
      words.push_back(argument_for_klee(arguments[number - 1], parts));
    } else {
      words.emplace_back();
    }
  }
  if (!parts.files.empty()) {
    words.emplace_back("-sym-files");
    words.push_back(std::to_string(parts.files.size()));
    words.push_back(std::to_string(parts.files.front()->bytes.size()));
  }
  if (parts.standard_input != nullptr) {
    words.emplace_back("-sym-stdin");
    words.push_back(std::to_string(parts.standard_input->bytes.size()));
  }
  return words;
}

std::vector<Object> objects_of(const Parts &parts) {
  std::vector<Object> objects;
  const auto add_file = [&](const std::string &name, const Input &input) {
    objects.push_back({name, input.bytes});
    objects.push_back({name + "_stat", facts_of_file(input.bytes.size())});
  };
  for (const auto &[number, input] : parts.arguments)
    objects.push_back({fmt::format("arg{:02}", objects.size()), input->bytes + '\0'});
  for (size_t i = 0; i < parts.files.size(); i++)
    add_file(std::string(1, char('A' + i)) + "_data", *parts.files[i]);
  if (parts.standard_input != nullptr)
    add_file("stdin", *parts.standard_input);
  for (const Input *input : parts.objects)
    objects.push_back({input->kind == InputKind::DATA ? "data" : input->source, input->bytes});
  return objects;
}

} // namespace

std::string ktest_of(const Test &test, const Campaign &campaign, std::string &obstacle) {
  const Parts parts(test);
  obstacle = parts.obstacle;
  if (!obstacle.empty())
    return {};
  std::string file = "KTEST";
  put(file, VERSION);
  const std::vector<std::string> words = command_line(parts, campaign);
  put(file, uint32_t(words.size()));
  for (const std::string &word : words)
    put(file, word);
  put(file, uint32_t(0)); // symArgvs and symArgvLen: of an older way to give arguments
  put(file, uint32_t(0));
  const std::vector<Object> objects = objects_of(parts);
  put(file, uint32_t(objects.size()));
  for (const Object &object : objects) {
    put(file, object.name);
    put(file, object.bytes);
  }
  return file;
}

void write_ktest(const Folder &folder, const Request &request, Account &account) {
  OutputFolder output(request.destination, OutputFolder::Old::REFUSED);
  for_each_test(folder, request, account, [&](const Test &test) {
    std::string obstacle;
    const std::string file = ktest_of(test, folder.campaign(), obstacle);
    if (!obstacle.empty()) {
      account.leave_out(obstacle);
      return;
    }
    output.write(fmt::format("test{:06}.ktest", test.number), file);
    account.wrote();
  });
}

} // namespace braid::results
