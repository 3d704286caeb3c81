// The smaller parts of src/target, each by itself.
#include "support.h"
#include "target/error.h"
#include "target/input_files.h"
#include "target/input_name.h"
#include "target/memory_file.h"
#include "target/plain_run.h"
#include "target/trace_memory.h"
#include "trace/reader.h"

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sys/mman.h>
#include <unistd.h>

namespace braid::target {
namespace {

std::span<const uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
}

TEST(MemoryFile, HoldsWhatItWasGiven) {
  MemoryFile file("test");
  std::string text;
  EXPECT_TRUE(file.read(text, 100));
  EXPECT_EQ(text, "");
  file.replace(bytes_of("a longer text"));
  file.replace(bytes_of("short"));
  EXPECT_TRUE(file.read(text, 100));
  EXPECT_EQ(text, "short");
  file.clear();
  text = "kept: ";
  EXPECT_TRUE(file.read(text, 100));
  EXPECT_EQ(text, "kept: ");
}

TEST(MemoryFile, LosesWhatTheProgramAdded) {
  MemoryFile file("test");
  std::string text;
  file.replace(bytes_of("input"));
  ASSERT_EQ(pwrite(file.number(), "more", 4, 5), 4);
  file.replace(bytes_of("input"));
  EXPECT_TRUE(file.read(text, 100));
  EXPECT_EQ(text, "input");
}

TEST(MemoryFile, ReadsAtMostTheLimit) {
  MemoryFile file("test");
  std::string all(20000, 'x'), text;
  file.replace(bytes_of(all));
  for (size_t limit : {0, 1, 4095, 4096, 4097, 19999, 20000, 20001}) {
    text.clear();
    EXPECT_EQ(file.read(text, limit), limit >= 20000) << limit;
    EXPECT_EQ(text.size(), std::min<size_t>(limit, 20000)) << limit;
  }
}

TEST(MemoryFile, OpensAgainWithItsOwnOffset) {
  MemoryFile file("test");
  file.replace(bytes_of("abc"));
  Descriptor reading = file.open(O_RDONLY), again = file.open(O_RDONLY);
  char byte = 0;
  EXPECT_EQ(read(reading.number(), &byte, 1), 1);
  EXPECT_EQ(read(again.number(), &byte, 1), 1);
  EXPECT_EQ(byte, 'a');
  EXPECT_LT(write(reading.number(), "x", 1), 0);
}

TEST(TraceMemory, IsAReadableTrace) {
  TraceMemory memory;
  InputFiles files("");
  Input input = Input::standard_input("hello").add(SourceKind::ARGUMENT, "first", "x", 1);
  memory.prepare(input, 7, {1, 2}, files, {});
  memory.discard();
  trace::View view(memory.bytes());
  ASSERT_TRUE(view.readable());
  EXPECT_TRUE(view.whole());
  ASSERT_EQ(view.sources().size(), 2u);
  EXPECT_EQ(view.sources()[0].kind, BRAID_SOURCE_STDIN);
  EXPECT_EQ(view.sources()[0].inode, 2u);
  EXPECT_EQ(view.data(0).size(), 5u);
  EXPECT_EQ(view.data(1)[0], 'x');
  EXPECT_EQ(view.name(1), "first");
  EXPECT_EQ(view.header().run, 7u);
  EXPECT_EQ(view.header().name_results, 0u);
  memory.prepare(input, 8, {1, 2}, files, {.name_results = true});
  EXPECT_EQ(view.header().name_results, 1u);
}

TEST(TraceMemory, RepairsItsHeader) {
  TraceMemory memory;
  InputFiles files("");
  void *other = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory.descriptor(), 0);
  ASSERT_NE(other, MAP_FAILED);
  memset(other, 0x55, 4096);
  memory.prepare(Input(), 1, {}, files, {});
  memory.discard();
  EXPECT_EQ(memory.header().version, BRAID_TRACE_VERSION);
  EXPECT_EQ(memory.header().nodes.capacity, TraceCapacities().nodes);
  EXPECT_EQ(memory.header().node_count, 1u);
  munmap(other, 4096);
}

TEST(TraceMemory, CannotBeTakenAway) {
  TraceMemory memory;
  EXPECT_NE(ftruncate(memory.descriptor(), 0), 0);
}

