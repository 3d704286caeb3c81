#include "report/library_name.h"
#include "sample_trace.h"

#include <gtest/gtest.h>

namespace braid::report::test {
namespace {

TEST(LibraryName, FromTheCallOrTheModel) {
  SampleTrace trace;
  const uint32_t helper = trace.add_site(BRAID_SITE_BRANCH, "strings.c", "compare", 9, 1, {}, 0, true);
  const auto call_of = [&](const char *function) {
    const uint32_t call = trace.add_site(BRAID_SITE_CALL, "main.c", "main", 1, 7);
    trace.site(call).called = trace.add_string(function);
    return call;
  };
  const uint32_t plain = call_of("strcmp"), renamed = call_of("__isoc99_scanf"), checked = call_of("__memcpy_chk");
  const uint32_t mangled =
      trace.add_site(BRAID_SITE_BRANCH, "tree.cpp",
                     "__braid_model__ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base", 9, 1, {}, 0, true);
  const trace::View view = trace.view();
  EXPECT_EQ(library_name(view, {helper, plain}), "strcmp");
  EXPECT_EQ(library_name(view, {helper, renamed}), "scanf");
  EXPECT_EQ(library_name(view, {helper, checked}), "memcpy");
  EXPECT_EQ(library_name(view, {trace.in_strcmp, trace.call}), "strcmp");
  EXPECT_EQ(library_name(view, {mangled, trace.call}), "std::_Rb_tree_increment");
  EXPECT_EQ(library_name(view, {helper, trace.call}), "compare"); // called through a pointer
  EXPECT_EQ(library_name(view, {trace.loop, 0}), "");
  EXPECT_EQ(library_name(view, {0, 0}), "");
}

} // namespace
} // namespace braid::report::test
