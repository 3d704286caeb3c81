// Objects with constructors before main and destructors after it, exceptions, and memory of the C++ library.
#include "runtime/api.h"

#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace {

struct Counter {
  std::string name;
  int count = 0;
  explicit Counter(const char *text) : name(text) { std::cout << "make " << name << "\n"; }
  ~Counter() { std::cout << "end " << name << " " << count << "\n"; }
};

Counter global("global");
std::map<std::string, int> words;

Counter &inner() {
  static Counter in_function("in function");
  return in_function;
}

int work() {
  std::string word;
  while (std::cin >> word) {
    words[word]++;
    global.count++;
    if (word == "throw")
      throw std::runtime_error("asked to");
    if (word == "uncaught")
      throw 3;
    if (word == "exit")
      std::exit(5);
    inner().count++;
  }
  for (const auto &[text, count] : words)
    std::cout << text << "=" << count << " ";
  return static_cast<int>(words.size());
}

} // namespace

int main(int argc, char **argv) {
  __braid_start(&argc, &argv, &environ);
  try {
    return work();
  } catch (const std::exception &problem) {
    std::cout << "caught " << problem.what() << std::endl;
    return 40;
  }
}
