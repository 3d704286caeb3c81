#include "results/messages.h"

#include "trace/names.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace braid::results {

namespace {

bool is_digit(char each) { return each >= '0' && each <= '9'; }
bool is_hexadecimal(char each) { return is_digit(each) || (each >= 'a' && each <= 'f'); }
bool is_space(char each) { return each == ' ' || (each >= '\t' && each <= '\r'); }
bool is_letter(char each) { return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z'); }
bool is_of_word(char each) { return is_letter(each) || is_digit(each) || each == '_'; }

// Takes the longest part off the front that is made of such characters; empty if there is none.
template <class Test> std::string_view take(std::string_view &text, Test test) {
  const auto end = std::find_if_not(text.begin(), text.end(), test);
  const std::string_view taken = text.substr(0, size_t(end - text.begin()));
  text.remove_prefix(taken.size());
  return taken;
}

template <class Test> std::string_view take_back(std::string_view &text, Test test) {
  const auto end = std::find_if_not(text.rbegin(), text.rend(), test);
  const std::string_view taken = text.substr(text.size() - size_t(end - text.rbegin()));
  text.remove_suffix(taken.size());
  return taken;
}

bool take_word(std::string_view &text, std::string_view word) {
  const bool is_there = text.starts_with(word);
  text.remove_prefix(is_there ? word.size() : 0);
  return is_there;
}

bool take_word_back(std::string_view &text, std::string_view word) {
  const bool is_there = text.ends_with(word);
  text.remove_suffix(is_there ? word.size() : 0);
  return is_there;
}

std::string_view take_line(std::string_view &text) {
  const std::string_view line = take(text, [](char each) { return each != '\n'; });
  take_word(text, "\n");
  return line;
}

// "file.c:12" within "prog: file.c:12: rest": what follows a word and ": ". Leaves the rest in `line`.
struct Place {
  std::string_view file, number;
};
std::optional<Place> take_place(std::string_view &line) {
  const auto is_no_colon = [](char each) { return each != ':'; };
  std::string_view left = line, before = take(left, is_no_colon);
  while (take_word(left, ":")) {
    std::string_view file = take(left, is_no_colon), rest = left;
    const bool follows = !before.empty() && file.starts_with(' ') && file.size() > 1;
    before = file;
    if (!follows || !take_word(rest, ":"))
      continue;
    const std::string_view number = take(rest, is_digit);
    if (number.empty() || !take_word(rest, ": "))
      continue;
    line = rest;
    return Place{file.substr(1), number};
  }
  return std::nullopt;
}

// "    #0 0x55d0 in f file.c:7:3", from the # on
std::optional<std::string> place_of_frame(std::string_view text) {
  if (!take_word(text, "#") || take(text, is_digit).empty() || !take_word(text, " 0x") ||
      take(text, is_hexadecimal).empty() || !take_word(text, " in "))
    return std::nullopt;
  const std::string_view function = take(text, [](char each) { return !is_space(each); });
  if (function.empty() || !take_word(text, " "))
    return std::nullopt;
  const std::string_view file = take(text, [](char each) { return !is_space(each) && each != ':'; });
  if (file.empty() || !take_word(text, ":"))
    return std::nullopt;
  const std::string_view number = take(text, is_digit);
  if (number.empty())
    return std::nullopt;
  return fmt::format("{}:{} ({})", trace::shown_path(file), number, function);
}

std::string first_place_of_frames(std::string_view text) {
  for (size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1))
    if (const auto place = place_of_frame(text.substr(at)))
      return *place;
  return {};
}

// "==123==ERROR: AddressSanitizer: heap-buffer-overflow on address ..."
std::optional<Message> find_report(std::string_view text) {
  constexpr std::string_view BEGIN = "ERROR: ", NAME = "Sanitizer";
  for (size_t at = text.find(BEGIN); at != std::string_view::npos; at = text.find(BEGIN, at + 1)) {
    std::string_view left = text.substr(at + BEGIN.size());
    const std::string_view who = take(left, is_of_word);
    if (!who.ends_with(NAME) || who == NAME || !take_word(left, ": "))
      continue;
    const std::string_view what = take(left, [](char each) { return is_of_word(each) || each == '-'; });
    if (what.empty())
      continue;
    take_line(left);
    return Message{fmt::format("{}: {}", who, what), first_place_of_frames(left)};
  }
  return std::nullopt;
}

// "file.c:3:5: runtime error: ..."
std::optional<Message> find_runtime_error(std::string_view text) {
  constexpr std::string_view MIDDLE = ": runtime error: ";
  for (size_t at = text.find(MIDDLE); at != std::string_view::npos; at = text.find(MIDDLE, at + 1)) {
    std::string_view before = text.substr(0, at), after = text.substr(at + MIDDLE.size());
    if (take_back(before, is_digit).empty() || !take_word_back(before, ":"))
      continue;
    const std::string_view number = take_back(before, is_digit);
    if (number.empty() || !take_word_back(before, ":"))
      continue;
    const std::string_view file = take_back(before, [](char each) { return !is_space(each) && each != ':'; });
    if (!file.empty())
      return Message{std::string(take_line(after)), fmt::format("{}:{}", trace::shown_path(file), number)};
  }
  return std::nullopt;
}

// The name in "static int f(int)", which is __PRETTY_FUNCTION__, or in "f".
std::string_view name_of(std::string_view function) {
  function = function.substr(0, function.find('('));
  return function.substr(function.find_last_of(" *") + 1);
}

std::optional<Message> failed_mark(std::string_view line) {
  constexpr std::string_view MIDDLE = ": assertion failed: ";
  const size_t middle = line.find(MIDDLE);
  if (middle == std::string_view::npos)
    return std::nullopt;
  const std::string_view condition = line.substr(middle + MIDDLE.size()), function = line.substr(0, middle);
  std::string_view place = function;
  const size_t end = place.rfind(": ");
  if (end == std::string_view::npos)
    return std::nullopt;
  place = place.substr(0, end);
  if (take_back(place, is_digit).empty() || !take_word_back(place, ":"))
    return std::nullopt;
  const std::string_view number = function.substr(place.size() + 1, end - place.size() - 1);
  return Message{fmt::format("assertion `{}' failed", condition),
                 fmt::format("{}:{} ({})", trace::shown_path(place), number, name_of(function.substr(end + 2)))};
}

} // namespace

