#include "report/library_name.h"
#include "sample_trace.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace braid::report::test {
namespace {

TEST(LibraryName, FromTheModelOrTheCall) {
  const auto source =
      std::filesystem::path(testing::TempDir()) / ("braid-name-" + std::to_string(getpid()) + ".c");
  std::ofstream(source) << "  x = strcmp(a, b);\n";
  SampleTrace trace;
  const uint32_t helper = trace.add_site(BRAID_SITE_BRANCH, "strings.c", "compare", 9, 1, {}, 0, true);
  const uint32_t call = trace.add_site(BRAID_SITE_CALL, source.string(), "main", 1, 7);
  const uint32_t mangled =
      trace.add_site(BRAID_SITE_BRANCH, "tree.cpp",
                     "__braid_model__ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base", 9, 1, {}, 0, true);
  const trace::View view = trace.view();
  SourceLines lines("prog");
  EXPECT_EQ(library_name(view, {trace.in_strcmp, trace.call}, lines), "strcmp");
  EXPECT_EQ(library_name(view, {mangled, call}, lines), "std::_Rb_tree_increment");
  EXPECT_EQ(library_name(view, {helper, call}, lines), "strcmp");
  EXPECT_EQ(library_name(view, {helper, trace.call}, lines), "compare"); // the source is not there
  EXPECT_EQ(library_name(view, {trace.loop, 0}, lines), "");
  EXPECT_EQ(library_name(view, {0, 0}, lines), "");
  std::filesystem::remove(source);
}

} // namespace
} // namespace braid::report::test