TEST(TraceMemory, SaysWhatDoesNotFit) {
  TraceCapacities small;
  small.sources = 1;
  TraceMemory memory(small);
  InputFiles files("");
  Input input = Input::standard_input("a").add(SourceKind::MARK, "b", "c");
  EXPECT_THROW(memory.prepare(input, 1, {}, files, {}), Error);
  Input variable;
  variable.add(SourceKind::ENVIRONMENT, std::string(100, 'n'), "x");
  EXPECT_THROW(memory.prepare(variable, 1, {}, files, {}), Error);
  small.nodes = 0;
  EXPECT_THROW(TraceMemory{small}, Error);
}

TEST(InputFiles, AreWrittenAgainWhenReplaced) {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("braid-input-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  InputFiles files(folder);
  Source source;
  source.kind = SourceKind::FILE;
  source.name = "file";
  auto content = [&] {
    std::ifstream stream(folder / "file");
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  for (const char *text : {"first text", "second"}) {
    source.bytes.assign(text, text + strlen(text));
    FileIdentity identity = files.write(source);
    EXPECT_EQ(content(), text);
    EXPECT_EQ(files.write(source).inode, identity.inode);
    std::filesystem::rename(folder / "file", folder / "moved");
    EXPECT_NE(files.write(source).inode, identity.inode);
    EXPECT_EQ(content(), text);
  }
  source.name = "no/such/folder/file";
  EXPECT_THROW(files.write(source), Error);
  std::filesystem::remove_all(folder);
}

TEST(PlainRun, GivesEverythingToTheProgram) {
  Program program = test_program("plain");
  program.arguments = {"one"};
  Input input = Input::standard_input("text\n").add(SourceKind::ARGUMENT, "", "third", 3);
  Outcome outcome = run_plain(program, input);
  EXPECT_TRUE(outcome.exited_with(4)) << outcome.text();
  EXPECT_EQ(outcome.output, "[one][][third]TEXT\n");
  EXPECT_EQ(outcome.errors, "done\n");
  EXPECT_GT(outcome.wall.count(), 0);
}

TEST(PlainRun, PassesNoDescriptorsOn) {
  Descriptor leaked(dup(0)); // without close-on-exec
  Program shell;
  shell.path = "/bin/sh";
  shell.arguments = {"-c", "ls /proc/self/fd | wc -l"};
  EXPECT_EQ(run_plain(shell, Input()).output, "4\n"); // 0, 1, 2 and the one that lists them
}

TEST(PlainRun, MissingProgram) {
  Program program;
  program.path = "/no/such/program";
  EXPECT_THROW(run_plain(program, Input()), Error);
}

TEST(InputName, HasTheExtensionBehindTheSign) {
  using Words = std::vector<std::string>;
  const auto named = [](Words words) {
    name_input_file(words, "/x/" + input_file_name(words));
    return words;
  };
  EXPECT_FALSE(names_input_file({"@", "a@.c"}));
  EXPECT_EQ(named({"a", "@@", "b@@c@@"}), (Words{"a", "/x/input", "b/x/inputc/x/input"}));
  EXPECT_EQ(named({"@@.png"}), (Words{"/x/input.png"}));
  EXPECT_EQ(named({"@@", "in=@@.tar.gz,@@.tar.gz:@@"}),
            (Words{"/x/input.tar.gz", "in=/x/input.tar.gz,/x/input.tar.gz:/x/input.tar.gz"}));
  EXPECT_EQ(named({"@@.", "@@..", "@@../a", "@@_b.c"}),
            (Words{"/x/input.", "/x/input..", "/x/input../a", "/x/input_b.c"}));
  EXPECT_EQ(named({"read @@.txt."}), (Words{"read /x/input.txt."}));
  EXPECT_EQ(input_file_extensions({"@@.a@@.b", "@@.a", "@@"}), (std::set<std::string>{".a", ".b"}));
}

TEST(Outcome, IsDescribedInWords) {
  Outcome outcome;
  outcome.status = 3;
  EXPECT_EQ(outcome.text(), "exit status 3");
  outcome.ending = Ending::SIGNALLED;
  outcome.signal = SIGSEGV;
  EXPECT_EQ(outcome.text(), "killed by SIGSEGV");
  outcome.ending = Ending::STOPPED;
  outcome.end = BRAID_END_NODES;
  EXPECT_EQ(outcome.text(), "stopped: the table of expressions is full");
  outcome.end = BRAID_END_MEMORY;
  EXPECT_EQ(outcome.text(), "stopped: there is no memory left for the labels of the program's memory");
  outcome.end = BRAID_END_INTERNAL;
  outcome.message = "why";
  EXPECT_EQ(outcome.text(), "stopped: the runtime met something it cannot handle (why)");
}

} // namespace
} // namespace braid::target
