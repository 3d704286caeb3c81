// The members of std::string and std::string_view on text that is input.
// INPUT: "key=value;rest"
// TURNS-IN: char_traits.h
// INPUT: "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
// INPUT: ""
// VERIFY: --random 100
// NOTHING-LOST
#include "check.h"

#include <string>
#include <string_view>

int main() {
  char bytes[64];
  ssize_t count = read(0, bytes, sizeof bytes);
  std::string text(bytes, count > 0 ? static_cast<size_t>(count) : 0);
  int sum = 0;
  for (char c : text)
    sum += c;
  CHECK(sum % 7 == 3); // TURNS
  if (text.size() > 3) {
    CHECK(text.front() == 'K'); // TURNS
    CHECK(text.back() == 'Y');  // TURNS
    std::string key = text.substr(0, 3);
    key[0] = static_cast<char>(key[0] ^ 1);
    CHECK(key.at(0) == 'b'); // TURNS
    key.append(3, 'x').insert(1, "--").replace(0, 1, "++").erase(2, 1);
    key.push_back('!');
    key.resize(20, '.');
    std::string copy = key, moved = std::move(key);
    copy.swap(moved);
    CHECK(copy.c_str()[4] == 'Q'); // TURNS
    std::string_view view = copy;
    view.remove_prefix(1);
    CHECK(view[3] == 'q'); // TURNS
    CHECK(view.substr(0, 2) == "+-");
    std::string reversed(text.rbegin(), text.rend());
    CHECK(reversed[1] == 'T'); // TURNS
    puts(copy.c_str());
  }
  CHECK(text.compare(0, 3, "key") == 0);
  size_t equals = text.find('=');
  std::string key = text.substr(0, equals);
  std::string value = equals == std::string::npos ? "" : text.substr(equals + 1);
  printf("%zu\n", equals);
  printf("%zu %zu %zu\n", value.find_first_of(",;"), value.rfind('t'), value.find("st"));
  printf("%zu %zu\n", text.find_last_not_of("zt"), text.find_first_not_of("k"));
  CHECK(key + ":" + value == "key:value;rest");
  CHECK(text < std::string("kez"));
  CHECK(text == "key=value;rest");
}
