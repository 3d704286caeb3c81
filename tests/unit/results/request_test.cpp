#include "results/error.h"
#include "results/request.h"
#include "scratch_results.h"

#include <gtest/gtest.h>

namespace braid::results {
namespace {

using Numbers = std::vector<uint32_t>;

TEST(Request, Numbers) {
  EXPECT_EQ(numbers_in("7"), Numbers{7});
  EXPECT_EQ(numbers_in("5,1,8-11,9"), (Numbers{1, 5, 8, 9, 10, 11}));
  EXPECT_EQ(numbers_in("4294967295-4294967295"), Numbers{4294967295});
  for (const char *wrong :
       {"", "0", "-", "1-", "-1", "1,,2", ",1", "1,", "2-1", "4294967296", "1 ", "1-2-3", "1;2"})
    EXPECT_NE(message_of<BadRequest>([&] { numbers_in(wrong); }), "") << wrong;
}

class Tests : public testing::Test {
protected:
  Tests() {
    scratch_.add_test(1, "a");
    scratch_.add_test(2, "b", {{"is_path", false}});
    scratch_.add_test(3, "c", {{"is_path", false}, {"outcome", {{"ending", "signalled"}, {"signal", 11}}}});
  }

  template <class Ask> Numbers chosen(Ask ask) {
    Request request;
    ask(request);
    Numbers numbers;
    for_each_test(Folder(scratch_.path()), request, account_,
                  [&](const results::Test &test) { numbers.push_back(test.number); });
    return numbers;
  }

  ScratchResults scratch_;
  Account account_;
};

TEST_F(Tests, PathsAndFindings) {
  EXPECT_EQ(chosen([](Request &) {}), (Numbers{1, 3}));
  EXPECT_EQ(account_.lines(),
            std::vector<std::string>{"1 test left out: no paths of their own (--all takes them too)"});
}

TEST_F(Tests, All) {
  EXPECT_EQ(chosen([](Request &request) { request.all = true; }), (Numbers{1, 2, 3}));
}
TEST_F(Tests, Findings) {
  EXPECT_EQ(chosen([](Request &request) { request.findings_only = true; }), Numbers{3});
}
TEST_F(Tests, Listed) {
  EXPECT_EQ(chosen([](Request &request) { request.tests = {2}; }), Numbers{2});
}
TEST_F(Tests, NotThere) {
  EXPECT_NE(message_of<BadRequest>([&] {
              chosen([](Request &request) { request.tests = {2, 4}; });
            }).find("there is no test 4"),
            std::string::npos);
}

TEST(Request, OneInput) {
  Account account;
  results::Test test;
  Request request;
  EXPECT_EQ(chosen_input(test, request, account), nullptr);
  test.inputs.resize(1);
  test.inputs[0].name = "stdin";
  EXPECT_EQ(chosen_input(test, request, account), test.inputs.data());
  test.inputs.resize(2);
  test.inputs[1].name = "in.txt";
  EXPECT_EQ(chosen_input(test, request, account), nullptr);
  request.input = "in.txt";
  EXPECT_EQ(chosen_input(test, request, account), &test.inputs[1]);
  request.input = "other";
  EXPECT_EQ(chosen_input(test, request, account), nullptr);
  EXPECT_EQ(account.lines().size(), 3U);
}

} // namespace
} // namespace braid::results
