// getopt and its relatives against the C library: random command lines, option strings and long options. Results,
// the order the arguments end up in, and the messages must be the same.
#include "support.h"

#include <cstring>
#include <getopt.h>
#include <vector>

extern "C" {
int __braid_model_getopt(int, char *const *, const char *);
int __braid_model___posix_getopt(int, char *const *, const char *);
int __braid_model_getopt_long(int, char *const *, const char *, const option *, int *);
int __braid_model_getopt_long_only(int, char *const *, const char *, const option *, int *);
int real_posix_getopt(int, char *const *, const char *) __asm__("__posix_getopt");
}

namespace inputs {
namespace {

int flag;

const option all_long[] = {{"all", no_argument, nullptr, 'a'},          {"almost-all", no_argument, nullptr, 'A'},
                           {"b", required_argument, nullptr, 300},      {"color", optional_argument, nullptr, 301},
                           {"colour", optional_argument, nullptr, 301}, {"flag", no_argument, &flag, 7},
                           {"file", required_argument, nullptr, 'f'},   {"x", no_argument, nullptr, 'x'}};

struct Line {
  std::string options;
  std::vector<option> long_options;
  std::vector<std::string> arguments;
  unsigned function;
  bool messages;
};

Line random_line(Random &random) {
  static const char *starts[] = {"", "", "", ":", "+", "-", "+:", "-:"};
  static const char *pieces[] = {
      "-a",        "-b",          "-ab",     "-bvalue", "-c",       "-cvalue",  "-x",  "--",
      "-",         "word",        "other",   "--all",   "--al",     "--alm",    "--b", "--b=3",
      "--col",     "--color=red", "--colo",  "--flag",  "--flag=1", "--fl",     "--f", "--file",
      "--unknown", "-all",        "-file=x", "-W",      "-Wall",    "-Wfile=3", "-f",  "",
      "-a-b",      "--=",         "-q",      "-:",      "-;"};
  Line line;
  line.options = starts[below(random, std::size(starts))];
  static const char *shorts[] = {"ab:c::x", "abc", "a:b:", "xW;a", "", "fa"};
  line.options += shorts[below(random, std::size(shorts))];
  for (const option &one : all_long)
    if (below(random, 3))
      line.long_options.push_back(one);
  line.long_options.push_back({});
  line.arguments.push_back("program");
  for (unsigned count = below(random, 7); count; count--)
    line.arguments.push_back(pieces[below(random, std::size(pieces))]);
  line.function = below(random, 4);
  line.messages = below(random, 3) == 0;
  return line;
}

/// All that can be seen of one scan of a command line.
struct Seen {
  std::vector<std::string> steps;
  std::vector<std::string> order;
  std::string messages;
  bool operator==(const Seen &) const = default;
};

std::ostream &operator<<(std::ostream &stream, const Seen &seen) {
  for (const std::string &step : seen.steps)
    stream << step << "; ";
  for (const std::string &argument : seen.order)
    stream << '[' << argument << ']';
  return stream << seen.messages;
}

Seen scan(const Line &line, bool ours) {
  std::vector<std::string> storage = line.arguments;
  std::vector<char *> list;
  for (std::string &argument : storage)
    list.push_back(argument.data());
  list.push_back(nullptr);
  int argc = int(storage.size());
  Seen seen;
  char *messages = nullptr;
  size_t bytes = 0;
  FILE *kept = stderr;
  stderr = open_memstream(&messages, &bytes);
  optind = 0;
  opterr = line.messages;
  optopt = '?';
  flag = 0;
  for (unsigned step = 0; step < 12; step++) {
    int index = -1, result = 0;
    const char *options = line.options.c_str();
    const option *long_options = line.long_options.data();
    switch (line.function) {
    case 0:
      result = ours ? __braid_model_getopt(argc, list.data(), options) : getopt(argc, list.data(), options);
      break;
    case 1:
      result = ours ? __braid_model___posix_getopt(argc, list.data(), options)
                    : real_posix_getopt(argc, list.data(), options);
      break;
    case 2:
      result = ours ? __braid_model_getopt_long(argc, list.data(), options, long_options, &index)
                    : getopt_long(argc, list.data(), options, long_options, &index);
      break;
    default:
      result = ours ? __braid_model_getopt_long_only(argc, list.data(), options, long_options, &index)
                    : getopt_long_only(argc, list.data(), options, long_options, &index);
      break;
    }
    seen.steps.push_back(std::to_string(result) + " at " + std::to_string(optind) + " long " +
                         std::to_string(index) + " argument " + (optarg ? optarg : "none") + " unknown " +
                         std::to_string(optopt) + " flag " + std::to_string(flag));
    if (result == -1)
      break;
  }
  fclose(stderr);
  stderr = kept;
  seen.messages.assign(messages, bytes);
  free(messages);
  for (int i = 0; i < argc; i++)
    seen.order.push_back(list[size_t(i)]);
  return seen;
}

TEST(Options, RandomCommandLinesAreTheLibrarys) {
  uint64_t seed = choose_seed();
  world_begin();
  for (unsigned i = 0; i < 30000; i++) {
    Random random(seed + i);
    Line line = random_line(random);
    std::string text = line.options + ":";
    for (const std::string &argument : line.arguments)
      text += " " + argument;
    SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed + i) + " function " + std::to_string(line.function) +
                 " " + text);
    Seen theirs = scan(line, false);
    world_start(nullptr, nullptr);
    Seen ours = scan(line, true);
    world_end();
    ASSERT_EQ(ours, theirs);
  }
}

} // namespace
} // namespace inputs
