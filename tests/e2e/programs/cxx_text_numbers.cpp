// Between numbers and text: std::stoi and its like, std::to_string, string streams, <charconv>.
// INPUT: "123 45 ff 2.5 77"
// INPUT: "-9 1 AB 1e2 z9"
// INPUT: "x"
// VERIFY: --random 60
#include "check.h"

#include <charconv>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

static std::vector<std::string> words() {
  char bytes[64];
  ssize_t count = read(0, bytes, sizeof bytes);
  std::istringstream in(std::string(bytes, count > 0 ? static_cast<size_t>(count) : 0));
  std::vector<std::string> result;
  for (std::string word; in >> word;)
    result.push_back(word);
  result.resize(5);
  return result;
}

int main() {
  std::vector<std::string> word = words();
  try {
    int number = std::stoi(word[0]);
    CHECK(number == 125); // TURNS
    std::string text = std::to_string(number * 2 + 1);
    CHECK(text[2] == '9'); // TURNS
    std::ostringstream out;
    out << "n=" << number << std::hex << ' ' << number << std::oct << ' ' << number;
    CHECK(out.str()[4] == '7'); // TURNS
    puts(out.str().c_str());
    unsigned long second = std::stoul(word[1]);
    CHECK(second > 45); // TURNS
    CHECK(second == 42); // TURNS
    size_t used = 0;
    long hexadecimal = std::stol(word[2], &used, 16);
    CHECK(hexadecimal == 0xfe); // TURNS
    printf("%zu\n", used);
    double real = std::stod(word[3]);
    CHECK(real > 2.75); // TURNS
    std::istringstream in(word[1] + " " + word[3]);
    unsigned short small = 0;
    float single = 0;
    in >> small >> single;
    CHECK(small == 44);   // TURNS
    CHECK(single < 2.25f); // TURNS
    printf("%d%d\n", in.good(), in.eof());
  } catch (const std::invalid_argument &error) {
    printf("invalid %s\n", error.what());
  } catch (const std::out_of_range &error) {
    printf("out of range %s\n", error.what());
  }
  int parsed = -1;
  auto result = std::from_chars(word[4].data(), word[4].data() + word[4].size(), parsed);
  CHECK(parsed == 78); // TURNS
  printf("%d %td\n", static_cast<int>(result.ec), result.ptr - word[4].data());
  std::from_chars(word[2].data(), word[2].data() + word[2].size(), parsed, 16);
  CHECK(parsed == 0xfd); // TURNS
  double real = 0;
  std::from_chars(word[3].data(), word[3].data() + word[3].size(), real);
  CHECK(real == 2.375 || real == 2.3); // TURNS
  char buffer[40] = {};
  std::to_chars(buffer, buffer + sizeof buffer, parsed);
  CHECK(buffer[0] == '3');
  std::to_chars(buffer, buffer + sizeof buffer, parsed, 16);
  CHECK(buffer[1] == 'c'); // TURNS
  std::to_chars(buffer, buffer + sizeof buffer, parsed, 7);
  puts(buffer);
}
