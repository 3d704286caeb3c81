#include "report/sanitizer_digest.h"
#include "sample_findings.h"

#include <gtest/gtest.h>

namespace braid::report {
namespace {

using Lines = std::vector<std::string>;

TEST(SanitizerDigest, AddressSanitizer) {
  const Lines lines = sanitizer_digest(sample_findings().findings[0].sanitizer, 20);
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_TRUE(lines[0].starts_with("ERROR: AddressSanitizer: heap-buffer-overflow on address 0x")) << lines[0];
  EXPECT_TRUE(lines[1].starts_with("WRITE of size 1 at 0x"));
  EXPECT_EQ(lines[2], "  #0 copy /home/me/record/record.c:10:14");
  EXPECT_EQ(lines[3], "  #1 main /home/me/record/record.c:21:19");
  EXPECT_EQ(lines[4], "allocated by thread T0 here:");
  EXPECT_EQ(lines[5], "  #1 copy /home/me/record/record.c:8:17");
}

TEST(SanitizerDigest, UndefinedBehaviour) {
  EXPECT_EQ(
      sanitizer_digest(sample_findings().findings[1].sanitizer, 20),
      Lines{"record.c:14:55: runtime error: signed integer overflow: 99999 * 65537 cannot be represented in type "
            "'int'"});
}

TEST(SanitizerDigest, Frames) {
  const std::string report =
      "==7==WARNING: MemorySanitizer: use-of-uninitialized-value\n"
      "    #0 0x1 in std::vector<int, std::allocator<int>>::at(unsigned long) /usr/include/v.h:5:2\n"
      "    #1 0x2 in take(int, char) /home/x/a b/own.cpp:7\n"
      "    #2 0x3 in main own.cpp:9:1\n"
      "    #3 0x4 (/home/x/prog+0x4)\n"
      "    #4 0x5 in run /build/llvm/compiler-rt/lib/x.cpp:5\n";
  EXPECT_EQ(sanitizer_digest(report, 20),
            (Lines{"WARNING: MemorySanitizer: use-of-uninitialized-value",
                   "  #1 take(int, char) /home/x/a b/own.cpp:7", "  #2 main own.cpp:9:1"}));
  EXPECT_EQ(sanitizer_digest(report, 2).size(), 2U);
}

TEST(SanitizerDigest, Nothing) {
  EXPECT_TRUE(sanitizer_digest("", 20).empty());
  EXPECT_TRUE(sanitizer_digest("hello\n#0 0x1 in main x.c:1\n", 20).empty());
  EXPECT_TRUE(sanitizer_digest("====\n==\n== ==\n#\n", 20).empty());
}

} // namespace
} // namespace braid::report
