#include "bench.h"

#include "target/plain_run.h"

#include <cstdlib>
#include <fmt/format.h>
#include <random>
#include <stdexcept>

namespace braid::bench {

Scratch::Scratch() {
  std::string pattern = (std::filesystem::temp_directory_path() / "braid-bench-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr)
    throw std::runtime_error("cannot make a folder for the measurement");
  path_ = pattern;
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

static void compile(const char *compiler, const std::filesystem::path &source,
                    const std::filesystem::path &program) {
  std::string command = fmt::format("{} -O2 -o '{}' '{}'", compiler, program.string(), source.string());
  if (std::system(command.c_str()) != 0)
    throw std::runtime_error("this failed: " + command);
}

Kernel build(const std::string &name, const Scratch &scratch) {
  Kernel kernel{name, scratch.path() / (name + ".plain"), scratch.path() / name};
  std::filesystem::path source = std::filesystem::path(BRAID_BENCH_KERNELS) / (name + ".c");
  compile(BRAID_BENCH_CLANG, source, kernel.plain);
  compile(BRAID_BENCH_COMPILER, source, kernel.instrumented);
  return kernel;
}

std::string json_text(size_t bytes) {
  static const char *const items[] = {R"({"a":1,"b":[true,false,null]})", "-12.5e+3", R"("hello\n\u00e9 world")",
                                      R"([1,2,3,{"x":{}}])"};
  std::mt19937 random(1);
  std::string text = "[0";
  while (text.size() + 34 < bytes)
    text += std::string(", ") + items[random() % 4];
  return text + "]";
}

std::string random_bytes(size_t bytes) {
  std::mt19937 random(2);
  std::string text(bytes, 0);
  for (char &byte : text)
    byte = static_cast<char>(random());
  return text;
}

target::Input input_of(const std::string &bytes, bool symbolic) {
  target::Input input = target::Input::standard_input(bytes);
  input.sources.front().symbolic = symbolic;
  return input;
}

static double reported(const target::Outcome &outcome) {
  if (!outcome.exited_with(0))
    throw std::runtime_error("a kernel did not end well: " + outcome.text() + " " + outcome.message);
  return std::stod(outcome.errors);
}

static target::Program program(const std::filesystem::path &path, unsigned repetitions) {
  return {.path = path, .arguments = {std::to_string(repetitions)}, .environment = {}, .folder = {}};
}

static target::ExecutorOptions patient(target::Mode mode = target::Mode::AUTOMATIC) {
  target::ExecutorOptions options;
  options.limits.time = std::chrono::seconds(60);
  options.mode = mode;
  return options;
}

double plain_time(const Kernel &kernel, const std::string &input, unsigned repetitions) {
  return reported(run_plain(program(kernel.plain, repetitions), input_of(input, false), patient().limits));
}

double concrete_time(const Kernel &kernel, const std::string &input, unsigned repetitions) {
  target::Executor executor(program(kernel.instrumented, repetitions), patient());
  return reported(executor.run(input_of(input, false)));
}

double symbolic_time(const Kernel &kernel, const std::string &input, unsigned runs) {
  target::Executor executor(program(kernel.instrumented, 1), patient(target::Mode::RESTART));
  double shortest = reported(executor.run(input_of(input, true)));
  for (unsigned i = 1; i < runs; i++)
    shortest = std::min(shortest, reported(executor.run(input_of(input, true))));
  return shortest;
}

} // namespace braid::bench
