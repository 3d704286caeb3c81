#include "support.h"
#include "target/build/elf.h"

#include <random>

namespace braid::target {

namespace {

TEST(ElfFile, ItselfIsAPlainProgram) {
  const ElfFile file("/proc/self/exe");
  ASSERT_TRUE(file.is_readable());
  EXPECT_TRUE(file.has_section(".text"));
  EXPECT_FALSE(file.has_section(".tex"));
  EXPECT_TRUE(file.defines("main"));
  EXPECT_FALSE(file.defines("mkdtemp")); // of a library
  EXPECT_FALSE(is_instrumented("/proc/self/exe"));
  EXPECT_FALSE(takes_values("/proc/self/exe"));
}

TEST(ElfFile, OtherFilesHaveNothing) {
  const TemporaryFolder folder;
  for (const std::string &text : {std::string(), std::string("#!/bin/sh\n"),
                                  std::string("\x7f"
                                              "ELF"),
                                  std::string("\x7f"
                                              "ELF\2") +
                                      std::string(200, '\xff')}) {
    const ElfFile file(folder.write("file", text));
    EXPECT_FALSE(file.has_section("braid_sites"));
    EXPECT_FALSE(file.defines("main"));
  }
  EXPECT_FALSE(ElfFile(folder / "missing").is_readable());
  EXPECT_FALSE(ElfFile(folder.path()).is_readable());
}

// Whatever is in the file, looking into it ends and touches no memory that is not its own.
TEST(ElfFile, DamagedFiles) {
  const TemporaryFolder folder;
  const std::filesystem::path source = folder.write("a.c", "int main(void) { return 0; }\n");
  const Built built = build(
      {.files = {source}, .compiler_options = {}, .compile_commands = {}, .folder = folder.path(), .plain = true});
  const std::string whole = read_text(built.program);
  const char *given = std::getenv("BRAID_TEST_SEED");
  const unsigned seed = given ? unsigned(std::strtoul(given, nullptr, 10)) : std::random_device()();
  RecordProperty("seed", std::to_string(seed));
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 200; round++) {
    std::string damaged = whole;
    const size_t table = whole.size() > 4096 ? whole.size() - 4096 : 0; // the table of sections is at the end
    for (int i = 0; i < 8; i++)
      damaged[(i % 2 ? random() % 64 : table + random() % (whole.size() - table))] = char(random());
    if (round % 4 == 0)
      damaged.resize(random() % damaged.size());
    const ElfFile file(folder.write("damaged", damaged));
    file.has_section("braid_sites");
    file.defines("no such symbol");
    file.calls_its_own("main");
  }
}

} // namespace

} // namespace braid::target
