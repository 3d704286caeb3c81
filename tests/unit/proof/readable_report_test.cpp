// Reports of sanitizers as people see them. That addresses become places is seen in
// tests/cli/test_explanations.py.
#include "proof/readable_report.h"

#include <gtest/gtest.h>

namespace braid::proof {
namespace {

TEST(ReadableReport, Frames) {
  const auto frame = frame_of("    #3 0x55555565fe54  (/a b/build/proof+0x10be54) (BuildId: 53bcdec7)");
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->module, "/a b/build/proof");
  EXPECT_EQ(frame->offset, 0x10be54U);
  EXPECT_FALSE(frame->is_in_library());
  EXPECT_TRUE(frame_of("    #1 0x7ffff7ce9249  (/lib/libc.so.6+0x27249)")->is_in_library());
  for (const char *other : {"", "#1", "    #1 0x7ffff7ce9249", "WRITE of size 1 at 0x5 (x+0x7)", "    #1 (x+0x)"})
    EXPECT_FALSE(frame_of(other)) << other;
}

TEST(ReadableReport, WhatIsOfNoUseIsLeftOut) {
  target::SourcePlaces places("/no/such/program");
  EXPECT_EQ(readable_report("==1660==ERROR: AddressSanitizer: heap-use-after-free on address 0x502000000018 at pc "
                            "0x55555565fe55 bp 0x7fffffffe430 sp 0x7fffffffe428\n"
                            "WRITE of size 1 at 0x502000000018 thread T0\n"
                            "    #0 0x7ffff7ce9249  (/lib/x86_64-linux-gnu/libz.so.1+0x27249) (BuildId: 93ac)\n"
                            "    #1 0x5555555803d0  (/x/proof+0x2c3d0) (BuildId: 53bc)\n"
                            "\n"
                            "SUMMARY: AddressSanitizer: heap-use-after-free (/x/proof+0x10be54) (BuildId: 53bc) \n"
                            "Shadow bytes around the buggy address:\n"
                            "  0x501ffffffd80: 00 00\n"
                            "==1660==ABORTING\n",
                            places),
            "ERROR: AddressSanitizer: heap-use-after-free on address 0x502000000018\n"
            "WRITE of size 1 at 0x502000000018 thread T0\n"
            "    #0 in libz.so.1\n"
            "\n"
            "SUMMARY: AddressSanitizer: heap-use-after-free\n");
  EXPECT_EQ(readable_report("x.c:14:22: runtime error: division by zero\n"
                            "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior x.c:14:22 \n"
                            "AddressSanitizer:DEADLYSIGNAL\n"
                            "=================================================================\n",
                            places),
            "x.c:14:22: runtime error: division by zero\n"
            "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior x.c:14:22\n");
  EXPECT_EQ(readable_report("", places), "");
}

} // namespace
} // namespace braid::proof
