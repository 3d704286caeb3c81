#include "results/request.h"

#include "results/error.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <set>

namespace braid::results {

namespace {

constexpr uint32_t LONGEST_RANGE = 10'000'000;

// Reads a number off the front of the text.
bool take_number(std::string_view &text, uint32_t &number) {
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(size_t(end - text.data()));
  return failed == std::errc() && number > 0;
}

} // namespace

std::vector<uint32_t> numbers_in(const std::string &text) {
  std::vector<uint32_t> numbers;
  std::string_view rest = text;
  bool good = !rest.empty();
  while (good && !rest.empty()) {
    uint32_t first = 0;
    good = take_number(rest, first);
    uint32_t last = first;
    if (good && rest.starts_with('-')) {
      rest.remove_prefix(1);
      good = take_number(rest, last) && first <= last && last - first < LONGEST_RANGE;
    }
    for (uint64_t number = first; good && number <= last; number++)
      numbers.push_back(uint32_t(number));
    if (good && !rest.empty()) {
      good = rest.starts_with(',') && rest.size() > 1;
      rest.remove_prefix(1);
    }
  }
  if (!good)
    throw BadRequest("--tests " + text, "these are not numbers of tests", "Write such as 1,5,8-11.");
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

void for_each_test(const Folder &folder, const Request &request, Account &account,
                   const std::function<void(const Test &)> &visit) {
  const std::vector<uint32_t> present = folder.tests();
  for (const uint32_t number : request.tests)
    if (!std::binary_search(present.begin(), present.end(), number))
      throw BadRequest(folder.path().string(), fmt::format("there is no test {}", number),
                       present.empty()
                           ? "The folder has no tests at all."
                           : fmt::format("The first is {}, the last {}.", present.front(), present.back()));
  for (const uint32_t number : request.tests.empty() ? present : request.tests) {
    const Test test = folder.test(number);
    if (request.findings_only && !test.is_finding)
      account.leave_out("no findings, as asked for");
    else if (request.tests.empty() && !request.all && !test.is_path && !test.is_finding)
      account.leave_out("no paths of their own (--all takes them too)");
    else
      visit(test);
  }
}

Request with_only_input(const Folder &folder, const Request &request) {
  Request named = request;
  std::set<std::string> used;
  for (const uint32_t number : request.input.empty() ? folder.tests() : std::vector<uint32_t>())
    for (const Input &input : folder.test(number).inputs)
      if (!input.bytes.empty())
        used.insert(input.name);
  if (used.size() == 1)
    named.input = *used.begin();
  return named;
}

const Input *chosen_input(const Test &test, const Request &request, Account &account) {
  if (request.input.empty()) {
    if (test.inputs.size() == 1)
      return test.inputs.data();
    std::string names;
    for (const Input &input : test.inputs)
      names += (names.empty() ? "" : ", ") + input.name;
    account.leave_out(names.empty() ? "without input"
                                    : fmt::format("with several inputs ({}): choose one with --input", names));
    return nullptr;
  }
  for (const Input &input : test.inputs)
    if (input.name == request.input)
      return &input;
  account.leave_out("without an input called " + request.input);
  return nullptr;
}

} // namespace braid::results
