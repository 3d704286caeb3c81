// Programs that would harm their user: in a sandbox they cannot.
#include "support.h"
#include "target/plain_run.h"

#include <algorithm>
#include <arpa/inet.h>
#include <csignal>
#include <cstring>
#include <fstream>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace braid::target {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path &path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// In one of the two ways in which programs are run.
class Sandboxed : public testing::TestWithParam<bool> {
protected:
  void SetUp() override {
    if (Sandbox::protection(program).level != Protection::Level::FULL)
      GTEST_SKIP() << Sandbox::protection(program).text();
    std::string name = (fs::temp_directory_path() / "braid-sandbox-XXXXXX").string();
    folder = mkdtemp(name.data());
    program.folder = folder;
    std::ofstream(folder / "mine") << "precious";
  }
  void TearDown() override {
    executor.reset();
    if (!folder.empty())
      fs::remove_all(folder);
  }

  std::string run(const Input &input) {
    if (GetParam())
      return run_plain(program, input).output;
    if (!executor)
      executor = std::make_unique<Executor>(program, in_mode(Mode::FORK));
    return executor->run(input).output;
  }
  std::string run(const std::string &deeds) { return run(Input::standard_input(deeds)); }

  Program program = test_program("trespasser");
  fs::path folder;
  std::unique_ptr<Executor> executor;
};

INSTANTIATE_TEST_SUITE_P(Ways, Sandboxed, testing::Bool(),
                         [](const auto &instance) { return instance.param ? "Plain" : "Executor"; });

TEST_P(Sandboxed, FilesAreChangedForTheProgramAlone) {
  EXPECT_EQ(run("read mine\nwrite mine spoilt\nread mine\nwrite new text\nread new\nremove mine\nread mine\n"),
            "precious\nok\nspoilt\nok\ntext\nok\nNo such file or directory\n");
  EXPECT_EQ(content(folder / "mine"), "precious");
  EXPECT_FALSE(fs::exists(folder / "new"));
}

TEST_P(Sandboxed, WithoutOneFilesAreChanged) {
  program.sandbox = false;
  EXPECT_EQ(run("write mine spoilt\n"), "ok\n");
  EXPECT_EQ(content(folder / "mine"), "spoilt");
}

// Braid itself may have been built in a folder that programs can write to.
bool is_scratch(const fs::path &file) {
  const fs::path path = fs::weakly_canonical(file);
  const fs::path folders[] = {"/tmp", "/var/tmp", fs::weakly_canonical(fs::temp_directory_path())};
  return std::any_of(std::begin(folders), std::end(folders), [&](const fs::path &folder) {
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
  });
}

TEST_P(Sandboxed, FilesElsewhereCannotBeChanged) {
  const fs::path other = fs::path(BRAID_TEST_PROGRAMS) / "precious";
  std::ofstream(other) << "precious";
  EXPECT_EQ(run("read " + other.string() + "\nwrite " + other.string() + " spoilt\nremove " + other.string() +
                "\nlink " + other.string() + " way-out\nwrite way-out spoilt\n"),
            is_scratch(other)
                ? "precious\nok\nok\nok\nok\n" // for the program alone
                : "precious\nRead-only file system\nRead-only file system\nok\nRead-only file system\n");
  EXPECT_EQ(content(other), "precious");
  fs::remove(other);
}

TEST_P(Sandboxed, TheSandboxCannotBeTakenApart) {
  EXPECT_EQ(run("remount /\nunmount /tmp\nwrite /dev/null x\n"),
            "Operation not permitted\nOperation not permitted\nok\n");
  EXPECT_NE(run("write /proc/sys/kernel/core_pattern x\nread mine\n").find("precious"), std::string::npos);
}

