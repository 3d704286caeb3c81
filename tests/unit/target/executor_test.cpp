// What an executor gives to the program and reports about it.
#include "support.h"
#include "target/error.h"
#include "target/plain_run.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <unistd.h>

namespace braid::target {
namespace {

size_t descriptors_of(const std::string &process) {
  size_t count = 0;
  for ([[maybe_unused]] const auto &entry : std::filesystem::directory_iterator("/proc/" + process + "/fd"))
    count++;
  return count;
}

uint64_t resident_pages(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/statm");
  uint64_t total = 0, resident = 0;
  file >> total >> resident;
  return resident;
}

// A sanitizer keeps freed memory for a while.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool MEMORY_IS_GIVEN_BACK = false;
#elif defined(__has_feature)
constexpr bool MEMORY_IS_GIVEN_BACK = !__has_feature(address_sanitizer);
#else
constexpr bool MEMORY_IS_GIVEN_BACK = true;
#endif

class InBothModes : public testing::TestWithParam<Mode> {};
INSTANTIATE_TEST_SUITE_P(Modes, InBothModes, testing::Values(Mode::FORK, Mode::RESTART),
                         [](const auto &instance) { return instance.param == Mode::FORK ? "Fork" : "Restart"; });

TEST_P(InBothModes, TheTraceTellsTheEnd) {
  Executor executor(test_program("behaviours"), in_mode(GetParam()));
  for (int run = 1; run < 4; run++) {
    EXPECT_TRUE(executor.run(behave("exit_handlers")).exited_with(11));
    const braid_trace &trace = executor.trace().header();
    EXPECT_EQ(trace.end, uint32_t(BRAID_END_EXIT));
    EXPECT_EQ(trace.exit_status, 11);
    EXPECT_EQ(trace.run, uint64_t(run));
    EXPECT_EQ(trace.source_count, 1u);
    ASSERT_GE(trace.event_count, 1u);
    auto *events = reinterpret_cast<const braid_event *>(executor.trace().bytes().data() + trace.events.offset);
    const braid_event &last = events[trace.event_count - 1];
    EXPECT_EQ(last.kind, BRAID_EVENT_END);
    EXPECT_EQ(last.extra, uint32_t(BRAID_END_EXIT));
    EXPECT_EQ(last.label, 11u);
  }
}

TEST_P(InBothModes, KnowsHowRunsEnd) {
  Executor executor(test_program("behaviours"), in_mode(GetParam()));
  Outcome outcome = executor.run(behave("quick"));
  EXPECT_TRUE(outcome.exited_with(9));
  EXPECT_EQ(outcome.end, uint32_t(BRAID_END_QUICK));
  EXPECT_EQ(outcome.output, "");
  outcome = executor.run(behave("assumption"));
  EXPECT_EQ(outcome.ending, Ending::STOPPED);
  EXPECT_EQ(outcome.end, uint32_t(BRAID_END_ASSUME));
  outcome = executor.run(behave("segmentation_fault"));
  EXPECT_TRUE(outcome.killed_by(SIGSEGV));
  EXPECT_EQ(outcome.end, uint32_t(BRAID_END_NONE));
  EXPECT_EQ(outcome.text(), "killed by SIGSEGV");
  EXPECT_TRUE(executor.run(behave("divides")).killed_by(SIGFPE));
  EXPECT_TRUE(executor.run(behave("aborts")).killed_by(SIGABRT));
  EXPECT_TRUE(executor.run(behave("immediately")).exited_with(8));
  EXPECT_TRUE(executor.run(behave("echo")).exited_with(0));
  EXPECT_EQ(executor.figures().starts, 1u);
}

TEST_P(InBothModes, GivesArgumentsAndVariables) {
  Program program = test_program("behaviours");
  program.arguments = {"one", "two", "three"};
  Executor executor(program, in_mode(GetParam()));
  Input input = behave("many_arguments");
  EXPECT_EQ(executor.run(input).output, "[one][two][three](none)\n");
  Input other = input;
  other.add(SourceKind::ARGUMENT, "", "second", 2).add(SourceKind::ENVIRONMENT, "GIVEN", "value");
  Outcome outcome = executor.run(other);
  EXPECT_EQ(outcome.output, "[one][second][three]value\n");
  EXPECT_EQ(Visible(outcome), Visible(run_plain(program, other)));
  EXPECT_EQ(executor.run(input).output, "[one][two][three](none)\n");
}

TEST_P(InBothModes, WritesInputFilesAnew) {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("braid-files-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  Program program = test_program("behaviours");
  program.path = std::filesystem::absolute(program.path);
  program.folder = folder;
  Executor executor(program, in_mode(GetParam()));
  for (const char *text : {"first", "and a longer second", "3"}) {
    Input input = behave("reads_file").add(SourceKind::FILE, "input.txt", text);
    Outcome outcome = executor.run(input);
    EXPECT_EQ(outcome.output, std::string(text) + " 3\n");
    auto *sources = reinterpret_cast<const braid_source *>(executor.trace().bytes().data() +
                                                           executor.trace().header().sources.offset);
    EXPECT_EQ(sources[1].kind, BRAID_SOURCE_FILE);
    EXPECT_NE(sources[1].inode, 0u);
    EXPECT_FALSE(std::filesystem::exists(folder / "input.txt")) << "the program removes it";
  }
  std::filesystem::remove_all(folder);
}

TEST_P(InBothModes, MeasuresTime) {
  Executor executor(test_program("behaviours"), in_mode(GetParam()));
  executor.run(behave("echo"));
  Outcome outcome = executor.run(behave("much_output"));
  EXPECT_GT(outcome.wall.count(), 0);
  EXPECT_GT(outcome.cpu.count(), 0);
}

TEST_P(InBothModes, KeepsTheBeginningOfLongOutput) {
  ExecutorOptions options = in_mode(GetParam());
  options.limits.kept_output = 1000;
  Executor executor(test_program("behaviours"), options);
  Outcome outcome = executor.run(behave("much_output"));
  EXPECT_TRUE(outcome.exited_with(0));
  EXPECT_EQ(outcome.output.size(), 1000u);
  EXPECT_FALSE(outcome.output_whole);
  EXPECT_TRUE(outcome.errors_whole);
  outcome = executor.run(behave("echo", "short"));
  EXPECT_EQ(outcome.output, "short");
  EXPECT_TRUE(outcome.output_whole);
}

TEST_P(InBothModes, LimitsMemory) {
  ExecutorOptions options = in_mode(GetParam());
  options.limits.memory = 64 << 20;
  Executor limited(test_program("behaviours"), options);
  for (int run = 0; run < 3; run++) {
    Outcome outcome = limited.run(behave("takes_memory"));
    EXPECT_EQ(outcome.output, "limited\n");
  }
  EXPECT_EQ(run_plain(test_program("behaviours"), behave("takes_memory"), options.limits).output, "limited\n");
}

TEST_P(InBothModes, ThousandsOfRunsLeaveNothingBehind) {
  Executor executor(test_program("behaviours"), in_mode(GetParam()));
  const char *const mix[] = {"echo", "statics", "heap", "leaks_descriptors", "maps_memory"};
  auto run = [&](int count) {
    for (int i = 0; i < count; i++)
      ASSERT_EQ(executor.run(behave(mix[i % 5])).ending, Ending::EXITED);
  };
  run(200);
  std::string server = std::to_string(executor.server());
  size_t here = descriptors_of("self"), there = descriptors_of(server);
  uint64_t pages = resident_pages(getpid()), server_pages = resident_pages(executor.server());
  run(4000);
  EXPECT_EQ(descriptors_of("self"), here);
  EXPECT_EQ(descriptors_of(server), there);
  if (MEMORY_IS_GIVEN_BACK) {
    EXPECT_LT(resident_pages(getpid()), pages + 200);
  }
  EXPECT_LT(resident_pages(executor.server()), server_pages + 20);
  EXPECT_EQ(executor.figures().starts, 1u);
}

TEST(Executor, EndsItsServer) {
  pid_t server = 0, child = 0;
  {
    Executor executor(in_the_open("behaviours"), in_mode(Mode::RESTART));
    executor.run(behave("echo"));
    server = executor.server();
    child = static_cast<pid_t>(executor.trace().header().process);
    EXPECT_EQ(kill(server, 0), 0);
    EXPECT_EQ(kill(child, 0), 0);
  }
  EXPECT_NE(kill(server, 0), 0);
  for (int attempt = 0; attempt < 1000 && kill(child, 0) == 0; attempt++)
    usleep(10000);
  EXPECT_NE(kill(child, 0), 0);
}

TEST(Executor, StartsOnlyWhenNeeded) {
  Executor executor(test_program("behaviours"));
  EXPECT_EQ(executor.server(), 0);
  executor.start();
  EXPECT_NE(executor.server(), 0);
  executor.start();
  EXPECT_EQ(executor.figures().starts, 1u);
}

TEST(Executor, LooksForCrashesBesideTheTrace) {
  Executor executor(test_program("behaviours"));
  for (int round = 0; round < 3; round++) {
    const Input input = behave("aborts");
    EXPECT_TRUE(executor.run(input).killed_by(SIGABRT));
    const std::span<const std::byte> trace = executor.trace().bytes();
    const braid_trace &header = executor.trace().header();
    const std::vector<std::byte> facts(trace.begin(), trace.begin() + sizeof header);
    const auto data = [&] { return trace.subspan(header.data.offset, input.sources[0].bytes.size()); };
    const std::vector<std::byte> before(data().begin(), data().end());
    EXPECT_FALSE(executor.calls_at_crash(input).empty());
    EXPECT_TRUE(std::equal(facts.begin(), facts.end(), trace.begin()));
    EXPECT_TRUE(std::equal(before.begin(), before.end(), data().begin()));
    EXPECT_EQ(executor.run(behave("echo", "text")).output, "text");
  }
  EXPECT_TRUE(executor.calls_at_crash(behave("echo")).empty());
  EXPECT_EQ(executor.figures().starts, 1u);
}

// A process that calls abort is as good for the next run as any other, and the place of the call is known.
TEST(Executor, KeepsTheProcessThatAborts) {
  Executor executor(test_program("behaviours"), in_mode(Mode::RESTART));
  uint64_t place = 0;
  for (int run = 0; run < 3; run++) {
    const Outcome outcome = executor.run(behave("aborts_in_code"));
    EXPECT_TRUE(outcome.killed_by(SIGABRT));
    EXPECT_EQ(outcome.obstacle, "");
    EXPECT_EQ(outcome.restarted, run != 0);
    ASSERT_EQ(outcome.calls.size(), 1u);
    place = outcome.calls.front();
  }
  const std::vector<uint64_t> calls = executor.calls_at_crash(behave("aborts_in_code"));
  EXPECT_NE(std::find(calls.begin(), calls.end(), place), calls.end());
}

TEST(Executor, RunsManyAtOnce) {
  Executor first(test_program("behaviours")), second(test_program("objects"));
  for (int run = 0; run < 10; run++) {
    EXPECT_EQ(first.run(behave("echo", "text")).output, "text");
    EXPECT_TRUE(second.run(Input::standard_input("a b")).exited_with(2));
  }
}

TEST(Executor, RunsInTheGivenFolderAndEnvironment) {
  Program program = test_program("behaviours");
  program.path = std::filesystem::absolute(program.path);
  program.folder = "/usr";
  program.environment = std::vector<std::string>{"GIVEN=yes"};
  Executor executor(program);
  EXPECT_EQ(executor.run(behave("many_arguments")).output, "yes\n");
  EXPECT_EQ(executor.run(behave("folder_and_mask")).output.substr(0, 5), "/usr ");
}

// --- programs that cannot be run ---

std::string error_of(const Program &program, const ExecutorOptions &options = {}) {
  try {
    Executor(program, options).start();
  } catch (const Error &error) {
    return error.what();
  }
  return "no error";
}

TEST(ExecutorErrors, MissingProgram) {
  std::string error = error_of(test_program("there_is_no_such_program"));
  EXPECT_NE(error.find("there_is_no_such_program"), std::string::npos) << error;
  EXPECT_NE(error.find("No such file"), std::string::npos) << error;
}

TEST(ExecutorErrors, NotExecutable) {
  Program program;
  program.path = "/etc/passwd";
  EXPECT_NE(error_of(program).find("Permission denied"), std::string::npos) << error_of(program);
}

TEST(ExecutorErrors, MissingFolder) {
  Program program = test_program("behaviours");
  program.folder = "/there/is/no/such/folder";
  EXPECT_NE(error_of(program).find("entering the folder"), std::string::npos) << error_of(program);
}

TEST(ExecutorErrors, NotInstrumented) {
  std::string error = error_of(test_program("plain"));
  EXPECT_NE(error.find("was not built with braid-cc"), std::string::npos) << error;
  EXPECT_NE(error.find("braid-cc"), std::string::npos) << error;
}

TEST(ExecutorErrors, BuiltByAnotherVersion) {
  std::string error = error_of(test_program("other_version"));
  EXPECT_NE(error.find("by the braid-cc of another version"), std::string::npos) << error;
  EXPECT_NE(error.find("Build it again"), std::string::npos) << error;
}

TEST(ExecutorErrors, DiesBeforeMain) {
  std::string error = error_of(test_program("dies_early"));
  EXPECT_NE(error.find("died before main (killed by SIGABRT)"), std::string::npos) << error;
  EXPECT_NE(error.find("something is missing"), std::string::npos) << error;
}

TEST(ExecutorErrors, NeverReachesMain) {
  ExecutorOptions options;
  options.start_time = std::chrono::milliseconds(300);
  std::string error = error_of(test_program("hangs_early"), options);
  EXPECT_NE(error.find("did not get ready for a run within "), std::string::npos) << error;
}

TEST(ExecutorErrors, TooMuchInput) {
  ExecutorOptions options;
  options.capacities.data = 100;
  Executor executor(test_program("behaviours"), options);
  EXPECT_THROW(executor.run(behave("echo", std::string(100, 'x'))), Error);
  EXPECT_EQ(executor.run(behave("echo", "fits")).output, "fits");
}

} // namespace
} // namespace braid::target
