// A hash table: the bucket depends on the key, by a remainder.
// input: stdin 1
#include <cstdio>
#include <unordered_map>

int main() {
  const std::unordered_map<int, int> table = {{'a', 1}, {'n', 2}, {'z', 3}};
  int c = std::getchar();
  auto found = table.find(c);
  if (found == table.end()) {
    if (c > 'n') {
      return 10;
    } else {
      return 11;
    }
  }
  return found->second;
}
