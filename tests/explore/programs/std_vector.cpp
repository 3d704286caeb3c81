// A vector that grows as the input says, and what standard algorithms find in it.
// input: stdin 1
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

int main() {
  int c = std::getchar();
  if (c < 0)
    return 9;
  std::vector<int> items;
  for (int i = 0; i < c % 6; i++)
    items.push_back(c + 10 * i);
  if (std::accumulate(items.begin(), items.end(), 0) == 333)
    return 1;
  if (std::count_if(items.begin(), items.end(), [](int item) { return item > 150; }) == 2)
    return 2;
  if (items.empty())
    return 3;
  else if (items.back() == 100)
    return 4;
  else
    return 5;
}
