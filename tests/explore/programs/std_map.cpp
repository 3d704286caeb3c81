// A map with keys from input: where a key is put is decided by comparisons.
// input: stdin 2
#include <cstdio>
#include <map>

int main() {
  std::map<int, int> seen = {{'k', 1}, {'t', 2}};
  for (int c; (c = std::getchar()) != EOF;)
    seen[c]++;
  if (seen.size() == 2)
    return seen['k'];
  if (seen.begin()->first == 'k')
    return 10;
  else
    return 20;
}
