#include "target/build/options.h"

#include <gtest/gtest.h>

namespace braid::target {

namespace {

using Words = std::vector<std::string>;

TEST(BuildOptions, OutputAndDependenciesAreTakenOut) {
  EXPECT_EQ(without_output_options({"-O2", "-c", "-o", "x.o", "-Iinclude", "-MD", "-MF", "x.d", "-MTx", "-MQ", "y",
                                    "-Wp,-MMD,z.d", "-S", "-DX=1", "-oy.o", "-fsyntax-only"}),
            (Words{"-O2", "-Iinclude", "-DX=1"}));
}

TEST(BuildOptions, ValuesOfOptionsAreNotTakenForOptions) {
  EXPECT_EQ(without_output_options({"-include", "-c", "-I", "-o", "-D", "-MD"}),
            (Words{"-include", "-c", "-I", "-o", "-D", "-MD"}));
}

TEST(BuildOptions, EachStepGetsWhatItUnderstands) {
  const StepOptions split = split_options({"-O2", "-lm", "-L", "lib", "-Wl,--as-needed", "-x", "c++", "-I", "lib",
                                           "extra.o", "-pthread", "--braid-input=rand", "-static"},
                                          false);
  EXPECT_EQ(split.compile, (Words{"-O2", "-x", "c++", "-I", "lib", "-pthread", "--braid-input=rand"}));
  EXPECT_EQ(split.link,
            (Words{"-O2", "-lm", "-L", "lib", "-Wl,--as-needed", "-I", "lib", "extra.o", "-pthread", "-static"}));
}

TEST(BuildOptions, PlainCompilersGetNothingOfOurs) {
  const StepOptions split = split_options({"--braid-input=rand", "-fsanitize=fuzzer,address", "-g"}, true);
  const Words expected = {"-fsanitize=fuzzer,address", "-g", "-fno-sanitize=fuzzer,fuzzer-no-link"};
  EXPECT_EQ(split.compile, expected);
  EXPECT_EQ(split.link, expected);
  EXPECT_EQ(split_options({"-fsanitize=address"}, true).link, (Words{"-fsanitize=address"}));
}

TEST(BuildOptions, StandardsAreForTheirLanguage) {
  const Words both = {"-std=c++20", "-O2", "-std=gnu11"};
  EXPECT_EQ(without_foreign_standard(both, true), (Words{"-std=c++20", "-O2"}));
  EXPECT_EQ(without_foreign_standard(both, false), (Words{"-O2", "-std=gnu11"}));
}

TEST(BuildOptions, SomeCompileOptionsAreForTheLinkerToo) {
  EXPECT_EQ(options_for_both({"-O2", "-pthread", "-Ix", "-fsanitize=undefined", "-DX", "-march=native", "-Wall"}),
            (Words{"-pthread", "-fsanitize=undefined", "-march=native"}));
}

} // namespace

} // namespace braid::target