TEST_P(Sandboxed, NobodyIsToBeReached) {
  const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {};
  socklen_t size = sizeof address;
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(bind(server, reinterpret_cast<sockaddr *>(&address), size), 0);
  ASSERT_EQ(listen(server, 8), 0);
  ASSERT_EQ(getsockname(server, reinterpret_cast<sockaddr *>(&address), &size), 0);
  const std::string port = "port " + std::to_string(ntohs(address.sin_port)) + "\n";

  std::string names;
  std::vector<int> listeners;
  for (const std::string &name : {(folder / "socket").string(), "@" + folder.string()}) {
    struct sockaddr_un local = {};
    local.sun_family = AF_UNIX;
    std::strncpy(local.sun_path, name.c_str(), sizeof local.sun_path - 1);
    if (name[0] == '@')
      local.sun_path[0] = 0;
    listeners.push_back(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ASSERT_EQ(bind(listeners.back(), reinterpret_cast<sockaddr *>(&local),
                   socklen_t(offsetof(sockaddr_un, sun_path) + name.size())),
              0);
    ASSERT_EQ(listen(listeners.back(), 8), 0);
    names += "name " + name + "\n";
  }
  EXPECT_EQ(run(port + names + "itself\n"), "Connection refused\nConnection refused\nConnection refused\nok\n");
  program.sandbox = false;
  executor.reset();
  EXPECT_EQ(run(port + names), "ok\nok\nok\n");
  close(server);
  for (const int listener : listeners)
    close(listener);
}

TEST_P(Sandboxed, TheDiskDoesNotFill) {
  EXPECT_EQ(run("fill .\n"), "No space left on device\n");
  // The next run finds room again.
  EXPECT_EQ(run("write new text\nread new\n"), "ok\ntext\n");
  if (executor) {
    EXPECT_EQ(executor->figures().starts, 2u);
  }
}

TEST_P(Sandboxed, NobodyElseIsKilled) {
  const pid_t victim = fork();
  if (victim == 0) {
    pause();
    _exit(0);
  }
  EXPECT_EQ(run("kill " + std::to_string(victim) + "\n"), "No such process\n");
  run("kill -1\n");
  EXPECT_EQ(run("read mine\n"), "precious\n");
  EXPECT_EQ(waitpid(victim, nullptr, WNOHANG), 0);
  kill(victim, SIGKILL);
  waitpid(victim, nullptr, 0);
}

size_t processes_of(const fs::path &program) {
  size_t count = 0;
  std::error_code failed;
  for (const fs::directory_entry &entry : fs::directory_iterator("/proc"))
    count += fs::read_symlink(entry.path() / "exe", failed) == program && !failed;
  return count;
}

TEST_P(Sandboxed, NothingIsLeftBehind) {
  const size_t before = processes_of(program.path);
  EXPECT_EQ(run("daemon\n"), "ok\n");
  executor.reset();
  for (int attempt = 0; attempt < 1000 && processes_of(program.path) > before; attempt++)
    usleep(10000);
  EXPECT_LE(processes_of(program.path), before);
}

// What the run is given is there, also if an earlier run did away with it, and is never on the disk.
TEST_P(Sandboxed, InputFilesAreThere) {
  Input input = Input::standard_input("read mine\nread fresh\nremove mine\nremove fresh\nread mine\n");
  input.add(SourceKind::FILE, "mine", "input one");
  input.add(SourceKind::FILE, (folder / "fresh").string(), "input two");
  for (int round = 0; round < 3; round++)
    EXPECT_EQ(run(input), "input one\ninput two\nok\nok\nNo such file or directory\n");
  EXPECT_EQ(content(folder / "mine"), "precious");
  EXPECT_FALSE(fs::exists(folder / "fresh"));
}

TEST(Sandbox, IsProvidedAsItIsSaid) {
  const Program program = test_program("trespasser");
  EXPECT_EQ(Sandbox::make(program, {}) == nullptr, Sandbox::protection(program).level == Protection::Level::NONE);
  Program free = program;
  free.sandbox = false;
  EXPECT_EQ(Sandbox::make(free, {}), nullptr);
  EXPECT_NE(Sandbox::protection(free).text(), "");
  Protection protection;
  Sandbox::make(free, {}, protection);
  EXPECT_EQ(protection.text(), Sandbox::protection(free).text());
  Sandbox::make(program, {}, protection);
  EXPECT_EQ(protection.text(), Sandbox::protection(program).text());
}

} // namespace
} // namespace braid::target