// "prog: file.c:12: int f(int): Assertion `x > 0' failed.", and of a mark of ours
// "file.c:12: f: assertion failed: x > 0".
std::optional<Message> find_assertion(const std::string &errors) {
  constexpr std::string_view MIDDLE = ": Assertion `", END = "' failed.";
  for (std::string_view text = errors; !text.empty();) {
    std::string_view line = take_line(text);
    if (const std::optional<Message> mark = failed_mark(line))
      return mark;
    const std::optional<Place> place = take_place(line);
    const size_t middle = place ? line.find(MIDDLE) : std::string_view::npos;
    if (middle == std::string_view::npos)
      continue;
    const std::string_view condition = line.substr(middle + MIDDLE.size());
    const size_t end = condition.rfind(END);
    if (end == std::string_view::npos)
      continue;
    return Message{
        fmt::format("assertion `{}' failed", condition.substr(0, end)),
        fmt::format("{}:{} ({})", trace::shown_path(place->file), place->number, name_of(line.substr(0, middle)))};
  }
  return std::nullopt;
}

// "terminate called after throwing an instance of 'std::out_of_range'"
std::optional<Message> find_exception(const std::string &errors) {
  constexpr std::string_view BEGIN = "terminate called after throwing an instance of '";
  const std::string_view text = errors;
  for (size_t at = text.find(BEGIN); at != std::string_view::npos; at = text.find(BEGIN, at + 1)) {
    std::string_view left = text.substr(at + BEGIN.size());
    const std::string_view type = take(left, [](char each) { return each != '\'' && each != '\n'; });
    if (take_word(left, "'"))
      return Message{fmt::format("nobody caught {}", type), {}};
  }
  return std::nullopt;
}

std::optional<Message> find_sanitizer(const std::string &errors) {
  std::optional<Message> found = find_report(errors);
  return found ? found : find_runtime_error(errors);
}

} // namespace braid::results
